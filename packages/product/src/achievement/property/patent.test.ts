import { isRequired } from '@keyan/kernel/records/validate.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patent } from './patent.ts';
import { patentTermOf, yearsAfter } from './patent-life.ts';
import {
  applicationCheck,
  applicationFault,
  applicationNumber,
  grantFault,
  normaliseApplication,
  publicationNumber,
} from './patent-numbers.ts';
import { testCommonValues, validateSaved } from './testing.ts';

/** Numbers of real applications, by the code of their type. */
const real = [
  ['01', '201710601862.3'],
  ['01', '201410345054.1'],
  ['01', '201610421075.6'],
  ['01', '201380059792.3'],
  ['01', '200310102344.5'],
  ['01', '200380100001.3'],
  ['01', '97101765.4'],
  ['01', '95115608.X'],
  ['01', '85100001.0'],
  ['01', '98800001.6'],
  ['02', '201620406833.2'],
] as const;

const digits = fc
  .tuple(fc.integer({ min: 2004, max: 2040 }), fc.integer({ min: 0, max: 9_999_999 }))
  .map(([year, serial]) => `${year}1${String(serial).padStart(7, '0')}`);

describe('the number of a Chinese application', () => {
  test.each(real)('of type %s: %s', (type, number) => {
    expect(applicationFault(type, number)).toBeNull();
  });

  test('may come without its check character, but not with a wrong one', () => {
    fc.assert(
      fc.property(digits, fc.constantFrom(...'0123456789X'), (number, given) => {
        const right = applicationCheck(number);
        expect(applicationFault('01', number)).toBeNull();
        expect(applicationFault('01', `${number}.${given}`) === null).toBe(given === right);
      }),
    );
  });

  test('shows one wrong digit', () => {
    fc.assert(
      fc.property(digits, fc.nat(6), fc.integer({ min: 1, max: 9 }), (number, place, off) => {
        const at = 5 + place;
        const other = String((Number(number[at]) + off) % 10);
        const wrong = `${number.slice(0, at)}${other}${number.slice(at + 1)}`;
        expect(applicationFault('01', `${wrong}.${applicationCheck(number)}`)).not.toBeNull();
      }),
    );
  });

  test('is one number in every spelling', () => {
    const { tidy = (text: string) => text } = applicationNumber;
    for (const typed of [
      'ZL201710601862.3',
      'CN 2017 1 0601862.3',
      '2017106018623',
      '专利号:ZL 201710601862.3',
    ]) {
      expect(tidy(typed)).toBe('201710601862.3');
      expect(normaliseApplication(typed)).toBe('201710601862');
    }
    expect(tidy('us 17/123,456')).toBe('US17/123,456');
  });

  test('tells the type of patent, and is of another form under the PCT', () => {
    expect(applicationFault('02', '201710601862.3')?.[0]).toContain('种类号');
    expect(applicationFault('04', 'PCT/CN2023/123456')).toBeNull();
    expect(applicationFault('04', '201710601862.3')?.[0]).toContain('PCT');
    expect(applicationFault('05', 'US17/123,456')).toBeNull();
  });
});

describe('the number of a publication', () => {
  test('has a country and a kind of document', () => {
    const { tidy = (text: string) => text, test: fits } = publicationNumber;
    expect(tidy('cn 108733926 a')).toBe('CN108733926A');
    expect(['CN108733926A', 'US2021/0123456A1', 'EP1234567B1'].every(fits)).toBe(true);
    expect(['108733926A', 'CN', 'CNA'].some(fits)).toBe(false);
  });

  test('of a grant fits the type', () => {
    expect(grantFault('01', 'CN108733926B')).toBeNull();
    expect(grantFault('01', 'CN108733926U')).not.toBeNull();
    expect(grantFault('02', 'CN208733926U')).toBeNull();
    expect(grantFault('03', 'CN305733926S')).toBeNull();
  });
});

const application = {
  ...testCommonValues,
  patentName: '一种湿地水位监测方法',
  patentType: '01',
  patentStatus: '02',
  applyNum: '201710601862.3',
  applyDate: '2017-07-21',
  applicants: '江陵大学',
  isService: '1',
  country: '156',
};

const grant = {
  ...application,
  patentStatus: '06',
  grantNum: 'CN107423926B',
  grantDate: '2020-05-19',
};

describe('a patent', () => {
  test('is an application first, and counts in the year of its filing', () => {
    const { row, faults } = validateSaved(patent, application);
    expect(faults).toEqual([]);
    expect(row).toMatchObject({ statYear: 2017, firstAuthor: '阮若谷', feeDue: null });
  });

  test('has number and date of its grant once it is granted, and counts in that year', () => {
    expect(validateSaved(patent, grant).faults).toEqual([]);
    expect(validateSaved(patent, grant).row.statYear).toBe(2020);
    expect(validateSaved(patent, { ...grant, grantNum: null, grantDate: null }).faults).toEqual([
      'grantNum: 请输入授权公告号',
      'grantDate: 请选择授权日期',
    ]);
    // The form marks them as it asks for them; what was assigned may still be an application.
    for (const name of ['grantNum', 'grantDate'] as const) {
      expect(isRequired(patent.fields[name].spec, grant)).toBe(true);
      expect(isRequired(patent.fields[name].spec, { ...grant, patentStatus: '13' })).toBe(false);
    }
    expect(validateSaved(patent, { ...grant, grantDate: '2017-07-20' }).faults).toEqual([
      'grantDate: 【授权日期】不能早于【申请日期】',
    ]);
  });

  test('owes the next fee on the day on which the paid year ends, until its last year', () => {
    const paid = (feeYear: number) =>
      validateSaved(patent, {
        ...grant,
        annualFees: [{ feeYear, paidDate: '2026-07-01', amount: '2000' }],
      });
    expect(paid(9).row).toMatchObject({
      feeDue: '2026-07-21',
      expireDate: '2037-07-21',
    });
    expect(paid(20).row).toMatchObject({ expireDate: '2037-07-21', feeDue: null });
    const utility = {
      ...grant,
      patentType: '02',
      applyNum: '201620406833.2',
      grantNum: 'CN205583926U',
    };
    expect(
      validateSaved(patent, { ...utility, annualFees: [{ feeYear: 11, paidDate: '2026-07-01' }] })
        .faults,
    ).toEqual(['annualFees.0.feeYear: 该专利的期限为 10 年']);
  });

  test('has no events before its filing', () => {
    const legalEvents = [{ eventDate: '2017-07-20', patentStatus: '02' }];
    expect(validateSaved(patent, { ...application, legalEvents }).faults).toEqual([
      'legalEvents.0.eventDate: 【日期】应在申请日期与今天之间',
    ]);
  });
});

test('terms and anniversaries', () => {
  expect(patentTermOf('03', '2021-05-31')).toBe(10);
  expect(patentTermOf('03', '2021-06-01')).toBe(15);
  expect(patentTermOf('05', '2021-06-01')).toBeNull();
  expect(yearsAfter('2020-02-29', 1)).toBe('2021-02-28');
  expect(yearsAfter('2020-02-29', 4)).toBe('2024-02-29');
});

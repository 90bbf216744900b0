import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copyright } from './copyright.ts';
import { drug } from './drug.ts';
import { normaliseNumber, registrationNumber, standardFault, standardNumber } from './numbers.ts';
import { product } from './product.ts';
import { standard } from './standard.ts';
import { testCommonValues, validateSaved } from './testing.ts';
import { variety } from './variety.ts';

const spelt = (format: typeof standardNumber, text: string): string => format.tidy?.(text) ?? text;

describe('a copyright', () => {
  const software = {
    ...testCommonValues,
    copyrightName: '湿地水位监测软件',
    copyrightType: '01',
    regNum: '2025SR0123456',
    finishDate: '2025-01-10',
    regDate: '2025-03-01',
    owners: '江陵大学',
    rightGetWay: '1',
    rightScope: '1',
  };

  test('of software has a number of software, and counts in the year of registration', () => {
    expect(validateSaved(copyright, software).faults).toEqual([]);
    expect(validateSaved(copyright, software).row.statYear).toBe(2025);
    expect(
      validateSaved(copyright, { ...software, regNum: '国作登字-2025-F-00123456' }).faults,
    ).toEqual([expect.stringMatching(/^regNum: .*4 位年份/)]);
    const work = { ...software, copyrightType: '02' };
    expect(validateSaved(copyright, work).faults).toEqual([expect.stringMatching(/^regNum: /)]);
    expect(
      validateSaved(copyright, { ...work, regNum: '国作登字-2025-F-00123456' }).faults,
    ).toEqual([]);
  });

  test('is published and registered after it was finished (R-505)', () => {
    const published = (firstPubDate: string) =>
      validateSaved(copyright, { ...software, firstPubDate });
    expect(published('2025-01-10').faults).toEqual([]);
    expect(published('2025-01-09').faults).toEqual([
      'firstPubDate: 【首次发表日期】不能早于【开发（创作）完成日期】',
    ]);
    expect(validateSaved(copyright, { ...software, regDate: '2025-01-09' }).faults).toEqual([
      'regDate: 【登记日期】不能早于【开发（创作）完成日期】',
    ]);
  });

  test('has one number in every spelling', () => {
    expect(spelt(registrationNumber, ' ２０２５ sr 0123456')).toBe('2025SR0123456');
  });
});

/** Numbers of real standards with their level and nature. */
const real = [
  ['GB/T 7714-2015', '02', '2'],
  ['GB/T 1.1-2020', '02', '2'],
  ['GB 18030-2022', '02', '1'],
  ['GB/Z 25320.1-2010', '02', '3'],
  ['NY/T 391-2021', '03', '2'],
  ['JB/T 10051-1999', '03', '2'],
  ['DB42/T 1234-2023', '04', '2'],
  ['T/CECS 1234-2022', '05', '2'],
  ['Q/HW 001-2020', '06', '1'],
  ['ISO 9001:2015', '01', '2'],
  ['ISO/IEC 27001:2022', '01', '2'],
] as const;

describe('a standard', () => {
  test.each(real)('%s', (number, level, nature) => {
    expect(standardNumber.test(number)).toBe(true);
    expect(spelt(standardNumber, number)).toBe(number);
    expect(standardFault(level, nature, number)).toBeNull();
    const others = ['02', '03', '04', '05', '06'].filter((other) => other !== level);
    for (const other of others) expect(standardFault(other, nature, number)).not.toBeNull();
  });

  test('is one whatever its blanks, case and dashes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...real),
        fc.constantFrom('-', '—', '–', ' - '),
        fc.constantFrom('', ' '),
        ([number], dash, blank) => {
          const typed = number.toLowerCase().replace('-', dash).replace(' ', blank);
          expect(normaliseNumber(spelt(standardNumber, typed))).toBe(normaliseNumber(number));
        },
      ),
    );
    expect(spelt(standardNumber, 'gb/t7714—2015')).toBe('GB/T 7714-2015');
  });

  const own = {
    ...testCommonValues,
    standardName: '湿地水位监测技术规范',
    standardNum: 'DB42/T 1234-2023',
    standardLevel: '04',
    standardNature: '2',
    standardMode: '1',
    joinMode: '1',
    unitSort: 1,
    issueUnit: '湖北省市场监督管理局',
    issueDate: '2023-05-08',
    effectDate: '2023-07-08',
  };

  test('is in force after it was issued, and whoever leads it stands first', () => {
    expect(validateSaved(standard, own).faults).toEqual([]);
    expect(
      validateSaved(standard, { ...own, effectDate: '2023-05-07', unitSort: 2 }).faults,
    ).toEqual([
      'effectDate: 【实施日期】不能早于【发布日期】',
      'unitSort: 主持（牵头）制定的标准，我校排名应为 1',
    ]);
    expect(validateSaved(standard, { ...own, effectDate: '2027-01-01' }).faults).toEqual([]);
  });

  test('of another nature is refused', () => {
    expect(validateSaved(standard, { ...own, standardNature: '1' }).faults).toEqual([
      expect.stringMatching(/^standardNum: .*标准性质/),
    ]);
  });
});

test('the level of a variety follows from its recognition', () => {
  const own = {
    ...testCommonValues,
    varietyName: '江农优 58',
    varietyType: '01',
    varietyMode: '01',
    species: '水稻',
    approveNum: '国审稻20250012',
    approveUnit: '国家农作物品种审定委员会',
    approveDate: '2025-06-20',
    level: '01',
  };
  expect(validateSaved(variety, own).faults).toEqual([]);
  expect(validateSaved(variety, { ...own, level: '02' }).faults).toEqual([
    'level: 【级别】与【认定方式】不符',
  ]);
  expect(validateSaved(variety, { ...own, varietyMode: '05', level: '03' }).faults).toEqual([]);
});

test('only devices have the registration of a device', () => {
  const own = {
    ...testCommonValues,
    drugName: '参芪益肺颗粒',
    drugType: '01',
    regClass: '1.1 类',
    drugStage: '02',
    approveNum: '国药证字Z20250012',
    approveUnit: '国家药品监督管理局',
    approveDate: '2025-06-20',
  };
  expect(validateSaved(drug, own).faults).toEqual([]);
  expect(validateSaved(drug, { ...own, drugStage: '04' }).faults).toEqual([
    'drugStage: 只有医疗器械有【医疗器械注册证】',
  ]);
  expect(validateSaved(drug, { ...own, drugType: '04', drugStage: '04' }).faults).toEqual([]);
});

test('a recognised product is valid after its recognition', () => {
  const own = {
    ...testCommonValues,
    productName: '湿地水位监测装置',
    productType: '03',
    techField: '07',
    certNum: '鄂高新产2025001',
    approveUnit: '湖北省科学技术厅',
    approveDate: '2025-06-20',
    validDate: '2028-06-19',
    level: '02',
  };
  expect(validateSaved(product, own).faults).toEqual([]);
  expect(validateSaved(product, { ...own, validDate: '2025-06-19' }).faults).toEqual([
    'validDate: 【有效期至】不能早于【认定日期】',
  ]);
});

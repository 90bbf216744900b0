import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReferences } from './parse.ts';
import { patentNumbersOf, readPatentNumbers } from './patent-number.ts';

describe('the number of a patent', () => {
  it.each([
    ['CN108733926A', { publicNum: 'CN108733926A', patentType: '01', patentStatus: '04' }],
    ['CN 108733926 B', { grantNum: 'CN108733926B', patentType: '01', patentStatus: '06' }],
    ['cn201348901y', { grantNum: 'CN201348901Y', patentType: '02', patentStatus: '06' }],
    ['CN301234567S', { grantNum: 'CN301234567S', patentType: '03', patentStatus: '06' }],
  ])('%s of China tells type, status and country', (number, told) => {
    expect(patentNumbersOf(number)).toEqual({ ...told, country: '156' });
  });

  it.each([
    ['US11651140B2', { grantNum: 'US11651140B2', patentType: '05', country: '840' }],
    ['JP2019123456A', { publicNum: 'JP2019123456A', patentType: '05', country: '392' }],
    ['WO2023/123456A1', { publicNum: 'WO2023/123456A1', patentType: '04' }],
    ['PCT/CN2023/123456', { applyNum: 'PCT/CN2023/123456', patentType: '04' }],
    ['ZL201710601862.3', { applyNum: 'ZL201710601862.3', patentType: '01', country: '156' }],
  ])('%s tells what it is', (number, told) => {
    expect(patentNumbersOf(number)).toMatchObject(told);
  });

  it('never fails, whatever stands there', () => {
    fc.assert(fc.property(fc.string(), (text) => patentNumbersOf(text) !== undefined));
  });
});

describe('numbers in a text that is no record', () => {
  it('are found once each, between other words', () => {
    const text = '授权公告号：CN108733926B，另有 US11651140B2；ZL201710601862.3。CN108733926B';
    const found = parseReferences(text.replace('：', ' '));
    expect(found.map(({ type, source, number }) => [type, source, number])).toEqual([
      ['patent', 'patentNumber', 'CN108733926B'],
      ['patent', 'patentNumber', 'US11651140B2'],
      ['patent', 'patentNumber', 'ZL201710601862.3'],
    ]);
  });

  it.each(['20231234567', '11-0315', 'AB12', '20171060186', '10.1000/CN108733926B'])(
    '%s is none',
    (text) => expect(readPatentNumbers([text])).toEqual([]),
  );
});

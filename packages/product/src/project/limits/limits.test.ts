import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CountedWork, type LimitRule, limitFindings, type Works } from './limits.ts';

/** The NSFC's rule for senior ranks: two in all, applied for and under way, whoever leads. */
const senior: LimitRule = {
  limitName: '申请和承担国家自然科学基金项目',
  resource: '1003',
  planYear: null,
  types: null,
  parts: ['1', '2'],
  ranks: '1',
  applying: ['1', '2'],
  holding: ['1', '2'],
  held: null,
  heldWindow: null,
  countedTypes: null,
  sameType: '0',
  endsFree: '1',
  joinedSince: 2020,
  itself: '1',
  most: 2,
  level: '1',
  document: null,
  documentDate: null,
};

const work = (more: Partial<CountedWork>): CountedWork => ({
  id: String(more.number),
  name: String(more.number),
  number: 'Z1',
  resource: '1003',
  type: '100301',
  part: '1',
  year: 2024,
  endDate: '2027-12-31',
  ...more,
});

const under = (holding: readonly CountedWork[], applying: readonly CountedWork[] = []): Works => ({
  applying,
  holding,
  held: holding,
});

const wanted = (year: number, more = {}) => ({
  part: '1' as const,
  resource: '1003',
  type: '100301',
  year,
  isSenior: true,
  ...more,
});

const general = work({ number: 'Z20240001', endDate: '2027-12-31' });
const key = work({ number: 'Z20240002', part: '2', type: '100306', endDate: '2028-12-31' });

test('R-102.10: who leads one and joins one under way has none left until the first ends', () => {
  expect(limitFindings([senior], wanted(2026), under([general, key]))).toEqual([
    {
      level: 'error',
      message: [
        '【{name}】申请和承担国家自然科学基金项目已达 2 项（Z20240001、Z20240002），限 2 项',
        '{name}: 申请和承担国家自然科学基金项目: 2 so far (Z20240001、Z20240002), limit 2',
      ],
      until: '2027-01-01',
      free: null,
    },
  ]);
  expect(limitFindings([senior], wanted(2027), under([general, key]))).toEqual([]);
});

test('R-102.10: a limit on a level of sources counts the projects of all of them', () => {
  const national = { ...senior, limitName: '国家级项目', resource: '10' };
  const social = work({ number: 'Z20240003', resource: '1004', type: '100401' });
  expect(limitFindings([national], wanted(2026), under([general, social]))).toHaveLength(1);
  expect(limitFindings([senior], wanted(2026), under([general, social]))).toEqual([]);
});

test('R-102.10: a declaration under review counts, and frees once it is not funded', () => {
  const asked = work({ number: '申报甲', year: 2027, endDate: null });
  const [found] = limitFindings([senior], wanted(2027), under([general, key], [asked]));
  expect(found?.free?.[0]).toBe('申报【申报甲】未获资助后');
  expect(found?.until).toBeNull();
});

test('R-102.10: other sponsors, other ranks, other years and old membership do not count', () => {
  const works = under([general, key]);
  expect(limitFindings([senior], wanted(2026, { resource: '1004' }), works)).toEqual([]);
  expect(limitFindings([senior], wanted(2026, { isSenior: false }), works)).toEqual([]);
  expect(limitFindings([{ ...senior, planYear: 2030 }], wanted(2026), works)).toEqual([]);
  expect(limitFindings([senior], wanted(2026), under([general, { ...key, year: 2019 }]))).toEqual(
    [],
  );
});

test('R-102.10: last year’s winner of the type waits a year, who was funded once never applies again', () => {
  const lastYear: LimitRule = {
    ...senior,
    limitName: '上一年度获资助同类型项目',
    ranks: '0',
    applying: null,
    holding: null,
    held: ['1'],
    heldWindow: '1',
    sameType: '1',
    itself: '0',
    most: 0,
  };
  const won = work({ number: 'Z2025', year: 2025 });
  expect(limitFindings([lastYear], wanted(2026), under([won]))[0]?.until).toBe('2027-01-01');
  expect(limitFindings([lastYear], wanted(2027), under([won]))).toEqual([]);
  expect(limitFindings([lastYear], wanted(2026, { type: '100306' }), under([won]))).toEqual([]);
  const once: LimitRule = { ...lastYear, heldWindow: '0' };
  expect(limitFindings([once], wanted(2040), under([won]))[0]?.until).toBeNull();
  // While no type is chosen a rule about types says nothing.
  expect(limitFindings([once], wanted(2040, { type: null }), under([won]))).toEqual([]);
});

test('R-102.10: a day that is named frees in its year, and no year before', () => {
  const works = fc.array(
    fc.record({
      end: fc.integer({ min: 2026, max: 2034 }),
      part: fc.constantFrom<'1' | '2'>('1', '2'),
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(works, fc.integer({ min: 2026, max: 2032 }), (ends, year) => {
      const holding = ends.map(({ end, part }, at) =>
        work({ number: `Z${at}`, part, endDate: `${end}-06-30` }),
      );
      const [found] = limitFindings([senior], wanted(year), under(holding));
      if (!found?.until) return found === undefined;
      const free = Number(found.until.slice(0, 4));
      return (
        limitFindings([senior], wanted(free), under(holding)).length === 0 &&
        limitFindings([senior], wanted(free - 1), under(holding)).length === 1
      );
    }),
  );
});

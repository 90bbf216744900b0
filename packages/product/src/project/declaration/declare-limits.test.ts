import { expect, test } from 'vitest';
import { limitFaults } from './declare-limits.ts';

const asked = {
  projectType: '100301',
  startDate: '2027-01-01',
  endDate: '2030-12-31',
  applyFunds: '500000.00',
  keywords: '湿地；碳汇；模型',
};

const line = {
  projectType: null,
  startFrom: null,
  startTo: null,
  months: null,
  minFunds: null,
  maxFunds: null,
};

const said = (row: object, ...typeRules: readonly object[]) =>
  limitFaults({ ...asked, ...row }, {
    planYear: 2027,
    typeRules: typeRules.map((rule) => ({ ...line, ...rule })),
  } as never).map(({ path, message }) => `${path} ${message[0]}`);

test('R-102.11: three to five keywords, however they are parted', () => {
  expect(said({})).toEqual([]);
  expect(said({ keywords: '湿地,碳汇、模型; 观测，遥感' })).toEqual([]);
  expect(said({ keywords: '湿地' })).toEqual([
    'keywords 请填写 3–5 个关键词，以分号分隔，当前 1 个',
  ]);
  expect(said({ keywords: '一；二；三；四；五；六' })).toHaveLength(1);
});

test('R-102.11: a project starts within its call and lasts no longer than its type', () => {
  expect(said({ startDate: '2020-01-01' })).toEqual([
    'startDate 【计划开始日期】不能早于 2026-01-01',
  ]);
  const rule = { startFrom: '2027-01-01', startTo: '2027-01-01', months: 48 };
  expect(said({}, rule)).toEqual([]);
  expect(said({ startDate: '2027-01-02' }, rule)).toEqual([
    'startDate 【计划开始日期】不能晚于 2027-01-01',
  ]);
  expect(said({ endDate: '2031-01-02' }, rule)).toEqual(['endDate 该类项目研究期限不超过 48 个月']);
});

test('R-102.11: the line of the type goes before the line of all', () => {
  const rules = [{ maxFunds: '50000.00' }, { projectType: '100301', minFunds: '600000.00' }];
  expect(said({}, ...rules)).toEqual(['applyFunds 【申请经费】不能低于 600,000.00 元']);
  expect(said({ projectType: '100302' }, ...rules)).toEqual([
    'applyFunds 【申请经费】不能超过 50,000.00 元',
  ]);
});

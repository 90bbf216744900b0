import { expect, test } from 'vitest';
import { resources } from '../index.ts';
import { checkFigures, subjectOfSource } from './figure-source.server.ts';
import { pageOfReport, reportSourceOf } from './report.server.ts';
import { report } from './report.ts';
import { readersOf } from './shipped.server.ts';
import { type ShippedReport, shippedReports } from './shipped-reports.ts';

const engine = { resources: new Map(resources.map((one) => [one.key, one])) };
const namesIn = (text: string | null) => (text ?? '').split(',').filter(Boolean);

const isAskable = ({ page, groupBy, sums }: ShippedReport): boolean => {
  const subject = subjectOfSource(page);
  if (subject) {
    const question = { page, conditions: '', columns: [] };
    checkFigures(subject, { ...question, groupBy: namesIn(groupBy), sums: namesIn(sums) });
    return true;
  }
  const found = pageOfReport(engine, page);
  if (!found) return false;
  const source = reportSourceOf(page, found, 'zh');
  const has = (all: typeof source.groups, names: readonly string[]) =>
    names.every((name) => all.some((one) => one.name === name));
  return has(source.groups, namesIn(groupBy)) && has(source.sums, namesIn(sums));
};

test('every shipped report asks what its source has, and has a name of its own', () => {
  expect(shippedReports.filter((one) => !isAskable(one)).map(({ name }) => name)).toEqual([]);
  for (const name of ['name', 'nameEn'] as const) {
    expect(new Set(shippedReports.map((one) => one[name])).size).toBe(shippedReports.length);
  }
});

test('every role with the page of reports reads several, and none whose page it has not', () => {
  const readers = shippedReports.map((one) => readersOf(engine, one));
  const offices = Object.entries(report.views.manage?.grants ?? {})
    .filter(([, actions]) => actions !== 'all')
    .map(([role]) => role);
  for (const role of offices) {
    expect(readers.filter((roles) => roles.includes(role)).length, role).toBeGreaterThan(3);
  }
  const arrivals = shippedReports.findIndex(({ page }) => page === 'arrive');
  expect(readers[arrivals]).not.toContain('dept_leader');
  expect(readers[arrivals]).toContain('finance');
});

import { expect, test } from 'vitest';
import { chartOfReport } from './ReportTable.web.tsx';
import type { ReportResult } from './report.ts';

const head = (name: string) => ({ name, label: name });
const result = (groups: number, lines: readonly (readonly string[])[]): ReportResult => ({
  heads: [...Array.from({ length: groups }, (_, index) => head(`g${index}`)), head('total')],
  groups,
  lines,
  links: lines.map(() => ['']),
  drawn: groups,
  total: null,
  more: false,
});

test('a third group is drawn as series of its own, and every number once', () => {
  const lines = [
    ['2025', '纵向', '国家级', '3'],
    ['2025', '纵向', '省部级', '2'],
    ['2026', '纵向', '国家级', '4'],
    ['2026', '横向', '省部级', '1'],
  ];
  const { categories, series } = chartOfReport(result(3, lines), '其他');
  expect(categories).toEqual(['2025', '2026']);
  expect(series.map(({ name, values }) => [name, values])).toEqual([
    ['纵向 · 国家级', [3, 4]],
    ['纵向 · 省部级', [2, 0]],
    ['横向 · 省部级', [0, 1]],
  ]);
});

test('the smallest series are drawn together, and the sums stay', () => {
  const lines = Array.from({ length: 9 }, (_, at) => ['2026', `k${at}`, `l${at}`, String(9 - at)]);
  const { series } = chartOfReport(result(3, lines), '其他');
  expect(series.at(-1)).toMatchObject({ name: '其他', values: [4 + 3 + 2 + 1] });
  expect(
    series.flatMap(({ values }) => values).reduce((sum, one) => Number(sum) + Number(one), 0),
  ).toBe(45);
});

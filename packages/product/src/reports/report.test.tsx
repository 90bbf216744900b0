import type { WireRow } from '@keyan/console/data/calls.ts';
import { RecordDetail } from '@keyan/console/detail/RecordDetail.tsx';
import { ResourceList } from '@keyan/console/list/ResourceList.tsx';
import { renderPage } from '@keyan/console/testing/render.tsx';
import { pageOf } from '@keyan/console/testing/scriptedClient.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type ReportSource, report } from './report.ts';
import { reportPresentation } from './report.web.tsx';

const reports = untypedResource(report);

const sources: readonly ReportSource[] = [
  {
    page: 'figures_funds',
    label: 'Figures · funds',
    resource: '',
    groups: [
      { name: 'year', label: 'Year' },
      { name: 'college', label: 'College' },
    ],
    sums: [{ name: 'fund.gross', label: 'Arrived' }],
    columns: [],
  },
];

const ofFigures = {
  id: '7',
  version: 1,
  name: '到账年表',
  page: 'figures_funds',
  pageName: '指标 · 经费',
  conditions: 'years=3',
  groupBy: 'year,college',
  sums: 'fund.gross',
  chart: 'columns',
} as unknown as WireRow;

const known = {
  resources: [reports],
  presentations: [reportPresentation],
  answers: {
    '/keyan/report/sources': sources,
    '/keyan/report/run': {
      heads: [],
      groups: 2,
      lines: [],
      links: [],
      drawn: 2,
      total: 0,
      more: false,
    },
    '/blade-report/report/rest/list': pageOf([ofFigures]),
  },
} as const;

test('a report of figures names its source, figures and years in the language of the reader', async () => {
  await renderPage(<RecordDetail resource={reports} row={ofFigures} />, known);
  for (const name of ['Figures · funds', 'Year, College', 'Arrived', 'the last 3 years']) {
    await expect.element(page.getByText(name, { exact: true }).first()).toBeVisible();
  }
  for (const code of ['figures_funds', 'fund.gross', 'years=3', '指标 · 经费']) {
    expect(page.getByText(code).elements(), code).toEqual([]);
  }
});

test('a list of reports names the source of each', async () => {
  await renderPage(<ResourceList resource={reports} view="manage" />, known);
  await expect.element(page.getByText('Figures · funds')).toBeVisible();
  expect(page.getByText('指标 · 经费').elements()).toEqual([]);
});

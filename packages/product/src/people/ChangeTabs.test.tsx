import { RecordDetail } from '@keyan/console/detail/RecordDetail.tsx';
import { renderPage } from '@keyan/console/testing/render.tsx';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { personnel } from './personnel.ts';
import { personnelChange } from './personnel-change.ts';
import { personnelChangePresentation } from './personnel-change.web.ts';

const change = untypedResource(personnelChange);

const row = {
  id: '7',
  ywlx: '1',
  czlx: '2',
  changeItems: ['position', 'dwmc', 'duty'],
  jbxxPositionBefore: '系主任',
  jbxxPosition: '副院长',
  jbxxDwmcBefore: '江陵大学',
  jbxxDwmc: '江陵大学研究院',
  jbxxDuty: '分管科研',
};

const rows = () =>
  [...document.querySelectorAll('.ky-comparison tr')].map((line) =>
    [...line.children].map(({ textContent }) => textContent),
  );

const shownFacts = () =>
  [...document.querySelectorAll('.ky-change-tabs .ky-fact')].flatMap((fact) =>
    fact.checkVisibility() ? [fact.textContent] : [],
  );

test('a change is compared, and each side stands in a tab of its own', async () => {
  await renderPage(<RecordDetail resource={change} row={row} />, {
    language: 'zh',
    resources: [change],
    presentations: [personnelChangePresentation],
  });
  await expect.poll(rows).toEqual([
    ['变更事项', '变更前', '变更后'],
    ['单位名称', '江陵大学', '江陵大学研究院'],
    ['行政职务', '系主任', '副院长'],
    ['岗位（职责）', '–', '分管科研'],
  ]);
  await page.getByRole('tab', { name: '变更前', exact: true }).click();
  await expect.poll(shownFacts).toEqual(['单位名称江陵大学', '行政职务系主任']);
  await page.getByRole('tab', { name: '变更后', exact: true }).click();
  await expect
    .poll(shownFacts)
    .toEqual(['单位名称江陵大学研究院', '行政职务副院长', '岗位（职责）分管科研']);
});

test('a new file is of the university unless somebody says another', () => {
  const writer = { id: '1', name: '', departments: [], tenantName: '江陵大学' };
  expect(initialRow(personnel.fields, writer).dwmc).toBe('江陵大学');
});

import { anyScope, own } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type RenderOptions, renderPage } from '../testing/render.tsx';
import { pageOf } from '../testing/scriptedClient.ts';
import { madeUpResource } from '../testing/thing.ts';
import { ResourceList } from './ResourceList.tsx';

/** The choice is kept by the code of the page: each test has a page of its own. */
const thingAt = (code: string) =>
  madeUpResource(
    {
      name: f.text(['名称', 'Name']).searchable(),
      year: f.year(['年份', 'Year']),
      weight: f.integer(['重量', 'Weight']),
      price: f.money(['价格', 'Price']).secret(`${code}_price`),
      density: f.decimal(['密度', 'Density'], 2).computed(),
      story: f.rich(['故事', 'Story']),
    },
    {
      views: {
        all: {
          label: ['物品', 'Things'],
          code,
          path: '/things',
          scope: anyScope(own()),
          actions: ['view', 'export'],
        },
      },
      list: { columns: ['name', 'year'], filters: ['year'], sort: '-name' },
    },
  ) as unknown as Resource;

const rows = ['Anvil', 'Bell'].map((name, index) => ({
  id: String(index + 1),
  version: 1,
  createUser: '1',
  abilities: [],
  name,
  year: 2020 + index,
  weight: 10,
  density: '1.20',
}));

const workbook = () =>
  new Response('book', {
    headers: { 'content-type': 'application/vnd.openxmlformats-officedocument' },
  });

const open = async (
  code: string,
  permissions: readonly string[] = [],
  more: RenderOptions = {},
) => {
  const thing = thingAt(code);
  const rendered = await renderPage(<ResourceList resource={thing} view="all" />, {
    resources: [thing],
    permissions: [`${code}_view`, `${code}_export`, ...permissions],
    answers: { '/things/list': pageOf(rows), '/things/export': workbook },
    ...more,
  });
  await page
    .getByRole('button', { name: /Export$/ })
    .first()
    .click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  return rendered;
};

const dialog = page.getByRole('dialog');
const column = (name: string) => dialog.getByRole('checkbox', { name });
const send = () => dialog.getByRole('button', { name: 'Export' }).click();
const sent = async (
  calls: () => readonly { readonly query: Readonly<Record<string, string>> }[],
) => {
  await expect.poll(() => calls().length).toBeGreaterThan(0);
  return calls().at(-1)?.query.columns;
};

test('the workbook gets the columns of the list, unless others are chosen', async () => {
  const { callsTo } = await open('export1');
  await expect.element(dialog.getByText(/^2 of/)).toBeVisible();
  await send();
  expect(await sent(() => callsTo('/things/export'))).toBe('name,year');
});

test('columns that the list does not show are chosen, ordered and left out', async () => {
  const { callsTo } = await open('export2');
  await column('Density').click();
  await column('Weight').click();
  await dialog.getByRole('button', { name: 'Move Weight up' }).click();
  await column('Year').click();
  await send();
  expect(await sent(() => callsTo('/things/export'))).toBe('name,weight,density');
});

test('the choice is there again for the next export, until the columns of the list are wanted', async () => {
  const { callsTo } = await open('export3');
  await column('Weight').click();
  await send();
  expect(await sent(() => callsTo('/things/export'))).toBe('name,year,weight');
  await expect.element(dialog).not.toBeInTheDocument();
  await page
    .getByRole('button', { name: /Export$/ })
    .first()
    .click();
  await expect.element(column('Weight')).toBeChecked();
  await dialog.getByRole('button', { name: 'As in the list' }).click();
  await expect.element(column('Weight')).not.toBeChecked();
});

test('a column that the reader may not see, or that no cell can hold, is not offered', async () => {
  await open('export4');
  expect(column('Price').elements()).toHaveLength(0);
  expect(column('Story').elements()).toHaveLength(0);
});

test('a secret column is offered to whoever may see it', async () => {
  const { callsTo } = await open('export5', ['export5_price']);
  await column('Price').click();
  await send();
  expect(await sent(() => callsTo('/things/export'))).toBe('name,year,price');
});

import { anyScope, own } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { preferences } from '../storage/preferences.ts';
import { type RenderOptions, renderPage } from '../testing/render.tsx';
import { pageOf, type ScriptedCall } from '../testing/scriptedClient.ts';
import { madeUpResource } from '../testing/thing.ts';
import { ResourceList } from './ResourceList.tsx';

/** A view with a permission code of its own: the columns that a user chose are kept by the code. */
const viewOf = (code: string): View<'name' | 'note' | 'year' | 'weight'> => ({
  label: ['物品', 'Things'],
  code,
  path: '/things',
  scope: anyScope(own()),
  actions: ['add', 'view', 'edit', 'delete'],
});

const makeThing = (code: string) =>
  madeUpResource(
    {
      name: f.text(['名称', 'Name']).searchable(),
      note: f.text(['备注', 'Note']),
      year: f.year(['年份', 'Year']),
      weight: f.integer(['重量', 'Weight']),
      made: f.date(['日期', 'Made']),
    },
    {
      views: { all: viewOf(code) },
      list: {
        columns: ['name', 'note', 'year', 'weight'],
        filters: ['note', 'year'],
        totals: ['weight'],
        sort: '-name',
        displays: { calendar: ['made'] },
      },
    },
  ) as unknown as Resource;

const rows = ['Anvil', 'Bell', 'Candle'].map((name, index) => ({
  id: String(index + 1),
  version: 1,
  createUser: '1',
  name,
  note: `Note of ${name}`,
  year: 2020 + index,
  weight: 10 * index,
  abilities: ['edit', 'remove'],
}));

let count = 0;

/** The list of a fresh resource; the answer says that there are 100 rows. */
const render = ({ answers, ...options }: RenderOptions = {}) => {
  count += 1;
  const code = `thing${count}`;
  const thing = makeThing(code);
  return renderPage(<ResourceList resource={thing} view="all" />, {
    resources: [thing],
    permissions: ['add', 'view', 'edit', 'delete'].map((action) => `${code}_${action}`),
    ...options,
    answers: {
      '/things/list': { ...pageOf(rows), total: 100 },
      '/things/sums': { weight: 4321 },
      ...answers,
    },
  });
};

const grid = page.getByRole('grid', { name: 'Things' });
const heads = () =>
  [...document.querySelectorAll('[role=grid] thead th')].map((head) => head.textContent ?? '');
const lastQuery = (calls: readonly ScriptedCall[]) =>
  calls.findLast(({ path }) => path === '/things/list')?.query;

test('sums of the whole list stand below their columns while these are shown', async () => {
  const { callsTo } = await render();
  const foot = grid.getByRole('row', { name: /Total/ });
  await expect.element(foot).toHaveTextContent('Total4321');
  expect(callsTo('/things/sums')[0]?.query.view).toBe('all');
});

test('sums by group are asked under the conditions of the list, and a group leads to its records', async () => {
  const tally = [
    { keys: ['2021'], names: ['2021'], total: 3, sums: { weight: 40 } },
    { keys: [''], names: [''], total: 1, sums: { weight: 2 } },
  ];
  const { calls, callsTo } = await render({
    params: { note: 'loud' },
    answers: { '/things/tally': tally },
  });
  await expect.element(grid).toBeVisible();
  await page.getByRole('button', { name: /Group totals/ }).click();
  const lines = () =>
    [...document.querySelectorAll('.ky-groups tbody tr')].map((row) => row.textContent);
  // The total is that of the list: a record with several values stands in several groups.
  await expect.poll(lines).toEqual(['202133.0%40', 'Not filled in11.0%2']);
  await expect
    .poll(() => document.querySelector('.ky-groups tfoot')?.textContent)
    .toBe('Total100100.0%4321');
  expect(callsTo('/things/tally').at(-1)?.query).toMatchObject({
    by: 'year',
    withSums: '1',
    note: 'loud',
    view: 'all',
  });
  await page.getByRole('button', { name: '2021' }).click();
  await expect.poll(() => lastQuery(calls)).toMatchObject({ year: '2021', note: 'loud' });
});

test('a list is shown in the ways that its definition names, and the address keeps which', async () => {
  const { tabCalls } = await render();
  await page.getByRole('button', { name: 'Calendar' }).click();
  await expect.poll(() => tabCalls.at(-1)).toBe('setQuery("as=calendar")');
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
});

test('a list shows the columns of its definition, sorts by a head, and keeps it in the address', async () => {
  const { calls, tabCalls } = await render();
  await expect.element(grid).toBeVisible();
  expect(heads()).toEqual(['', 'Name', 'Note', 'Year', 'Weight', 'Actions']);
  await grid.getByRole('columnheader', { name: /Note/ }).getByRole('button').first().click();
  await expect.poll(() => lastQuery(calls)?.descs).toBe('note');
  await grid.getByRole('columnheader', { name: /Note/ }).getByRole('button').first().click();
  await expect.poll(() => lastQuery(calls)?.ascs).toBe('note');
  expect(tabCalls.at(-1)).toBe('setQuery("sort=note")');
});

test('what is typed into a filter narrows the list from its first page, and a chip takes it back', async () => {
  const { calls } = await render({ params: { page: '3' } });
  await expect.element(grid).toBeVisible();
  expect(lastQuery(calls)?.current).toBe('3');
  await page.getByRole('textbox', { name: 'Name, pinyin' }).fill('bell');
  await expect.poll(() => lastQuery(calls)).toMatchObject({ search: 'bell', current: '1' });
  await page.getByRole('textbox', { name: 'Note' }).fill('loud');
  await expect.poll(() => lastQuery(calls)).toMatchObject({ search: 'bell', note: 'loud' });
  await page.getByRole('button', { name: 'Remove filter Search' }).click();
  await expect.poll(() => lastQuery(calls)?.search).toBeUndefined();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(() => lastQuery(calls)?.note).toBeUndefined();
});

test('the menu of a head leads to the filter of its column, and hides, pins and widens the column', async () => {
  await render();
  await grid.getByRole('button', { name: 'Column Note' }).click();
  await page.getByRole('menuitem', { name: 'Filter…' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveFocus();
  const width = () =>
    document.querySelector<HTMLElement>('col[data-column=note]')?.style.width ?? '';
  const before = Number.parseInt(width(), 10);
  await grid.getByRole('button', { name: 'Column Note' }).click();
  await page.getByRole('menuitem', { name: 'Wider' }).click();
  await expect.poll(() => Number.parseInt(width(), 10)).toBe(before + 24);
  await grid.getByRole('button', { name: 'Column Year' }).click();
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect.poll(heads).toEqual(['', 'Name', 'Year', 'Note', 'Weight', 'Actions']);
  await grid.getByRole('button', { name: 'Column Weight' }).click();
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  await expect.poll(heads).toEqual(['', 'Name', 'Year', 'Note', 'Actions']);
});

test('the drawer shows, orders and pins columns at once, and goes back to those of the definition', async () => {
  await render();
  await page.getByRole('button', { name: 'Columns' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Row height' });
  await expect.element(drawer).toBeVisible();
  const title = drawer.getByRole('checkbox', { name: 'Name' }).element() as HTMLInputElement;
  expect(title.disabled).toBe(true);
  await drawer.getByRole('checkbox', { name: 'Weight' }).click();
  await expect.poll(heads).toEqual(['', 'Name', 'Note', 'Year', 'Actions']);
  await drawer.getByRole('button', { name: 'Move Year up' }).click();
  await expect.poll(heads).toEqual(['', 'Name', 'Year', 'Note', 'Actions']);
  (drawer.getByRole('checkbox', { name: 'Note' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(heads).toEqual(['', 'Name', 'Note', 'Year', 'Actions']);
  await drawer.getByRole('button', { name: 'Pin Year' }).click();
  await expect.poll(heads).toEqual(['', 'Name', 'Year', 'Note', 'Actions']);
  await drawer.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(heads).toEqual(['', 'Name', 'Note', 'Year', 'Weight', 'Actions']);
});

test('deleting needs a selected row, asks, says that it was done, and is undone at once', async () => {
  const { callsTo } = await render({
    language: 'zh',
    answers: { 'POST /things/remove': true, 'POST /things/restore': true },
  });
  const remove = page.getByRole('button', { name: /^删\s?除$/ });
  await remove.click();
  await expect.element(page.getByText('请选择至少一条数据')).toBeVisible();
  await page.getByRole('checkbox', { name: '选择 Bell' }).click();
  await expect.element(page.getByText('已选 1 条')).toBeVisible();
  await remove.click();
  const question = page.getByRole('dialog').filter({ hasText: '确定将选择数据删除?' });
  await question.getByRole('button', { name: /取\s?消/ }).click();
  expect(callsTo('/things/remove')).toEqual([]);
  await remove.click();
  await question.getByRole('button', { name: '删除 1 条' }).click();
  await expect.element(page.getByText('删除成功')).toBeVisible();
  expect(callsTo('/things/remove').map(({ body }) => body)).toEqual([{ ids: ['2'] }]);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.element(page.getByText('已恢复')).toBeVisible();
  expect(callsTo('/things/restore').map(({ body }) => body)).toEqual([{ ids: ['2'] }]);
});

test('an action on everything found shows first what it applies to, and ends the selection', async () => {
  const some = rows.map((row) => (row.name === 'Bell' ? { ...row, abilities: ['edit'] } : row));
  const { callsTo } = await render({
    answers: { '/things/list': { ...pageOf(some), total: 100 }, 'POST /things/remove': true },
  });
  await grid.getByRole('checkbox').first().click();
  await page.getByRole('button', { name: 'Select all 100 found' }).click();
  const remove = page.getByRole('button', { name: 'Delete', exact: true }).last();
  await remove.click();
  const asked = page.getByRole('dialog').filter({ hasText: 'Ready: 2; to be skipped: 1' });
  await expect.element(asked.getByText('Delete: 2 records')).toBeVisible();
  // Records that stay as they are come last, with the reason.
  expect([...document.querySelectorAll('.ky-found li')].map((line) => line.textContent)).toEqual([
    'Anvil',
    'Candle',
    'BellIts status or your rights do not allow: delete',
  ]);
  await asked.getByRole('checkbox', { name: 'Candle' }).click();
  await expect.element(asked.getByText('Delete: 1 record', { exact: true })).toBeVisible();
  await asked.getByRole('button', { name: 'Delete 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1' }).last().click();
  await expect.poll(() => callsTo('/things/remove').at(-1)?.body).toEqual({ ids: ['1'] });
  await expect.element(page.getByText(/^\d+ selected/)).not.toBeInTheDocument();
});

test('a second click in the recycle bin does not restore a record twice', async () => {
  const removed = [{ id: '7', text: 'Drum', removeTime: '2026-11-20 08:00:00' }];
  const { callsTo } = await render({
    answers: {
      'GET /things/removed': removed,
      'POST /things/restore': () => new Promise((resolve) => setTimeout(resolve, 300, true)),
    },
  });
  await page.getByRole('button', { name: 'Recycle bin' }).click();
  await page.getByRole('button', { name: 'Restore Drum' }).dblClick();
  await expect.element(page.getByText('Restored')).toBeVisible();
  expect(callsTo('/things/restore')).toHaveLength(1);
});

test('rows are moved over, opened and selected by keys', async () => {
  const { tabCalls } = await render();
  await expect.element(grid).toBeVisible();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown} ');
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => tabCalls).toContain('open("/things/detail?id=2")');
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
});

test('pages fit the window, or have 10, 30, 50, 100 or 200 rows, which the list remembers', async () => {
  const { calls } = await render();
  await expect.element(grid).toBeVisible();
  expect(lastQuery(calls)).toMatchObject({ current: '1', size: '10' });
  await page.getByRole('listitem', { name: '2' }).click();
  await expect.poll(() => lastQuery(calls)?.current).toBe('2');
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  const options = () => [...document.querySelectorAll('.ant-select-item-option')];
  await expect
    .poll(() => options().map((option) => option.textContent))
    .toEqual(['Fit window', ...[10, 30, 50, 100, 200].map((size) => `${size} / page`)]);
  (options()[2] as HTMLElement).click();
  await expect.poll(() => lastQuery(calls)).toMatchObject({ current: '1', size: '30' });
  // Another visit of this list, and no other list, begins with the chosen size.
  expect(preferences.get(`rows:thing${count}`)).toBe(30);
});

test('a list asks for the fields that it shows, and for a page that follows by where it begins', async () => {
  const { calls } = await render({
    answers: {
      '/things/list': ({ query }: ScriptedCall) => ({
        ...pageOf(rows),
        total: 100,
        next: `behind-${query.current}`,
      }),
    },
  });
  await expect.element(grid).toBeVisible();
  expect(lastQuery(calls)).toMatchObject({ fields: 'name,note,weight,year' });
  expect(lastQuery(calls)).not.toHaveProperty('after');
  await page.getByRole('listitem', { name: '2' }).click();
  await expect.poll(() => lastQuery(calls)).toMatchObject({ current: '2', after: 'behind-1' });
  await page.getByRole('listitem', { name: '5' }).click();
  await expect.poll(() => lastQuery(calls)?.current).toBe('5');
  expect(lastQuery(calls)).not.toHaveProperty('after');
  await grid.getByRole('button', { name: 'Column Weight' }).click();
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  await expect.poll(() => lastQuery(calls)?.fields).toBe('name,note,year');
  await grid.getByRole('columnheader', { name: /Note/ }).getByRole('button').first().click();
  await expect.poll(() => lastQuery(calls)).toMatchObject({ current: '1', descs: 'note' });
  await page.getByRole('listitem', { name: '2' }).click();
  await expect.poll(() => lastQuery(calls)).toMatchObject({ current: '2', after: 'behind-1' });
});

test('on a phone records are cards that open by a touch', async () => {
  const { runtime } = await render({ width: 390 });
  const card = page.getByRole('link', { name: /Anvil/ });
  await expect.element(card).toBeVisible();
  await expect.element(grid).not.toBeInTheDocument();
  await card.click();
  expect(runtime.current()).toBe('/things/detail?id=1');
});

test('a long list is counted to its end on demand', async () => {
  await render({
    answers: {
      '/things/list': ({ query }: ScriptedCall) =>
        query.exact === '1'
          ? { ...pageOf(rows), total: 123_456, more: false }
          : { ...pageOf(rows), total: 100_000, more: true },
    },
  });
  await expect.element(page.getByText(/100,000\+ in total/)).toBeVisible();
  await page.getByRole('button', { name: 'Count all' }).click();
  await expect.element(page.getByText(/123,456 in total/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Count all' })).not.toBeInTheDocument();
});

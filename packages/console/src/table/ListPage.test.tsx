import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ListText } from '../list/filters.tsx';
import { type RenderOptions, renderPage } from '../testing/render.tsx';
import { pageOf, refusalBody, type ScriptedCall } from '../testing/scriptedClient.ts';
import type { DataColumn } from './column.ts';
import { DataList } from './DataList.tsx';
import { ListPage } from './ListPage.tsx';
import { useListController } from './useListController.ts';

interface Fruit {
  readonly id: string;
  readonly name: string;
}

const columns: readonly DataColumn<Fruit>[] = [
  { key: 'name', head: ['名称', 'Name'], cell: ({ name }) => name },
];
const conditions = { q: '' };
const keyOf = ({ id }: Fruit): string => id;

/** A page of its own, as a product writes one. */
const Fruits = () => {
  const list = useListController<Fruit, 'q'>({
    conditions,
    keyOf,
    queryKey: ['fruits'],
    path: '/fruits',
    query: ({ q }) => ({ name: q }),
  });
  return (
    <ListPage
      title="Fruits"
      list={list}
      filters={<ListText list={list} name="q" label={['名称', 'Name']} />}
      empty={<p>No fruits</p>}
      chosen={list.selection.selected.size}
    >
      <DataList<Fruit>
        caption="Fruits"
        columns={columns}
        keyOf={keyOf}
        selectName={({ name }) => name}
        card={({ id, name }) => <li key={id}>{name}</li>}
      />
    </ListPage>
  );
};

const fruits = ['Apple', 'Pear'].map((name, index) => ({ id: String(index), name }));

const render = (answer: unknown, options: RenderOptions = {}) =>
  renderPage(<Fruits />, { ...options, answers: { '/fruits': answer } });

const lastQuery = (calls: readonly ScriptedCall[]) =>
  calls.findLast(({ path }) => path === '/fruits')?.query;

test('conditions and page go into the call and the address; a condition begins at page 1', async () => {
  const answer = { ...pageOf(fruits), total: 100 };
  const { calls, tabCalls } = await render(answer, { params: { page: '4', size: '30' } });
  await expect.element(page.getByText('Apple')).toBeVisible();
  expect(lastQuery(calls)).toEqual({ current: '4', size: '30' });
  await page.getByRole('textbox', { name: 'Name' }).fill('pear');
  await expect.poll(() => lastQuery(calls)).toEqual({ name: 'pear', current: '1', size: '30' });
  expect(tabCalls.at(-1)).toBe('setQuery("q=pear&size=30")');
});

test('an address that names a page which is gone leads to the last one', async () => {
  const { calls } = await render({ ...pageOf(fruits), total: 12 }, { params: { page: '9' } });
  await expect.poll(() => lastQuery(calls)?.current).toBe('2');
});

test('without rows it says why: none at all, or none under these conditions', async () => {
  const { calls } = await render(pageOf([]), { params: { q: 'plum' } });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => lastQuery(calls)?.name).toBeUndefined();
  await expect.element(page.getByText('No fruits')).toBeVisible();
});

test('a failed call is said with a retry, which brings the rows', async () => {
  let fails = true;
  const { container } = await render(() =>
    fails ? refusalBody(400, 'Out of fruit') : pageOf(fruits),
  );
  await expect.element(page.getByText('Out of fruit')).toBeVisible();
  fails = false;
  (container.querySelector('.ky-list-body button') as HTMLElement).click();
  await expect.element(page.getByText('Apple')).toBeVisible();
});

test('rows stay selected on other pages until the selection is cleared', async () => {
  const rowsOf = ({ query }: ScriptedCall) => ({
    ...pageOf([{ id: query.current, name: `Fruit of page ${query.current}` }]),
    total: 20,
  });
  await render(rowsOf);
  await page.getByRole('checkbox', { name: 'Select Fruit of page 1' }).click();
  await page.getByRole('listitem', { name: '2' }).click();
  await page.getByRole('checkbox', { name: 'Select Fruit of page 2' }).click();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect.element(page.getByText('2 selected')).not.toBeInTheDocument();
});

test('on a phone rows are cards', async () => {
  await render(pageOf(fruits), { width: 390 });
  await expect.element(page.getByRole('list', { name: 'Fruits' })).toBeVisible();
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();
});

test('a page has as many rows as its window holds, until a size is chosen', async () => {
  const high = (pixels: number) => (
    <div style={{ height: pixels }}>
      <Fruits />
    </div>
  );
  const answers = { '/fruits': { ...pageOf(fruits), total: 100 } };
  const { calls, rerender } = await renderPage(high(1200), { answers });
  const sizes = () => calls.filter(({ path }) => path === '/fruits').map(({ query }) => query.size);
  await expect.element(page.getByText('Apple')).toBeVisible();
  // One question: the room is known before the first one.
  expect(sizes()).toHaveLength(1);
  const [whole] = sizes().map(Number);
  expect(whole).toBeGreaterThan(15);
  rerender(high(800));
  await expect.poll(() => Number(sizes().at(-1))).toBeLessThan(whole ?? 0);
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await page.getByText('30 / page').click();
  await expect.poll(() => sizes().at(-1)).toBe('30');
  rerender(high(1200));
  await page.getByRole('listitem', { name: '2' }).click();
  await expect.poll(() => lastQuery(calls)).toEqual({ current: '2', size: '30' });
});

import { f } from '@keyan/kernel/definition/field/field.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { ColumnOrder } from './ColumnOrder.tsx';
import type { Column } from './columns.ts';

const columnsOf = (count: number): readonly Column[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `column${index}`,
    spec: f.text([`第 ${index} 列`, `Column ${index}`]).spec,
    width: 100,
    align: 'left',
    sortable: false,
  }));

const render = (count: number, onChoose = vi.fn()) =>
  renderPage(
    <ColumnOrder
      columns={columnsOf(count)}
      chosen={['column0']}
      first="column0"
      onChoose={onChoose}
    />,
  );

test('one of many columns is found by its name and chosen', async () => {
  const onChoose = vi.fn();
  await render(40, onChoose);
  await page.getByRole('textbox', { name: 'Find a column' }).fill('column 37');
  await expect.poll(() => page.getByRole('checkbox').elements().length).toBe(1);
  await page.getByRole('checkbox', { name: 'Column 37' }).click();
  expect(onChoose).toHaveBeenCalledWith(['column0', 'column37']);
});

test('a few columns need no search', async () => {
  await render(5);
  await expect.element(page.getByRole('checkbox', { name: 'Column 4' })).toBeVisible();
  expect(page.getByRole('textbox').elements()).toHaveLength(0);
});

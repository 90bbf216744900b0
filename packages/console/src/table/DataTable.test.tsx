import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import type { DataColumn } from './column.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';

interface Fruit {
  readonly id: string;
  readonly name: string;
}

const fruits = (count: number): readonly Fruit[] =>
  Array.from({ length: count }, (_, index) => ({ id: `f${index}`, name: `Fruit ${index}` }));

const columns: readonly DataColumn<Fruit>[] = [
  { key: 'name', head: ['名称', 'Name'], cell: ({ name }) => name },
  {
    key: 'actions',
    width: 320,
    head: ['操作', 'Actions'],
    cell: ({ name }, { menu }) => (
      <>
        <button type="button" data-action="peel" tabIndex={-1}>
          Peel {name}
        </button>
        <button type="button" data-action="more" tabIndex={-1}>
          More {name}
        </button>
        {menu && <span role="status">{`${menu} of ${name}`}</span>}
      </>
    ),
  },
];

const keyOf = ({ id }: Fruit): string => id;

/** The table with a selection of its own; the first fruit cannot be selected. */
const Selectable = (props: Partial<DataTableProps<Fruit>>) => {
  const [selected, setSelected] = useState<ReadonlyMap<string, Fruit>>(new Map());
  return (
    <>
      <output>{[...selected.keys()].join(' ')}</output>
      <DataTable
        rows={fruits(4)}
        columns={columns}
        keyOf={keyOf}
        caption="Fruits"
        selection={{
          selected,
          nameOf: ({ id, name }) => (id === 'f0' ? undefined : name),
          onSelect: (rows, on) =>
            setSelected((before) => {
              const next = new Map(before);
              for (const row of rows) {
                if (on) next.set(row.id, row);
                else next.delete(row.id);
              }
              return next;
            }),
        }}
        {...props}
      />
    </>
  );
};

const chosen = page.getByRole('status').first();
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });

test('only heads of columns stay in sight: those of rows go with their rows', async () => {
  const { container } = await renderPage(
    <div style={{ display: 'flex', height: 160 }}>
      <DataTable
        rows={fruits(20)}
        columns={columns.map((column) => ({ ...column, isRowHead: column.key === 'name' }))}
        keyOf={keyOf}
        caption="Fruits"
      />
    </div>,
  );
  const scroller = container.querySelector('.ky-list-scroll');
  scroller?.scrollTo({ top: 300 });
  const topOf = (name: string) =>
    page.getByText(name, { exact: true }).element().getBoundingClientRect().top;
  await expect.poll(() => topOf('Fruit 1')).toBeLessThan(topOf('Name') - 100);
});

test('heads are in the language of the user, columns have their widths', async () => {
  const { container } = await renderPage(
    <DataTable rows={fruits(1)} columns={columns} keyOf={keyOf} caption="Fruits" />,
    { language: 'zh' },
  );
  await expect.element(page.getByRole('columnheader', { name: '名称' })).toBeInTheDocument();
  const widths = [...container.querySelectorAll('col')].map(({ style }) => style.width);
  expect(widths).toEqual(['', '320px']);
});

test('a row is selected by its box, a page by the box in the head, without rows that cannot be', async () => {
  await renderPage(<Selectable />);
  await box('Select Fruit 2').click();
  await expect.element(chosen).toHaveTextContent('f2');
  await expect.element(page.getByRole('checkbox').first()).toBePartiallyChecked();
  await page.getByRole('checkbox').first().click();
  await expect.element(chosen).toHaveTextContent('f2 f1 f3');
  await page.getByRole('checkbox').first().click();
  await expect.element(chosen).toBeEmptyDOMElement();
});

test('actions of a row need no function of the row; More opens its menu and closes it again', async () => {
  const onAction = vi.fn();
  await renderPage(
    <DataTable rows={fruits(2)} columns={columns} keyOf={keyOf} onAction={onAction} />,
  );
  await page.getByRole('button', { name: 'Peel Fruit 1' }).click();
  expect(onAction).toHaveBeenCalledExactlyOnceWith('peel', { id: 'f1', name: 'Fruit 1' });
  await page.getByRole('button', { name: 'More Fruit 0' }).click();
  await expect.element(page.getByText('more of Fruit 0')).toBeInTheDocument();
  await page.getByRole('button', { name: 'More Fruit 0' }).click();
  await expect.element(page.getByText('more of Fruit 0')).not.toBeInTheDocument();
});

test('a grid is one tab stop: arrows move, Enter opens, Space selects, Shift+F10 opens the menu', async () => {
  const onOpen = vi.fn();
  await renderPage(<Selectable grid={{ rowHeight: 36, onOpen }} />);
  const grid = page.getByRole('grid', { name: 'Fruits' });
  await page.getByRole('checkbox').first().click();
  await userEvent.keyboard('{Tab}');
  (grid.element() as HTMLElement).focus();
  const active = () => document.querySelector('[data-active]')?.getAttribute('data-row');
  await expect.poll(active).toBe('f0');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.poll(active).toBe('f2');
  expect(grid.element().getAttribute('aria-activedescendant')).toBe(
    document.querySelector('[data-row=f2]')?.id,
  );
  await userEvent.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith({ id: 'f2', name: 'Fruit 2' });
  await userEvent.keyboard(' ');
  await expect.element(chosen).toHaveTextContent('f1 f3');
  await userEvent.keyboard('{End}');
  await expect.poll(active).toBe('f3');
  await userEvent.keyboard('{Home}');
  await expect.poll(active).toBe('f0');
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(page.getByText('all of Fruit 0')).toBeInTheDocument();
});

test('a grid of 5,000 rows keeps few of them in the document, and scrolls to its end', async () => {
  const { container } = await renderPage(
    <div style={{ display: 'flex', flexDirection: 'column', height: 400 }}>
      <DataTable
        rows={fruits(5000)}
        columns={columns}
        keyOf={keyOf}
        caption="Fruits"
        grid={{ rowHeight: 44, onOpen: () => undefined }}
      />
    </div>,
  );
  const rows = () => container.querySelectorAll('[data-row]');
  await expect.poll(() => rows().length).toBeGreaterThan(10);
  expect(rows().length).toBeLessThan(120);
  expect(container.querySelector('table')?.getAttribute('aria-rowcount')).toBe('5001');
  (container.querySelector('table') as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => container.querySelector('[data-row=f4999]')).not.toBeNull();
  expect(container.querySelector('[data-row=f4999]')?.getAttribute('aria-rowindex')).toBe('5001');
  expect(rows().length).toBeLessThan(120);
  const scroller = container.querySelector('.ky-list-scroll') as HTMLElement;
  scroller.scrollTo(0, scroller.scrollHeight / 2);
  await expect.poll(() => container.querySelector('[data-row=f2500]')).not.toBeNull();
  // Few rows are added at once, so that no frame of scrolling waits for them.
  let most = 0;
  const observer = new MutationObserver((changes) => {
    most = Math.max(
      most,
      changes.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0),
    );
  });
  observer.observe(container.querySelector('tbody') as HTMLElement, { childList: true });
  for (let turn = 0; turn < 40; turn += 1) {
    scroller.scrollBy(0, 36);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  observer.disconnect();
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(12);
});

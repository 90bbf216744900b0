import { statuses } from '@keyan/kernel/access/status.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { lazy, Suspense, useCallback } from 'react';
import { useScreen } from '../base/useScreen.ts';
import type { WireRow } from '../data/calls.ts';
import { titleOf } from '../data/title.ts';
import { cellByType } from '../fields/values.tsx';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { useShortcuts } from '../navigation/shortcuts.ts';
import { DataList } from '../table/DataList.tsx';
import { rowHeights } from '../table/rowHeights.ts';
import type { ColumnTotal } from '../table/TableTotals.tsx';
import type { Density } from '../theme/density.ts';
import { minTitleWidth, pinName } from './columns.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { systemColumnWidths } from './systemColumns.ts';
import type { ResourceListController } from './useResourceList.ts';
import { useTableColumns } from './useTableColumns.tsx';

/** Loaded separately: only phones show cards. */
const ListCard = lazy(() => import('./ListCard.tsx'));

interface ListTableProps {
  readonly list: ResourceListController;
  readonly density: Density;
}

const idOf = (row: WireRow): string => row.id;

const rowAttributes = ({ auditStatus }: WireRow) => ({
  'data-void': auditStatus === statuses.void || undefined,
});

/**
 * Returns the note in place of a sum: rows of several batches or years are not added up before the
 * reader filters by one.
 */
const noSumText = ({ label: [zh, en] }: FieldSpec): Label => [
  `不同【${zh}】不相加，请先筛选其一`,
  `Not added up across different values (${en}): filter by one`,
];

/** Returns the sums of the chosen columns; a small screen leaves some out. */
const totalsOf = ({
  sums,
  columns,
  resource: { list, fields },
}: ResourceListController): readonly ColumnTotal[] | undefined => {
  const { totals = [], totalsWithin } = list;
  const within = totalsWithin === undefined ? undefined : fields[totalsWithin]?.spec;
  const isApart = within !== undefined && sums !== undefined && Object.keys(sums).length === 0;
  return (
    sums &&
    columns.chosen.flatMap(({ name, spec }): readonly ColumnTotal[] => {
      if (isApart && totals.includes(name)) {
        return [{ key: name, head: spec.label, value: '—', apart: noSumText(within) }];
      }
      const Show = cellByType[spec.type];
      const value = sums[name];
      if (value === undefined) return [];
      const shown = <Show key={name} name={name} spec={spec} value={value} row={sums} />;
      return [{ key: name, head: spec.label, value: shown }];
    })
  );
};

/** Renders the rows of a list: columns, heads with menus, actions by click and key. */
export const ListTable = ({ list, density }: ListTableProps) => {
  const { resource, view, context, columns, actions, sort, change } = list;
  const label = useLabel();
  const isSelectable = Object.keys(list.bulkActions).length > 0;
  const systemWidths = systemColumnWidths(context, isSelectable, useLanguage(), useScreen());
  const tableColumns = useTableColumns(list, systemWidths);
  const { minWidth, pins } = useTableWidth(list, systemWidths);
  useTableShortcuts(isSelectable);
  // Stable between renders: rows render again if the function changes.
  const nameOf = useCallback((row: WireRow) => titleOf(resource, row), [resource]);
  const heads = columns.shown.map((column, index) => [
    column.name,
    <HeaderCell
      key={column.name}
      column={column}
      title={column.name === resource.title}
      sort={sort}
      filterable={columns.filterable.has(column.name)}
      width={columns.widths[column.name] ?? column.width}
      onSort={(next) => change({ sort: next })}
      onResize={columns.resize}
      // The title stays the first column.
      left={index > 1 ? columns.shown[index - 1]?.name : undefined}
      right={index > 0 ? columns.shown[index + 1]?.name : undefined}
      onMove={columns.move}
      onColumn={columns.run}
    />,
  ]);
  const widths = columns.shown.map(({ name, width }) => [
    name,
    // The title takes the remaining width.
    name === resource.title ? undefined : (columns.widths[name] ?? width),
  ]);
  return (
    <DataList<WireRow>
      caption={label(view.label)}
      keyOf={idOf}
      columns={tableColumns}
      headCells={Object.fromEntries(heads)}
      widths={Object.fromEntries(widths)}
      totals={totalsOf(list)}
      minWidth={minWidth}
      style={pins}
      refreshing={list.isFetching}
      rowAttributes={rowAttributes}
      selectName={isSelectable ? nameOf : undefined}
      grid={{ rowHeight: rowHeights[density], onOpen: (row) => actions.run('view', row) }}
      onAction={(action, row) =>
        action === 'toggle' ? list.tree?.toggle(row.id) : actions.run(action, row)
      }
      card={(row) => (
        <Suspense key={row.id}>
          <ListCard
            row={row}
            columns={columns.chosen}
            context={context}
            now={list.fetchedAt}
            tree={list.tree}
          />
        </Suspense>
      )}
    />
  );
};

/** Returns the minimum width of the table, and the positions of pinned columns as CSS variables. */
const useTableWidth = (
  { resource, columns }: ResourceListController,
  systemWidths: ReturnType<typeof systemColumnWidths>,
) => {
  // A column pinned after the title is positioned at the title's full width.
  const isTitleFlexible = columns.shown.every(({ pin = 0 }) => pin === 0);
  const pins: Record<string, string> = {};
  let left = systemWidths.check + systemWidths.status;
  let minWidth = Object.values(systemWidths).reduce((sum, width) => sum + width);
  for (const { name, width, pin } of columns.shown) {
    const usual = isTitleFlexible && name === resource.title ? minTitleWidth : width;
    const least = columns.widths[name] ?? usual;
    minWidth += least;
    if (pin === undefined) continue;
    pins[pinName(pin)] = `${left}px`;
    left += least;
  }
  return { minWidth, pins };
};

const useTableShortcuts = (isSelectable: boolean): void =>
  useShortcuts([
    { keys: '↑', label: ['上一行', 'Previous row'] },
    { keys: '↓', label: ['下一行', 'Next row'] },
    { keys: 'Home', label: ['第一行', 'First row'] },
    { keys: 'End', label: ['最后一行', 'Last row'] },
    { keys: 'Enter', label: ['打开这一行', 'Open the row'] },
    { keys: 'Shift+F10', label: ['这一行的操作', 'Actions of the row'] },
    ...(isSelectable ? [{ keys: 'Space', label: ['选择这一行', 'Select the row'] } as const] : []),
  ]);

import { type CSSProperties, type MouseEvent, useCallback, useId, useRef, useState } from 'react';
import { useLabel } from '../i18n/language.ts';
import { isPlainClick } from '../navigation/TabLink.tsx';
import type { CellAttributes, DataColumn, HeaderCells, RowMenu } from './column.ts';
import { DataRow } from './DataRow.tsx';
import { SelectPageBox } from './SelectPageBox.tsx';
import { type ColumnTotal, TableTotals } from './TableTotals.tsx';
import { useGridKeyboard } from './useGridKeyboard.ts';
import { useWindow } from './useWindow.ts';
import './table.css';

/** Width in pixels of the column of checkboxes. */
export const checkWidth = 40;

/** A column of checkboxes. */
export interface TableSelection<Row> {
  /** Selected rows by key, of all pages. */
  readonly selected: ReadonlyMap<string, Row>;
  /**
   * Returns the row's name for screen readers; undefined if the row cannot be selected. Must be
   * stable between renders, like `columns`.
   */
  readonly nameOf: (row: Row) => string | undefined;
  readonly onSelect: (rows: readonly Row[], on: boolean) => void;
}

/**
 * Options of a table that is one tab stop and moves through its rows by keys; of long pages only
 * visible rows are rendered.
 */
export interface TableGrid<Row> {
  /** Height of a row in pixels, equal for all rows. */
  readonly rowHeight: number;
  readonly onOpen: (row: Row) => void;
  /** Shows a row beside the list, or none; undefined if the list has no room beside it. */
  readonly onPeek?: ((row: Row | undefined) => void) | undefined;
  /** Key of the row shown beside the list. */
  readonly peeked?: string | undefined;
}

export interface DataTableProps<Row> {
  readonly rows: readonly Row[];
  /**
   * Columns; the same array while cells do not change, because rows render again with a new one.
   */
  readonly columns: readonly DataColumn<Row>[];
  readonly keyOf: (row: Row, index: number) => string;
  /** Description of the table, for screen readers. */
  readonly caption?: string;
  /**
   * Frame: `scroll`, the default, puts the table in a scrolling box with a sticky head. `region`
   * does the same and makes the box a tab stop, for tables without focusable elements. `plain`
   * renders only the table.
   */
  readonly frame?: 'scroll' | 'region' | 'plain';
  /** CSS class of the table. */
  readonly className?: string;
  /** Width in pixels below which the table scrolls sideways. */
  readonly minWidth?: number;
  readonly style?: CSSProperties;
  /** True while rows are being refetched. */
  readonly refreshing?: boolean;
  readonly selection?: TableSelection<Row>;
  readonly grid?: TableGrid<Row>;
  /** Returns attributes of a row's `tr`. Must be stable between renders, like `columns`. */
  readonly rowAttributes?: (row: Row) => CellAttributes;
  /**
   * Called for clicks on elements with `data-action` inside a row, so that rows need no functions
   * of their own. `more` opens the menu of the row, `select` selects it.
   */
  readonly onAction?: (action: string, row: Row) => void;
  /** Heads that change independently of the rows: sorting, menus. */
  readonly headCells?: HeaderCells;
  /** Last row: sums below their columns. */
  readonly totals?: readonly ColumnTotal[];
  /**
   * Width in pixels by key, which overrides that of the column; undefined takes the remaining
   * width.
   */
  readonly widths?: Readonly<Record<string, number | undefined>>;
}

/**
 * Renders every table of the console: columns as data, selection, sticky edges, keys, windowing.
 * Long because the handlers of clicks, keys and menus share the rows, and the rest is one table's
 * markup.
 */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { rows, columns, keyOf, caption, frame = 'scroll', refreshing, selection, grid } = props;
  const { onAction, rowAttributes, headCells, totals } = props;
  const label = useLabel();
  const prefix = useId();
  const scroller = useRef<HTMLElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const { start, end } = useWindow(scroller, rows.length, grid?.rowHeight);
  const [menu, setMenu] = useState<{ readonly key: string; readonly of: RowMenu }>();
  const toggle = (row: Row, index: number) => {
    if (selection?.nameOf(row) === undefined) return;
    selection.onSelect([row], !selection.selected.has(keyOf(row, index)));
  };
  const keyboard = useGridKeyboard({
    rows,
    enabled: grid !== undefined,
    rowHeight: grid?.rowHeight ?? 0,
    scroller,
    table,
    onOpen: (row) => grid?.onOpen(row),
    onPeek: grid?.onPeek,
    isPeeking: grid?.peeked !== undefined,
    onToggle: (row) => toggle(row, rows.indexOf(row)),
  });
  const { active } = keyboard;

  const closeMenu = useCallback(() => {
    setMenu(undefined);
    // The keyboard continues at the rows.
    table.current?.focus({ preventScroll: true });
  }, []);

  const click = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const key = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    const index = rows.findIndex((each, at) => keyOf(each, at) === key);
    const row = rows[index];
    if (row === undefined || key === undefined) return;
    if (grid) keyboard.setActive(index);
    if (grid?.peeked !== undefined) grid.onPeek?.(row);
    const action = target.closest<HTMLElement>('[data-action]')?.dataset.action;
    if (action === undefined) return;
    if (action === 'select') return toggle(row, index);
    if (action === 'more') return setMenu(menu?.key === key ? undefined : { key, of: 'more' });
    if (!onAction || !isPlainClick(event)) return;
    event.preventDefault();
    onAction(action, row);
  };

  const spacer = (count: number) =>
    grid &&
    count > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it holds nothing that could take the focus
      <tr aria-hidden="true">
        <td
          colSpan={columns.length + (selection ? 1 : 0)}
          style={{ height: count * grid.rowHeight, padding: 0 }}
        />
      </tr>
    );

  const activeRow = rows[active];
  const gridAttributes = grid && {
    role: 'grid',
    tabIndex: 0,
    'aria-rowcount': rows.length + 1,
    'aria-activedescendant': activeRow && `${prefix}-${keyOf(activeRow, active)}`,
    onKeyDown: keyboard.onKeyDown,
    onFocus: (event: { readonly target: EventTarget }) => {
      if (event.target === table.current) keyboard.onFocus();
    },
    onContextMenu: (event: MouseEvent) => {
      // Opens the menu of the active row by Shift+F10 or the menu key; the pointer gets the
      // browser's own menu.
      if (!activeRow || event.target !== table.current) return;
      event.preventDefault();
      setMenu({ key: keyOf(activeRow, active), of: 'all' });
    },
  };
  const content = (
    <table
      ref={table}
      className={props.className ?? (frame === 'plain' ? undefined : 'ky-list-table')}
      aria-label={caption}
      aria-busy={refreshing}
      style={{ minWidth: props.minWidth, ...props.style }}
      {...gridAttributes}
    >
      <Columns {...props} />
      <thead>
        <tr>
          {selection && <SelectPage rows={rows} keyOf={keyOf} selection={selection} />}
          {columns.map(
            (column) =>
              headCells?.[column.key] ?? (
                <th
                  key={column.key}
                  scope="col"
                  className={column.className}
                  data-align={column.align}
                  style={column.style}
                  {...column.attributes}
                >
                  {label(column.head)}
                </th>
              ),
          )}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: buttons in rows bring their keys, grids theirs */}
      <tbody onClick={click}>
        {spacer(start)}
        {rows.slice(start, end).map((row, offset) => {
          const index = start + offset;
          const key = keyOf(row, index);
          return (
            <DataRow
              key={key}
              row={row}
              rowKey={key}
              columns={columns}
              attributes={rowAttributes}
              index={index}
              selectable={selection !== undefined}
              selected={selection?.selected.has(key) ?? false}
              selectName={selection?.nameOf}
              gridId={grid && `${prefix}-${key}`}
              active={index === active}
              menu={menu?.key === key ? menu.of : undefined}
              closeMenu={closeMenu}
            />
          );
        })}
        {spacer(rows.length - end)}
      </tbody>
      {totals && totals.length > 0 && (
        <TableTotals columns={columns} totals={totals} hasChecks={selection !== undefined} />
      )}
    </table>
  );
  if (frame === 'plain') return content;
  const region = frame === 'region' && {
    tabIndex: 0,
    role: 'region',
    'aria-label': label([`${caption}列表`, `${caption}: rows`]),
  };
  return (
    <div
      className="ky-list-scroll"
      ref={scroller as React.RefObject<HTMLDivElement>}
      data-refreshing={refreshing || undefined}
      {...region}
    >
      {content}
    </div>
  );
};

type ColumnsProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'widths' | 'selection'>;

/** Renders the widths of the columns; nothing if no column has one. */
const Columns = <Row,>({ columns, widths, selection }: ColumnsProps<Row>) => {
  const widthOf = ({ key, width }: DataColumn<Row>) =>
    widths && Object.hasOwn(widths, key) ? widths[key] : width;
  if (columns.every((column) => widthOf(column) === undefined)) return null;
  return (
    <colgroup>
      {selection && <col style={{ width: checkWidth }} />}
      {columns.map((column) => (
        <col
          key={column.key}
          className={column.className}
          data-column={column.key}
          style={{ width: widthOf(column) }}
        />
      ))}
    </colgroup>
  );
};

type SelectPageProps<Row> = Pick<DataTableProps<Row>, 'rows' | 'keyOf'> & {
  readonly selection: TableSelection<Row>;
};

/** Renders the checkbox in the head: selects all selectable rows of the page, or none. */
const SelectPage = <Row,>({ rows, keyOf, selection }: SelectPageProps<Row>) => {
  const { selected, nameOf, onSelect } = selection;
  const selectable = rows.filter((row) => nameOf(row) !== undefined);
  const here = rows.filter((row, index) => selected.has(keyOf(row, index))).length;
  return (
    <th scope="col" className="ky-col-check">
      <SelectPageBox
        of={selectable.length}
        chosen={here}
        onChange={(on) => onSelect(selectable, on)}
      />
    </th>
  );
};

import type { Sort } from '@keyan/kernel/query.ts';
import type { ColumnChoice } from '@keyan/kernel/saved-view.ts';
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useScreen } from '../base/useScreen.ts';
import type { WireRow } from '../data/calls.ts';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { useShortcuts } from '../navigation/shortcuts.ts';
import { isPlainClick } from '../navigation/TabLink.tsx';
import { pagesOf, usePresentation } from '../presentation/resources.tsx';
import type { ActionContext, RecordActionName } from '../records/actions.ts';
import { CheckPage } from '../table/CheckPage.tsx';
import { useWindow } from '../table/useWindow.ts';
import type { Density } from '../theme/density.ts';
import { type Column, leastTitle, pinName } from './columns.ts';
import { type ColumnAct, HeadCell } from './HeadCell.tsx';
import { ListRow } from './ListRow.tsx';
import { systemColumnWidths } from './systemColumns.ts';

export const rowHeights = { compact: 36, standard: 44 } as const;

interface ListTableProps {
  readonly rows: readonly WireRow[];
  readonly columns: readonly Column[];
  /** What was dragged, by column: apart, so that rows are not drawn anew for it. */
  readonly widths: ColumnChoice['widths'];
  readonly context: ActionContext;
  readonly sort: Sort;
  readonly selectable: boolean;
  readonly selected: ReadonlyMap<string, WireRow>;
  readonly refreshing: boolean;
  /** When the rows were read. */
  readonly now: number;
  readonly onSort: (sort: Sort) => void;
  readonly onSelect: (rows: readonly WireRow[], selected: boolean) => void;
  readonly onVerb: (verb: RecordActionName, row: WireRow) => void;
  readonly onResize: (name: string, width: number) => void;
  readonly density: Density;
  /** What the menu of a column's head asks for. */
  readonly onColumn: (act: ColumnAct, name: string) => void;
  /** Names of the fields that can be filtered by. */
  readonly filterable: ReadonlySet<string>;
  /** What the table is, for those who cannot see it. */
  readonly caption: string;
}

/**
 * The table: head and outer columns stay in sight, arrows move, Enter opens, Space selects. All
 * clicks are read at the body, so that a row costs no functions of its own.
 */
export const ListTable = (props: ListTableProps) => {
  const {
    rows,
    columns,
    widths = {},
    context,
    sort,
    selectable,
    selected,
    refreshing,
    now,
    caption,
  } = props;
  const { onSort, onSelect, onVerb, onResize, density, onColumn, filterable } = props;
  const label = useLabel();
  const outer = systemColumnWidths(context, selectable, useLanguage(), useScreen());
  const prefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const rowHeight = rowHeights[density];
  const { start, end } = useWindow(scroller, rows.length, rowHeight);
  const [active, setActive] = useState(-1);
  const [menu, setMenu] = useState<{ readonly id: string; readonly of: 'more' | 'all' }>();
  const presentation = usePresentation(context.resource);
  const status = outer.status > 0;
  const place = outer.place > 0;
  const [detailOf] = useState(() => pagesOf(context.view).detail);

  const byId = useRef<ReadonlyMap<string, WireRow>>(new Map());
  byId.current = new Map(rows.map((row) => [row.id, row]));
  const verb = useRef(onVerb);
  verb.current = onVerb;
  const act = useCallback((name: RecordActionName, id: string) => {
    const row = byId.current.get(id);
    if (row) verb.current(name, row);
  }, []);

  /** The keyboard goes on at the rows. */
  const closeMenu = useCallback(() => {
    setMenu(undefined);
    table.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    setActive((before) => Math.min(before, rows.length - 1));
  }, [rows]);

  const click = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const id = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    const row = id === undefined ? undefined : byId.current.get(id);
    if (!row || id === undefined) return;
    setActive(rows.indexOf(row));
    const name = target.closest<HTMLElement>('[data-action]')?.dataset.action;
    if (name === undefined) return;
    if (name === 'select') return onSelect([row], !selected.has(id));
    if (name === 'more') return setMenu(menu?.id === id ? undefined : { id, of: 'more' });
    if (!isPlainClick(event)) return;
    event.preventDefault();
    act(name as RecordActionName, id);
  };

  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setActive(next);
    const box = scroller.current;
    if (!box) return;
    const top = next * rowHeight;
    const head = table.current?.tHead?.offsetHeight ?? rowHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    const bottom = top + rowHeight + head;
    if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
  };

  const row = rows[active];
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active - 1),
    Home: () => move(0),
    End: () => move(rows.length - 1),
    Enter: () => row && act('view', row.id),
    ' ': () => row && selectable && onSelect([row], !selected.has(row.id)),
  };
  const press = (event: KeyboardEvent) => {
    const run = keys[event.key];
    if (!run || event.target !== table.current) return;
    event.preventDefault();
    run();
  };

  useShortcuts([
    { keys: '↑', label: ['上一行', 'Previous row'] },
    { keys: '↓', label: ['下一行', 'Next row'] },
    { keys: 'Home', label: ['第一行', 'First row'] },
    { keys: 'End', label: ['最后一行', 'Last row'] },
    { keys: 'Enter', label: ['打开这一行', 'Open the row'] },
    { keys: 'Shift+F10', label: ['这一行的操作', 'What can be done with the row'] },
    ...(selectable ? [{ keys: 'Space', label: ['选择这一行', 'Choose the row'] } as const] : []),
  ]);

  const chosenHere = rows.filter(({ id }) => selected.has(id)).length;
  // What stands in sight behind the title counts on its whole width.
  const givesWay = columns.every(({ pin = 0 }) => pin === 0);
  const leastOf = ({ name, width }: Column): number =>
    widths[name] ?? (givesWay && name === context.resource.title ? leastTitle : width);
  const total =
    Object.values(outer).reduce((sum, width) => sum + width) +
    columns.reduce((sum, column) => sum + leastOf(column), 0);
  // Where each pinned column stops, as variables: rows are not drawn anew when an edge is dragged.
  const pins: Record<string, string> = {};
  let edge = outer.check + outer.status;
  for (const column of columns) {
    if (column.pin === undefined) continue;
    pins[pinName(column.pin)] = `${edge}px`;
    edge += leastOf(column);
  }
  const span = columns.length + Object.values(outer).filter((width) => width > 0).length;
  const spacer = (count: number) =>
    count > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it holds nothing that could take the focus
      <tr aria-hidden="true">
        <td colSpan={span} style={{ height: count * rowHeight, padding: 0 }} />
      </tr>
    );

  return (
    <div className="ky-list-scroll" ref={scroller} data-refreshing={refreshing || undefined}>
      <table
        ref={table}
        className="ky-list-table"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen and opened by keys
        role="grid"
        tabIndex={0}
        aria-label={caption}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={row ? `${prefix}-${row.id}` : undefined}
        aria-busy={refreshing}
        style={{ minWidth: total, ...pins }}
        onKeyDown={press}
        onContextMenu={(event) => {
          // By Shift+F10 or the key for menus; the pointer has the browser's own menu.
          if (!row || event.target !== table.current) return;
          event.preventDefault();
          setMenu({ id: row.id, of: 'all' });
        }}
        onFocus={(event) => {
          if (event.target === table.current && active < 0) setActive(0);
        }}
      >
        <colgroup>
          {selectable && <col style={{ width: outer.check }} />}
          {status && <col style={{ width: outer.status }} />}
          {columns.map(({ name, width }) => (
            // The title takes what the others leave.
            <col
              key={name}
              data-column={name}
              style={name === context.resource.title ? undefined : { width: widths[name] ?? width }}
            />
          ))}
          {place && <col style={{ width: outer.place }} />}
          <col style={{ width: outer.verbs }} />
        </colgroup>
        <thead>
          <tr>
            {selectable && (
              <th scope="col" className="ky-col-check">
                <CheckPage
                  of={rows.length}
                  chosen={chosenHere}
                  onChange={(on) => onSelect(rows, on)}
                />
              </th>
            )}
            {status && (
              <th scope="col" className="ky-col-status">
                {label(['状态', 'Status'])}
              </th>
            )}
            {columns.map((column) => (
              <HeadCell
                key={column.name}
                column={column}
                title={column.name === context.resource.title}
                sort={sort}
                filterable={filterable.has(column.name)}
                width={widths[column.name] ?? column.width}
                onSort={onSort}
                onResize={onResize}
                onColumn={onColumn}
              />
            ))}
            {place && <th scope="col">{label(['当前环节', 'Current step'])}</th>}
            <th scope="col" className="ky-col-actions">
              {label(['操作', 'Actions'])}
            </th>
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are read at the table */}
        <tbody onClick={click}>
          {spacer(start)}
          {rows.slice(start, end).map((each, index) => (
            <ListRow
              key={each.id}
              id={`${prefix}-${each.id}`}
              row={each}
              columns={columns}
              context={context}
              presentation={presentation}
              detailOf={detailOf}
              status={status}
              place={place}
              selectable={selectable}
              selected={selected.has(each.id)}
              active={start + index === active}
              at={start + index + 2}
              menu={menu?.id === each.id ? menu.of : undefined}
              onMenuClose={closeMenu}
              onVerb={act}
              now={now}
            />
          ))}
          {spacer(rows.length - end)}
        </tbody>
      </table>
    </div>
  );
};

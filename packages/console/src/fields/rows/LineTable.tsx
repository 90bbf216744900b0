import type { FieldKind, Fields } from '@keyan/kernel/field.ts';
import { kinds } from '@keyan/kernel/kinds.ts';
import { type PointerEvent, useCallback, useRef, useState } from 'react';
import type { Values } from '../../data/values.ts';
import { positionOf } from '../../form-store/path.ts';
import type { FormStore } from '../../form-store/store.ts';
import { useRevealed } from '../../form-store/useRevealed.ts';
import { useLabel } from '../../i18n/language.ts';
import { useShortcuts } from '../../navigation/shortcuts.ts';
import type { Presentation } from '../../presentation/present.ts';
import { fieldOf } from '../../presentation/resources.tsx';
import type { Step } from './Cell.tsx';
import { LineRow } from './LineRow.tsx';
import { ordinalOf } from './lines.ts';
import type { LineDeeds } from './useLines.ts';

/** Pixels of one line; all are alike, so that a window over many can be computed. */
const lineHeight = 36;
/** More lines than this are drawn through a window that scrolls. */
const plainLimit = 20;
const windowHeight = lineHeight * 14;
const overscan = 6;

/** Pixels of a column by kind; those without share what is left. */
const widths: Readonly<Partial<Record<FieldKind, number>>> = {
  integer: 96,
  decimal: 104,
  money: 136,
  year: 88,
  date: 132,
  time: 184,
  dict: 128,
  dicts: 168,
  ref: 148,
};

/** Pixels for the handle and the place, and the least that a column without a width gets. */
const placeWidth = 64;
const freeWidth = 140;

interface LineTableProps {
  readonly form: FormStore;
  readonly path: string;
  readonly presentation: Presentation;
  readonly fields: Fields;
  readonly columns: readonly string[];
  readonly lines: readonly Values[];
  readonly deeds: LineDeeds;
  readonly hasMore: boolean;
  readonly onMore: (line: number) => void;
}

const nowhere = { line: -1, column: -1 };

/**
 * The sub-table of a form as a table: Tab goes right and out at the end, Enter down, and adds a line
 * after the last one. It has its own markup, not a `DataTable`: its cells are editors, the cursor
 * moves from cell to cell, and lines are dragged to another place.
 */
export const LineTable = (props: LineTableProps) => {
  const { form, path, presentation, fields, columns, lines, deeds, hasMore, onMore } = props;
  const label = useLabel();
  useShortcuts([
    { keys: 'Enter', label: ['子表：下一行', 'In a table: next row'] },
    { keys: 'Alt+↑', label: ['子表：本行上移', 'In a table: move the row up'] },
    { keys: 'Alt+↓', label: ['子表：本行下移', 'In a table: move the row down'] },
  ]);
  const [active, setActive] = useState(nowhere);
  const [scroll, setScroll] = useState(0);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const scroller = useRef<HTMLDivElement>(null);

  const ordinal = ordinalOf(fields);
  const place = (ordinal && fields[ordinal]?.spec.label) || (['序号', 'No.'] as const);

  const widthOf = (name: string): number | undefined =>
    fieldOf(presentation, `${path}.${name}`).width ?? widths[fields[name]?.spec.kind ?? 'text'];
  const deedsWidth = hasMore ? 80 : 48;
  // Below this the table scrolls sideways, rather than squeeze the columns that share what is left.
  const least = columns.reduce(
    (sum, name) => sum + (widthOf(name) ?? freeWidth),
    placeWidth + deedsWidth,
  );

  const windowed = lines.length > plainLimit;
  const first = windowed ? Math.max(0, Math.floor(scroll / lineHeight) - overscan) : 0;
  const last = windowed
    ? Math.min(lines.length, Math.ceil((scroll + windowHeight) / lineHeight) + overscan)
    : lines.length;

  const bring = useCallback((line: number) => {
    const box = scroller.current;
    if (!box || line < 0) return;
    const top = line * lineHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + 2 * lineHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top + 2 * lineHeight - box.clientHeight;
    }
  }, []);

  const activate = useCallback(
    (line: number, column: number) => {
      setActive({ line, column });
      bring(line);
    },
    [bring],
  );
  const leave = useCallback(() => setActive(nowhere), []);

  // The cursor finds its way by the present number of lines, read when a key is pressed.
  const count = useRef(lines.length);
  count.current = lines.length;
  const editable = useRef<readonly number[]>([]);
  editable.current = columns.flatMap((name, at) => (fields[name]?.spec.readonly ? [] : [at]));

  /** Goes where a key leads; false where it leads out of the table, which Tab must be able to do. */
  const step = useCallback(
    (line: number, column: number, way: Step): boolean => {
      const open = editable.current;
      const at = open.indexOf(column);
      const start = open[0] ?? 0;
      const go = (toLine: number, toColumn: number): true => {
        activate(toLine, toColumn);
        return true;
      };
      const moves: Record<Step, () => boolean> = {
        left() {
          if (at > 0) return go(line, open[at - 1] ?? start);
          return line > 0 && go(line - 1, open.at(-1) ?? start);
        },
        right() {
          if (at < open.length - 1) return go(line, open[at + 1] ?? start);
          return line < count.current - 1 && go(line + 1, start);
        },
        down() {
          if (line < count.current - 1 || deeds.add()) go(line + 1, column);
          return true;
        },
        lineUp() {
          deeds.move(line, line - 1);
          return go(Math.max(0, line - 1), column);
        },
        lineDown() {
          deeds.move(line, line + 1);
          return go(Math.min(count.current - 1, line + 1), column);
        },
      };
      return moves[way]();
    },
    [activate, deeds],
  );

  const grab = useCallback(
    (event: PointerEvent<HTMLElement>, from: number) => {
      const handle = event.currentTarget;
      handle.setPointerCapture(event.pointerId);
      const placeAt = (y: number) => {
        const top = body.current?.getBoundingClientRect().top ?? 0;
        return Math.max(0, Math.min(count.current - 1, Math.floor((y - top) / lineHeight)));
      };
      const follow = (moved: globalThis.PointerEvent) =>
        setDrag({ from, to: placeAt(moved.clientY) });
      const drop = (end: globalThis.PointerEvent) => {
        handle.removeEventListener('pointermove', follow);
        setDrag(null);
        if (end.type === 'pointerup') deeds.move(from, placeAt(end.clientY));
      };
      handle.addEventListener('pointermove', follow);
      handle.addEventListener('pointerup', drop, { once: true });
      handle.addEventListener('pointercancel', drop, { once: true });
    },
    [deeds],
  );

  // A fault's link in the foot of the form leads to the very cell.
  useRevealed(form, (revealed) => {
    const place = positionOf(revealed);
    if (place.field !== path || place.line === undefined) return;
    const column = columns.indexOf(place.name ?? '');
    if (column >= 0) activate(place.line, column);
    else onMore(place.line);
  });

  return (
    <div
      className="ky-lines"
      ref={scroller}
      style={windowed ? { maxHeight: windowHeight + lineHeight } : undefined}
      onScroll={(event) => windowed && setScroll(event.currentTarget.scrollTop)}
    >
      <table style={{ minWidth: least }} aria-rowcount={lines.length + 1}>
        <colgroup>
          <col style={{ width: placeWidth }} />
          {columns.map((name) => (
            <col key={name} style={{ width: widthOf(name) }} />
          ))}
          <col style={{ width: deedsWidth }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{label(place)}</th>
            {columns.map((name) => {
              const spec = fields[name]?.spec;
              return (
                <th key={name} scope="col" data-align={spec && kinds[spec.kind].align}>
                  {spec && label(spec.label)}
                </th>
              );
            })}
            <th scope="col">
              <span className="ky-sr">{label(['操作', 'Actions'])}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} data-drop={drag ? drag.to : undefined}>
          {first > 0 && <tr style={{ height: first * lineHeight }} />}
          {lines.slice(first, last).map((line, offset) => {
            const index = first + offset;
            return (
              <LineRow
                key={form.lineKey(line)}
                form={form}
                path={path}
                presentation={presentation}
                columns={columns}
                line={line}
                index={index}
                deeds={deeds}
                activeColumn={active.line === index ? active.column : -1}
                hasMore={hasMore}
                dragged={drag !== null && (drag.from === index || drag.to === index)}
                onActivate={activate}
                onLeave={leave}
                onStep={step}
                onMore={onMore}
                onGrab={grab}
              />
            );
          })}
          {last < lines.length && <tr style={{ height: (lines.length - last) * lineHeight }} />}
        </tbody>
      </table>
    </div>
  );
};

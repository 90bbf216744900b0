import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';

interface GridKeyboardProps<Row> {
  readonly rows: readonly Row[];
  readonly enabled: boolean;
  /** Pixels of one row. */
  readonly rowHeight: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly table: RefObject<HTMLTableElement | null>;
  readonly onOpen: (row: Row) => void;
  readonly onToggle: (row: Row) => void;
}

const isLink = (target: EventTarget): boolean => target instanceof HTMLAnchorElement;
const isMove = (key: string): boolean => key === 'ArrowDown' || key === 'ArrowUp';

/**
 * The keys of a grid: one tab stop, arrows move between rows, Enter opens, Space selects. Returns
 * the index of the active row, -1 before the first key.
 */
export const useGridKeyboard = <Row>(props: GridKeyboardProps<Row>) => {
  const { rows, enabled, rowHeight, scroller, table, onOpen, onToggle } = props;
  const [active, setActive] = useState(-1);
  useEffect(() => {
    setActive((before) => Math.min(before, rows.length - 1));
  }, [rows]);

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
    Enter: () => row && onOpen(row),
    ' ': () => row && onToggle(row),
  };
  return {
    active: enabled ? active : -1,
    setActive,
    onKeyDown: (event: KeyboardEvent) => {
      const run = keys[event.key];
      const isInRow = isLink(event.target) && isMove(event.key);
      if (!run || (event.target !== table.current && !isInRow)) return;
      event.preventDefault();
      // From a link of a row that was clicked, the keyboard goes on at the rows.
      if (isInRow) table.current?.focus({ preventScroll: true });
      run();
    },
    onFocus: () => {
      if (active < 0) setActive(0);
    },
  };
};

import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import type { Text } from '../i18n/language.ts';
import { useShortcuts } from '../navigation/shortcuts.ts';

interface GridKeyboardProps<Row> {
  readonly rows: readonly Row[];
  readonly enabled: boolean;
  /** Height of a row in pixels. */
  readonly rowHeight: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly table: RefObject<HTMLTableElement | null>;
  readonly onOpen: (row: Row) => void;
  /** Shows a row beside the list, or none; undefined if the list has no room beside it. */
  readonly onPeek: ((row: Row | undefined) => void) | undefined;
  /** True if the panel beside the list is open: it shows the active row. */
  readonly isPeeking: boolean;
  readonly onToggle: (row: Row) => void;
}

const isLink = (target: EventTarget): boolean => target instanceof HTMLAnchorElement;
const isMove = (key: string): boolean => key === 'ArrowDown' || key === 'ArrowUp';

/** Keys of the grid that work wherever the focus is, unless the user is typing. */
const pageKeys = {
  j: ['下一行', 'Next row'],
  k: ['上一行', 'Previous row'],
} as const satisfies Record<string, Text>;

/**
 * Handles the keys of a grid: one tab stop; arrows, J and K move between rows, Enter opens, Space
 * selects, the right arrow shows the row beside the list and Escape hides it. Returns the index of
 * the active row, -1 before the first key.
 */
export const useGridKeyboard = <Row>(props: GridKeyboardProps<Row>) => {
  const { rows, enabled, rowHeight, scroller, table, onOpen, onPeek, isPeeking, onToggle } = props;
  const [active, setActive] = useState(-1);
  useEffect(() => {
    setActive((before) => Math.min(before, rows.length - 1));
  }, [rows]);

  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setActive(next);
    if (isPeeking) onPeek?.(rows[next]);
    const box = scroller.current;
    if (!box) return;
    const top = next * rowHeight;
    const head = table.current?.tHead?.offsetHeight ?? rowHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    const bottom = top + rowHeight + head;
    if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
  };

  const row = rows[active];
  const close = () => onPeek?.(undefined);
  const fromAnywhere = (key: string) => () => {
    table.current?.focus({ preventScroll: true });
    keys[key]?.();
  };
  useShortcuts(
    enabled
      ? [
          ...Object.entries(pageKeys).map(([key, label]) => ({
            keys: key,
            label,
            run: fromAnywhere(key),
          })),
          ...(isPeeking
            ? [{ keys: 'Escape', label: ['收起侧边', 'Close the side panel'], run: close } as const]
            : []),
        ]
      : [],
  );
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active - 1),
    Home: () => move(0),
    End: () => move(rows.length - 1),
    j: () => move(active + 1),
    k: () => move(active - 1),
    Enter: () => row && onOpen(row),
    ...(onPeek && row && { ArrowRight: () => onPeek(row) }),
    ...(onPeek && isPeeking && { ArrowLeft: close, Escape: close }),
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
      // After a click on a link of a row, the keyboard continues at the rows.
      if (isInRow) table.current?.focus({ preventScroll: true });
      run();
    },
    onFocus: () => {
      if (active < 0) setActive(0);
    },
  };
};

import { type RefObject, useCallback, useRef, useState } from 'react';
import { fieldPositionOf } from '../../form-store/path.ts';
import type { FormStore } from '../../form-store/store.ts';
import { useOnReveal } from '../../form-store/useRevealed.ts';
import type { CursorDirection } from './Cell.tsx';
import { lineHeight } from './lineWindow.ts';
import type { LineActions } from './useLines.ts';

const nowhere = { line: -1, column: -1 };

interface Options {
  readonly form: FormStore;
  /** Path of the sub-table. */
  readonly path: string;
  readonly columns: readonly string[];
  /** Indices of the editable columns. */
  readonly editable: readonly number[];
  readonly lineCount: number;
  readonly actions: LineActions;
  /** Scrolling element of the table. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Opens the drawer with all fields of a line. */
  readonly onMore: (line: number) => void;
}

/** Returns the cell that is being edited, and the functions that move the cursor. */
export const useCellCursor = (options: Options) => {
  const { form, path, columns, actions, scroller, onMore } = options;
  const [active, setActive] = useState(nowhere);

  const activate = useCallback(
    (line: number, column: number) => {
      setActive({ line, column });
      const box = scroller.current;
      if (!box || line < 0) return;
      const top = line * lineHeight;
      if (top < box.scrollTop) box.scrollTop = top;
      else if (top + 2 * lineHeight > box.scrollTop + box.clientHeight) {
        box.scrollTop = top + 2 * lineHeight - box.clientHeight;
      }
    },
    [scroller],
  );
  const leave = useCallback(() => setActive(nowhere), []);

  // Read when a key is pressed, so that lines need not render when the number of lines changes.
  const present = useRef(options);
  present.current = options;

  /** Moves the cursor; returns false if it would leave the table, so that Tab can leave. */
  const step = useCallback(
    (line: number, column: number, direction: CursorDirection): boolean => {
      const { editable, lineCount } = present.current;
      const at = editable.indexOf(column);
      const start = editable[0] ?? 0;
      const go = (toLine: number, toColumn: number): true => {
        activate(toLine, toColumn);
        return true;
      };
      const targets: Record<CursorDirection, () => boolean> = {
        left() {
          if (at > 0) return go(line, editable[at - 1] ?? start);
          return line > 0 && go(line - 1, editable.at(-1) ?? start);
        },
        right() {
          if (at < editable.length - 1) return go(line, editable[at + 1] ?? start);
          return line < lineCount - 1 && go(line + 1, start);
        },
        down() {
          // Enter in the last line adds no line; a button does.
          if (line < lineCount - 1) go(line + 1, column);
          return true;
        },
        lineUp() {
          actions.move(line, line - 1);
          return go(Math.max(0, line - 1), column);
        },
        lineDown() {
          actions.move(line, line + 1);
          return go(Math.min(lineCount - 1, line + 1), column);
        },
      };
      return targets[direction]();
    },
    [activate, actions],
  );

  // The link of an error in the footer of the form leads to its cell.
  useOnReveal(form, (revealed) => {
    const position = fieldPositionOf(revealed);
    if (position.field !== path || position.line === undefined) return;
    const column = columns.indexOf(position.name ?? '');
    if (column >= 0) activate(position.line, column);
    else onMore(position.line);
  });

  return { active, activate, leave, step };
};

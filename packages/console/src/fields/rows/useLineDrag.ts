import { type PointerEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { lineHeight } from './lineWindow.ts';
import type { LineActions } from './useLines.ts';

/**
 * Returns the state of dragging a line: the dragged line, and the position where it would be
 * dropped.
 */
export const useLineDrag = (
  body: RefObject<HTMLTableSectionElement | null>,
  lineCount: number,
  actions: LineActions,
) => {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const count = useRef(lineCount);
  count.current = lineCount;
  const grab = useCallback(
    (event: PointerEvent<HTMLElement>, from: number) => {
      const handle = event.currentTarget;
      handle.setPointerCapture(event.pointerId);
      const lineAt = (y: number) => {
        const top = body.current?.getBoundingClientRect().top ?? 0;
        return Math.max(0, Math.min(count.current - 1, Math.floor((y - top) / lineHeight)));
      };
      const follow = (moved: globalThis.PointerEvent) =>
        setDrag({ from, to: lineAt(moved.clientY) });
      const drop = (end: globalThis.PointerEvent) => {
        handle.removeEventListener('pointermove', follow);
        setDrag(null);
        if (end.type === 'pointerup') actions.move(from, lineAt(end.clientY));
      };
      handle.addEventListener('pointermove', follow);
      handle.addEventListener('pointerup', drop, { once: true });
      handle.addEventListener('pointercancel', drop, { once: true });
    },
    [actions, body],
  );
  return { drag, grab };
};

import { type RefObject, useEffect, useState } from 'react';

/** Maximum number of rows that are all rendered; of longer pages only visible rows are. */
const maxRowsWithoutWindow = 100;
/** Number of rows rendered beyond both edges, ready for scrolling. */
const overscanRows = 20;
/** Number of rows by which the rendered window moves: few, so that they render within one frame. */
const windowStep = 5;

interface Slice {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the rows of a long page to render, from `start` up to but excluding `end`. The position
 * is rounded to a step, so that most scroll events change nothing.
 * @param rowHeight height of every row in pixels; undefined: all rows are rendered
 */
export const useWindow = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number | undefined,
): Slice => {
  const long = rowHeight !== undefined && count > maxRowsWithoutWindow;
  const [first, setFirst] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element || !long) return;
    const look = () => {
      // A hidden page has no height and reports a scroll position of 0.
      if (element.clientHeight === 0) return;
      const row = Math.floor(element.scrollTop / rowHeight);
      setFirst(Math.floor(row / windowStep) * windowStep);
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [scroller, long, rowHeight]);
  if (!long) return { start: 0, end: count };
  const inSight = Math.ceil((scroller.current?.clientHeight ?? 800) / rowHeight);
  return {
    start: Math.max(0, Math.min(first, count) - overscanRows),
    end: Math.min(count, first + inSight + windowStep + overscanRows),
  };
};

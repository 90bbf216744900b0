import { type RefObject, useEffect, useState } from 'react';

/** Pages of up to this many rows are rendered whole; of longer ones only what is visible. */
const renderedWhole = 100;
/** Rows rendered beyond both edges, so that scrolling finds them ready. */
const margin = 20;
/** Rows that are exchanged at once: few, so that they render within one frame. */
const step = 5;

interface Slice {
  readonly start: number;
  readonly end: number;
}

/**
 * Rows of a long page to render, from `start` up to `end`. The position is rounded to a step, so that most scroll
 * events change nothing.
 * @param rowHeight Pixels that every row has; undefined: all rows are rendered
 */
export const useWindow = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number | undefined,
): Slice => {
  const long = rowHeight !== undefined && count > renderedWhole;
  const [first, setFirst] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element || !long) return;
    const look = () => {
      // A hidden page has no height and says that it is scrolled to the top.
      if (element.clientHeight === 0) return;
      const row = Math.floor(element.scrollTop / rowHeight);
      setFirst(Math.floor(row / step) * step);
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [scroller, long, rowHeight]);
  if (!long) return { start: 0, end: count };
  const inSight = Math.ceil((scroller.current?.clientHeight ?? 800) / rowHeight);
  return {
    start: Math.max(0, Math.min(first, count) - margin),
    end: Math.min(count, first + inSight + step + margin),
  };
};

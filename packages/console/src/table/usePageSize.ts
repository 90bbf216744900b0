import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePreference } from '../storage/preferences.ts';
import { fewestRows, followsWindow, mostFittedRows } from './paging.ts';

/** Pixels below the rows: the foot of the list. */
const footHeight = 48;
/** Milliseconds after which a window that changes its height counts as changed. */
const settled = 200;

/** How many rows a page of a list has, and who decided it. */
export interface PageSizing {
  /** Rows of a page; undefined until the room for them is measured. */
  readonly size: number | undefined;
  /** The page has as many rows as its window holds. */
  readonly isFitted: boolean;
  /** Remembers a size for this list; `followsWindow` goes back to the height of the window. */
  readonly choose: (size: number) => void;
  /** Belongs on the box of the rows. */
  readonly ref: RefCallback<HTMLElement>;
}

/** Rows that have room between the top of their box and the foot of the page. */
const rowsWithRoom = (
  box: HTMLElement,
  rowHeight: number,
  reserved: number,
): number | undefined => {
  const page = box.closest<HTMLElement>('.ky-page[data-body="fill"] > .ky-page-body');
  // Where the page scrolls as a whole there is no height to fill; a phone has cards.
  if (!page || matchMedia('(width < 768px)').matches) return fewestRows;
  // A hidden page has no height; it is measured when it is shown.
  if (page.clientHeight === 0) return undefined;
  const style = getComputedStyle(page);
  const bottom = page.getBoundingClientRect().bottom - Number.parseFloat(style.paddingBottom);
  const head = Number.parseFloat(style.getPropertyValue('--ky-row-head')) || rowHeight;
  const room = bottom - box.getBoundingClientRect().top - head - footHeight - reserved;
  return Math.max(fewestRows, Math.min(mostFittedRows, Math.floor(room / rowHeight)));
};

/**
 * The page size of a list: the one in its address, else the one that its user chose for this list, else as many rows
 * as the window holds. A window that changes its height changes the size on the first page alone, so that nobody
 * loses the place on another.
 * @param key Name of the list among the preferences
 * @param rowHeight Pixels
 * @param reserved Pixels at the end of the rows that something else takes, such as sums
 */
export const usePageSize = (
  key: string,
  { page, size }: { readonly page: number; readonly size: number },
  rowHeight: number,
  reserved = 0,
): PageSizing => {
  const [kept, keep] = usePreference<number>(`rows:${key}`);
  const [fitted, setFitted] = useState<number>();
  const [box, setBox] = useState<HTMLElement | null>(null);
  const ref = useCallback((element: HTMLElement | null) => setBox(element), []);
  const latest = useRef({ page, rowHeight, reserved });
  latest.current = { page, rowHeight, reserved };
  // Before anything is painted or asked for: the first question has the right size.
  useLayoutEffect(() => {
    if (box) setFitted((before) => rowsWithRoom(box, rowHeight, reserved) ?? before);
  }, [box, rowHeight, reserved]);
  useEffect(() => {
    const body = box?.closest<HTMLElement>('.ky-page-body');
    if (!box || !body) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const now = latest.current;
        if (now.page === 1)
          setFitted((before) => rowsWithRoom(box, now.rowHeight, now.reserved) ?? before);
      }, settled);
    });
    observer.observe(body);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [box]);
  const chosen = size !== followsWindow ? size : (kept ?? followsWindow);
  return {
    size: chosen !== followsWindow ? chosen : fitted,
    isFitted: chosen === followsWindow,
    choose: (next) => keep(next === followsWindow ? undefined : next),
    ref,
  };
};

import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePreference } from '../storage/preferences.ts';
import { followsWindow, maxFittedRows, minPageRows } from './paging.ts';

/** Height in pixels of the list footer below the rows. */
const footHeight = 48;
/** Milliseconds without a change after which a resized window is measured. */
const resizeDelay = 200;

/** Page size of a list, and its origin. */
export interface PageSizing {
  /** Number of rows per page; undefined until the available height is measured. */
  readonly size: number | undefined;
  /** True if the page has as many rows as the window fits. */
  readonly isFitted: boolean;
  /** Stores a size for this list; `followsWindow` returns to the height of the window. */
  readonly choose: (size: number) => void;
  /** Ref of the box with the rows. */
  readonly ref: RefCallback<HTMLElement>;
}

/** Returns how many rows fit between the top of their box and the footer of the page. */
const rowsWithRoom = (
  box: HTMLElement,
  rowHeight: number,
  reserved: number,
): number | undefined => {
  const page = box.closest<HTMLElement>('.ky-page[data-body="fill"] > .ky-page-body');
  // If the page scrolls as a whole, there is no height to fill; a phone has cards.
  if (!page || matchMedia('(width < 768px)').matches) return minPageRows;
  // A hidden page has no height; it is measured when shown.
  if (page.clientHeight === 0) return undefined;
  const style = getComputedStyle(page);
  const bottom = page.getBoundingClientRect().bottom - Number.parseFloat(style.paddingBottom);
  const head = Number.parseFloat(style.getPropertyValue('--ky-row-head')) || rowHeight;
  const room = bottom - box.getBoundingClientRect().top - head - footHeight - reserved;
  return Math.max(minPageRows, Math.min(maxFittedRows, Math.floor(room / rowHeight)));
};

/**
 * Returns the page size of a list: the one in its address, else the one that its user chose for
 * this list, else as many rows as the window fits. Resizing the window changes the size on the
 * first page only, so that nobody loses the position on another.
 * @param key name of the list among the preferences
 * @param rowHeight pixels
 * @param reserved pixels below the rows used by something else, such as sums
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
  // Before paint and before the first request, so that the request has the right size.
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
      }, resizeDelay);
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

import { type UIEvent, useLayoutEffect, useRef } from 'react';

/**
 * Puts back how far the element, and whatever scrolls in it, was scrolled. The browser forgets that
 * of what is not displayed, or not in the document, so it is written down while scrolling and put
 * back when the part of the page comes to life again.
 */
export const useScrollMemory = () => {
  const positions = useRef(new Map<Element, ScrollToOptions>());
  useLayoutEffect(() => {
    // Scrolling makes the browser lay the page out at once: only for what was scrolled.
    for (const [element, position] of positions.current) {
      if (element.isConnected) element.scrollTo(position);
      else positions.current.delete(element);
    }
  }, []);
  return {
    onScrollCapture({ target }: UIEvent) {
      // Hiding resets the position and says so; a hidden element has no box.
      if (!(target instanceof Element) || target.clientHeight === 0) return;
      const { scrollTop: top, scrollLeft: left } = target;
      if (top > 0 || left > 0) positions.current.set(target, { top, left, behavior: 'instant' });
      else positions.current.delete(target);
    },
  };
};

import { type UIEvent, useLayoutEffect, useRef } from 'react';

/**
 * Restores scroll positions of the element and its descendants. The browser resets them when the
 * element is hidden or leaves the document, so they are recorded while scrolling.
 */
export const useScrollMemory = () => {
  const positions = useRef(new Map<Element, ScrollToOptions>());
  useLayoutEffect(() => {
    // Setting a position forces layout, so only positions other than 0 are set.
    for (const [element, position] of positions.current) {
      if (element.isConnected) element.scrollTo(position);
      else positions.current.delete(element);
    }
  }, []);
  return {
    onScrollCapture({ target }: UIEvent) {
      // Hiding resets the position with a scroll event, which is ignored: a hidden element has no
      // height.
      if (!(target instanceof Element) || target.clientHeight === 0) return;
      const { scrollTop: top, scrollLeft: left } = target;
      if (top > 0 || left > 0) positions.current.set(target, { top, left, behavior: 'instant' });
      else positions.current.delete(target);
    },
  };
};

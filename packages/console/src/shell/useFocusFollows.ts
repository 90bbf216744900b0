import { useEffect, useRef } from 'react';
import { isFocusLost, returnToPage } from '../base/pageFocus.ts';

/**
 * After a navigation moves the focus into the shown page, if it was in the hidden one. The first
 * page does not take the focus.
 */
export const useFocusFollows = (inSight: string): void => {
  const before = useRef(inSight);
  useEffect(() => {
    if (before.current === inSight) return;
    before.current = inSight;
    if (isFocusLost()) returnToPage();
  }, [inSight]);
};

import { useEffect, useRef } from 'react';
import { isFocusLost, returnToPage } from '../base/pageFocus.ts';

/**
 * Moves the focus into the shown page after a navigation, if the focus was in the hidden page. The
 * first page does not take the focus.
 */
export const useFocusFollows = (inSight: string): void => {
  const before = useRef(inSight);
  useEffect(() => {
    if (before.current === inSight) return;
    before.current = inSight;
    if (isFocusLost()) returnToPage();
  }, [inSight]);
};

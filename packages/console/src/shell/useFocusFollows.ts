import { useEffect, useRef } from 'react';
import { isFocusLost, returnToPage } from '../base/pageFocus.ts';

/**
 * Whoever was in the page that went hidden goes on in the one that came, and not before the
 * first control of the document. The home page of all leaves the focus where the browser has it.
 */
export const useFocusFollows = (inSight: string): void => {
  const before = useRef(inSight);
  useEffect(() => {
    if (before.current === inSight) return;
    before.current = inSight;
    if (isFocusLost()) returnToPage();
  }, [inSight]);
};

import { useEffect, useState } from 'react';
import { isFocusLost, returnToPage, visiblePage } from './pageFocus.ts';

/**
 * Returns the focus from dialogs that unmount when they close; antd returns the focus only for dialogs that stay
 * mounted and hidden. On unmount the focus goes back to the element that had it before, unless it has moved
 * elsewhere. If the dialog led to another page or that element is gone, the visible page gets the focus.
 */
export const useFocusReturn = (): void => {
  const [before] = useState(() => ({ at: document.activeElement, page: visiblePage() }));
  useEffect(
    () => () => {
      if (!isFocusLost()) return;
      const { at, page } = before;
      if (page === visiblePage() && at instanceof HTMLElement) at.focus({ preventScroll: true });
      if (isFocusLost()) returnToPage();
    },
    [before],
  );
};

import { useEffect, useState } from 'react';
import { isFocusLost, returnToPage, visiblePage } from './pageFocus.ts';

/**
 * Returns the focus when a dialog unmounts to the element that had the focus before, unless the
 * focus has moved elsewhere. If the dialog led to another page or that element was removed, the
 * visible page gets the focus. antd does this only for dialogs that stay mounted and hidden.
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

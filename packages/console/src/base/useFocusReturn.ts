import { useEffect, useState } from 'react';
import { isFocusLost, pageInSight, returnToPage } from './pageFocus.ts';

/**
 * For dialogs that are taken away whole when they close: the kit gives the focus back only to those
 * that stay and are hidden. What had it when the dialog came has it again, unless the focus went
 * elsewhere meanwhile; where the dialog led to another page, or that element is gone or out of sight,
 * the page in sight has it.
 */
export const useFocusReturn = (): void => {
  const [before] = useState(() => ({ at: document.activeElement, page: pageInSight() }));
  useEffect(
    () => () => {
      if (!isFocusLost()) return;
      const { at, page } = before;
      if (page === pageInSight() && at instanceof HTMLElement) at.focus({ preventScroll: true });
      if (isFocusLost()) returnToPage();
    },
    [before],
  );
};

import { useEffect, useState } from 'react';
import { isFocusLost, returnToPage } from './pageFocus.ts';

/**
 * For dialogs that are taken away whole when they close: the kit gives the focus back only to those
 * that stay and are hidden. What had it when the dialog came has it again, unless the focus went
 * elsewhere meanwhile; where that element is gone or out of sight, the page in sight has it.
 */
export const useFocusReturn = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (!isFocusLost()) return;
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      if (isFocusLost()) returnToPage();
    },
    [before],
  );
};

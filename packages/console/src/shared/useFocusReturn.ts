import { useEffect, useState } from 'react';

/**
 * For dialogs that are taken away whole when they close: the kit gives the focus back only to those
 * that stay and are hidden. What had it when the dialog came has it again, unless the focus went
 * elsewhere meanwhile or that element is gone.
 */
export const useFocusReturn = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
};

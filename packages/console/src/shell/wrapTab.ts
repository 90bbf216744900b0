import { tabStops } from '../base/tabStops.ts';

/**
 * Traps Tab inside the open dialog. antd returns the focus only after it has left the dialog; after
 * the last dialog of the document no event reports that, and the focus would move to the browser's
 * own controls. Called once; returns a function that undoes it.
 */
export const wrapTabInDialogs = (): (() => void) => {
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.defaultPrevented) return;
    const dialog = document.activeElement?.closest('[aria-modal=true]');
    if (!dialog) return;
    const stops = tabStops(dialog);
    const [edge, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (document.activeElement !== edge || !other) return;
    event.preventDefault();
    other.focus();
  };
  addEventListener('keydown', pressed);
  return () => removeEventListener('keydown', pressed);
};

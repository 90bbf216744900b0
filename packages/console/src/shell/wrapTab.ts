import { tabStops } from '../base/tabStops.ts';

/**
 * Keeps Tab inside the open dialog. antd returns the focus after it has left; behind the last
 * dialog of the document nothing can report that, and the focus would move to the browser's own
 * controls. Call it once. Returns the undo.
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

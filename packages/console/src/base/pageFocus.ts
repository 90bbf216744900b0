import type { FocusEvent } from 'react';

const visible = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.checkVisibility());

/** Last focused element of each page, by the element of the page. */
const last = new WeakMap<Element, HTMLElement>();

/** True when no visible element has the focus: it was hidden or removed. */
export const isFocusLost = (): boolean => {
  const at = document.activeElement;
  return at === null || at === document.body || !at.checkVisibility();
};

/** Returns the element of the visible page, if any. */
export const visiblePage = (): HTMLElement | undefined => visible('.ky-pane');

/** Moves the focus to the top of the visible page. */
export const focusPage = (): void => visible('.ky-pane-scroll')?.focus({ preventScroll: true });

/** Moves the focus to where it was when the page was last visible, or to the top of the page. */
export const returnToPage = (): void => {
  const page = visiblePage();
  const place = page && last.get(page);
  if (place?.isConnected && place.checkVisibility()) place.focus({ preventScroll: true });
  else focusPage();
};

/**
 * Stores the focused element of its page, for `returnToPage`. Handler for `onFocus` of the element
 * around all pages.
 */
export const noteFocus = ({ target }: FocusEvent): void => {
  const page = target.closest('.ky-pane');
  if (page && target instanceof HTMLElement) last.set(page, target);
};

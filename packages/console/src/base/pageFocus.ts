import type { FocusEvent } from 'react';

const visible = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.checkVisibility());

/** What had the focus last in each page; forgotten with the page. */
const last = new WeakMap<Element, HTMLElement>();

/** Nothing that can be seen has the focus: what had it was hidden or taken away. */
export const isFocusLost = (): boolean => {
  const at = document.activeElement;
  return at === null || at === document.body || !at.checkVisibility();
};

/** The page in sight, where there is one. */
export const pageInSight = (): HTMLElement | undefined => visible('.ky-pane');

/** Puts the keyboard at the head of the page in sight. */
export const focusPage = (): void => visible('.ky-pane-scroll')?.focus({ preventScroll: true });

/** Puts the keyboard where it was when the page was last in sight, else at its head. */
export const returnToPage = (): void => {
  const page = pageInSight();
  const place = page && last.get(page);
  if (place?.isConnected && place.checkVisibility()) place.focus({ preventScroll: true });
  else focusPage();
};

/** Notes where in its page the keyboard is; for what holds the pages. */
export const noteFocus = ({ target }: FocusEvent): void => {
  const page = target.closest('.ky-pane');
  if (page && target instanceof HTMLElement) last.set(page, target);
};

const stops = 'a[href], button, input, select, textarea, [tabindex], [contenteditable=true]';

/** What Tab stops at in an element, in order. */
export const tabStops = (box: Element): readonly HTMLElement[] =>
  [...box.querySelectorAll<HTMLElement>(stops)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
  );

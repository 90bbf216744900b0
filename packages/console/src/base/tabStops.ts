const stops = 'a[href], button, input, select, textarea, [tabindex], [contenteditable=true]';

/** The elements inside `box` that Tab stops at, in order. */
export const tabStops = (box: Element): readonly HTMLElement[] =>
  [...box.querySelectorAll<HTMLElement>(stops)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
  );

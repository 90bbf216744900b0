const stops = 'a[href], button, input, select, textarea, [tabindex], [contenteditable=true]';

/** Returns the elements inside `box` that Tab reaches, in order. */
export const tabStops = (box: Element): readonly HTMLElement[] =>
  [...box.querySelectorAll<HTMLElement>(stops)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
  );

/** Height of a line in pixels; equal for all lines, so that the visible lines can be computed. */
export const lineHeight = 36;
/** Maximum number of lines rendered at once; a longer table renders its visible lines only. */
const maxLinesWithoutWindow = 20;
/** Height of the visible part in pixels. */
export const windowHeight = lineHeight * 14;
const overscan = 6;

/** Lines to render: from `first` up to but excluding `last`. */
export interface LineWindow {
  readonly scrolls: boolean;
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the lines to render.
 * @param scroll pixels scrolled from the first line
 */
export const lineWindow = (count: number, scroll: number): LineWindow => {
  if (count <= maxLinesWithoutWindow) return { scrolls: false, first: 0, last: count };
  return {
    scrolls: true,
    first: Math.max(0, Math.floor(scroll / lineHeight) - overscan),
    last: Math.min(count, Math.ceil((scroll + windowHeight) / lineHeight) + overscan),
  };
};

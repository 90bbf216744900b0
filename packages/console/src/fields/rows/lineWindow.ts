/** Pixels of one line; all are alike, so that the visible part of many can be computed. */
export const lineHeight = 36;
/** Lines up to which all are drawn; more scroll, and the visible ones are drawn. */
const plainLimit = 20;
/** Pixels of the visible part. */
export const windowHeight = lineHeight * 14;
const overscan = 6;

/** The lines to draw: from `first` up to, without, `last`. */
export interface LineWindow {
  readonly scrolls: boolean;
  readonly first: number;
  readonly last: number;
}

/** @param scroll pixels scrolled from the first line */
export const lineWindow = (count: number, scroll: number): LineWindow => {
  if (count <= plainLimit) return { scrolls: false, first: 0, last: count };
  return {
    scrolls: true,
    first: Math.max(0, Math.floor(scroll / lineHeight) - overscan),
    last: Math.min(count, Math.ceil((scroll + windowHeight) / lineHeight) + overscan),
  };
};

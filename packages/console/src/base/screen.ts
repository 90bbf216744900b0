/** Class of the window width: 3 wide, 2 laptop, 1 tablet, 0 phone. */
export type ScreenClass = 0 | 1 | 2 | 3;

/** Minimum width, in CSS pixels, of each class above 0. */
export const screenWidths = { 3: 1200, 2: 992, 1: 768 } as const;

/** Returns the screen class of a width in CSS pixels. */
export const screenClass = (width: number): ScreenClass => {
  if (width >= screenWidths[3]) return 3;
  if (width >= screenWidths[2]) return 2;
  return width >= screenWidths[1] ? 1 : 0;
};

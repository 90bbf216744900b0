/** Height of rows and controls; each user chooses. */
export type Density = 'compact' | 'regular';

/** The choices, and the spacing of touch screens, which overrides them. */
export type Spacing = Density | 'touch';

/** Touch screens: all controls are 44 px high. */
export const touchScreenMedia = '(pointer: coarse), (width < 768px)';

export const isDensity = (value: unknown): value is Density =>
  value === 'compact' || value === 'regular';

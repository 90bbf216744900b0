/** Height of rows and controls, chosen by each user. */
export type Density = 'compact' | 'regular';

/** The densities, and the spacing of touch screens, which overrides them. */
export type Spacing = Density | 'touch';

/** Media query of touch screens, where all controls are 44 px high. */
export const touchScreenMedia = '(pointer: coarse), (width < 768px)';

export const isDensity = (value: unknown): value is Density =>
  value === 'compact' || value === 'regular';

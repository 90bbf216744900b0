/** How much room rows and controls take; everybody chooses for themselves. */
export type Density = 'compact' | 'standard';

/** What somebody may choose, and what the thumb needs whatever was chosen. */
export type Spacing = Density | 'touch';

/** Where people touch rather than point: everything that acts is 44 px. */
export const touchMedia = '(pointer: coarse), (width < 768px)';

export const isDensity = (value: unknown): value is Density =>
  value === 'compact' || value === 'standard';

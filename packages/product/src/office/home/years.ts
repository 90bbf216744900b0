import type { Span } from '../../figures/span.ts';

/** Years that charts show until the reader chooses others. */
const usualYears = 5;

/** The last years, this one included. */
export const recentYears = (today: Date): Span => {
  const to = today.getFullYear();
  return { from: to - usualYears + 1, to };
};

import type { Span } from '../../figures/span.ts';

/** Default number of years in charts. */
const usualYears = 5;

/** Span of the last years, including the current. */
export const recentYears = (today: Date): Span => {
  const to = today.getFullYear();
  return { from: to - usualYears + 1, to };
};

import { distance } from 'fastest-levenshtein';
import { normaliseTitle } from './formats.ts';

/**
 * How alike two normalised titles are, 0 to 1: the share of letters that need not change.
 * @param least titles that are less alike may give any figure below it: most differ in length too much already
 */
export const plainLikeness = (one: string, other: string, least = 0): number => {
  if (one === other) return 1;
  const [shortest, longest] = [one.length, other.length].sort((a, b) => a - b) as [number, number];
  return shortest / longest < least ? 0 : 1 - distance(one, other) / longest;
};

/** How alike two titles are, 0 to 1. */
export const titleLikeness = (one: string, other: string): number =>
  plainLikeness(normaliseTitle(one), normaliseTitle(other));

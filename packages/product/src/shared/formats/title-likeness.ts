import { distance } from 'fastest-levenshtein';
import { normaliseTitle } from './formats.ts';

/**
 * Similarity of two normalised titles, 0 to 1: share of characters that need no change.
 * @param least below this similarity any smaller value may be returned, which saves time for titles
 * of different length
 */
export const plainLikeness = (one: string, other: string, least = 0): number => {
  if (one === other) return 1;
  const [shortest, longest] = [one.length, other.length].sort((a, b) => a - b) as [number, number];
  return shortest / longest < least ? 0 : 1 - distance(one, other) / longest;
};

/** Similarity of two titles, 0 to 1. */
export const titleLikeness = (one: string, other: string): number =>
  plainLikeness(normaliseTitle(one), normaliseTitle(other));

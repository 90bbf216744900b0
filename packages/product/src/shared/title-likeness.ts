import { distance } from 'fastest-levenshtein';
import { normaliseTitle } from './formats.ts';

/** How alike two titles are, 0 to 1: the share of letters that need not change. */
export const titleLikeness = (one: string, other: string): number => {
  const [a, b] = [normaliseTitle(one), normaliseTitle(other)];
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - distance(a, b) / longest;
};

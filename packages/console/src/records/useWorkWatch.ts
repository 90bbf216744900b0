import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeysOf } from '../data/calls.ts';

/** Seconds after an action at which pages look what its background work has done so far. */
const looks = [1, 3, 6, 12, 25, 50, 100] as const;

/**
 * Pages of a kind follow background work that an action started: its records, and those that its pages list, are
 * fetched again a few times, until it is done in all likelihood.
 */
export const useWorkWatch = (resource: Resource): (() => void) => {
  const queries = useQueryClient();
  return () => {
    for (const seconds of looks) {
      setTimeout(() => {
        void queries.invalidateQueries({ queryKey: queryKeysOf(resource).all });
        void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'listed' });
      }, seconds * 1000);
    }
  };
};

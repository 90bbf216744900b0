import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeysOf } from '../data/calls.ts';

/** Seconds after an action at which pages refetch the progress of its background work. */
const refetchSeconds = [1, 3, 6, 12, 25, 50, 100] as const;

/**
 * Returns a function that refetches the records of a kind, and those that its pages list, a few
 * times after an action started background work, until the work has probably ended.
 */
export const useWorkWatch = (resource: Resource): (() => void) => {
  const queries = useQueryClient();
  return () => {
    for (const seconds of refetchSeconds) {
      setTimeout(() => {
        void queries.invalidateQueries({ queryKey: queryKeysOf(resource).all });
        void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'listed' });
      }, seconds * 1000);
    }
  };
};

import { loadReadings } from './readings.ts';
import type { NewestBandsCache } from './stretches.ts';

/**
 * Loads what the first search of a tenant needs: the pinyin dictionary, and the bands of the newest entries. Never
 * fails: the search itself loads what is missing.
 */
export const warmSearch = async (stretches: NewestBandsCache, tenant: string): Promise<void> => {
  await Promise.allSettled([stretches.of(tenant), loadReadings()]);
};

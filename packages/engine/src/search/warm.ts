import { loadReadings } from './readings.ts';
import type { NewestBandsCache } from './stretches.ts';

/**
 * Reads what the first search of a tenant would wait for: the dictionary of readings, and where the newest entries
 * begin. It never fails: what is missing then is read by that search.
 */
export const warmSearch = async (stretches: NewestBandsCache, tenant: string): Promise<void> => {
  await Promise.allSettled([stretches.of(tenant), loadReadings()]);
};

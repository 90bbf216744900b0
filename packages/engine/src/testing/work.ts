import type { JobWork } from '../jobs/port.ts';

/** A run of a job that nobody stops. */
export const workOf = <T>(tenantId: string, data: T): JobWork<T> => ({
  tenantId,
  data,
  signal: new AbortController().signal,
});

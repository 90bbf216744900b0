/** Reason why code did not come: no network, a server that does not answer, or a newer build. */
export type ChunkCause = 'offline' | 'away' | 'updated';

/** Asks the server before it says that there is a newer build. */
export const chunkFailureCause = async (): Promise<ChunkCause> => {
  if (!navigator.onLine) return 'offline';
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store' });
    return ok ? 'updated' : 'away';
  } catch {
    return navigator.onLine ? 'away' : 'offline';
  }
};

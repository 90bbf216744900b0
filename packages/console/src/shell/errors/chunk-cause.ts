/** Reason why code did not load: no network, server unreachable, or a newer build. */
export type ChunkCause = 'offline' | 'away' | 'updated';

/**
 * Returns the reason why code did not load; calls the server to tell a newer build from an
 * unreachable server.
 */
export const chunkFailureCause = async (): Promise<ChunkCause> => {
  if (!navigator.onLine) return 'offline';
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store' });
    return ok ? 'updated' : 'away';
  } catch {
    return navigator.onLine ? 'away' : 'offline';
  }
};

import { wireFaults } from './envelope.ts';

interface Window {
  /** Milliseconds; when the count begins anew. */
  until: number;
  count: number;
}

const minute = 60_000;
const most = 50_000;

/**
 * Counts calls per key in windows of a minute. In memory, per process: it keeps one sender from
 * crowding out the others, and the calls that must not be guessed at (sign-in) count in the
 * database besides.
 */
export const createLimiter = (clock: () => number = Date.now) => {
  const windows = new Map<string, Window>();

  const sweep = (now: number): void => {
    for (const [key, window] of windows) if (window.until <= now) windows.delete(key);
    // Someone uses more keys than there are people: forget the oldest rather than grow.
    for (const key of windows.keys()) {
      if (windows.size <= most) break;
      windows.delete(key);
    }
  };

  /** @throws WireFault 429 with `Retry-After` when the key has had its share. */
  return (key: string, share: number): void => {
    const now = clock();
    let window = windows.get(key);
    if (!window || window.until <= now) {
      if (windows.size >= most) sweep(now);
      window = { until: now + minute, count: 0 };
      windows.set(key, window);
    }
    window.count += 1;
    if (window.count > share) {
      throw wireFaults.tooMany(Math.max(1, Math.ceil((window.until - now) / 1000)));
    }
  };
};

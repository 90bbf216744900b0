interface Window {
  /** Milliseconds; when the count begins anew. */
  until: number;
  count: number;
}

const minute = 60_000;
const most = 50_000;

/** Somebody called more often than a limit per minute allows. The wire answers 429. */
export class TooManyCalls extends Error {
  /** Seconds until the next call is answered. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('too many calls');
    this.name = 'TooManyCalls';
    this.retryAfter = retryAfter;
  }
}

/**
 * Counts calls per key in windows of a minute, in the memory of this process: the near half of limits
 * that hold over all of them (`identity/rates.ts`).
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

  /** @throws TooManyCalls when the key was counted more than `share` times in this minute. */
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
      throw new TooManyCalls(Math.max(1, Math.ceil((window.until - now) / 1000)));
    }
  };
};

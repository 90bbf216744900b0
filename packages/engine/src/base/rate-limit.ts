interface Window {
  /** Time at which the count of this key starts again at 0, in milliseconds. */
  until: number;
  count: number;
}

const minute = 60_000;
const maxKeys = 50_000;

/** Error for a caller who exceeds a limit of calls per minute; the server answers 429. */
export class TooManyCalls extends Error {
  /** Seconds after which the caller may call again. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('too many calls');
    this.name = 'TooManyCalls';
    this.retryAfter = retryAfter;
  }
}

/**
 * Creates a counter of calls per key and minute in the memory of this process. Limits over all processes of an
 * installation are in `identity/rates.ts`.
 */
export const createLimiter = (clock: () => number = Date.now) => {
  const windows = new Map<string, Window>();

  const sweep = (now: number): void => {
    for (const [key, window] of windows) if (window.until <= now) windows.delete(key);
    // A caller who uses more keys than there are people: the oldest keys are dropped, so that memory does not grow.
    for (const key of windows.keys()) {
      if (windows.size <= maxKeys) break;
      windows.delete(key);
    }
  };

  /**
   * Counts one call.
   * @throws TooManyCalls when the key was counted more than `share` times in this minute.
   */
  return (key: string, share: number): void => {
    const now = clock();
    let window = windows.get(key);
    if (!window || window.until <= now) {
      if (windows.size >= maxKeys) sweep(now);
      window = { until: now + minute, count: 0 };
      windows.set(key, window);
    }
    window.count += 1;
    if (window.count > share) {
      throw new TooManyCalls(Math.max(1, Math.ceil((window.until - now) / 1000)));
    }
  };
};

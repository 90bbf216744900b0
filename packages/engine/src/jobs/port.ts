/**
 * Work outside a request. Delivery is at least once, so a handler must be idempotent.
 *
 * @typeParam T what is sent to it.
 * @typeParam Services what its handler works with; the starter of the jobs passes it in.
 */
export interface Job<T = unknown, Services = never> {
  readonly name: string;
  /** Five-field cron text, Asia/Shanghai, for scheduled work. */
  readonly cron?: string;
  readonly run: (data: T, engine: Services) => Promise<void>;
}

export interface Jobs {
  /** Queues work; with a key, equal work that still waits is not queued twice. */
  send<T extends object>(job: Job<T>, data: T, options?: { readonly key?: string }): Promise<void>;
  /** How many jobs gave up for good since then; those older than a week are forgotten. */
  failedSince(since: Date): Promise<number>;
  stop(): Promise<void>;
}

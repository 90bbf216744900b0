/**
 * Work outside a request. Delivery is at least once and clocks may fire twice, so a handler
 * must come to the same end however often it runs.
 *
 * @typeParam T what is sent to it.
 * @typeParam Services what its handler works with; whoever starts the jobs passes it in.
 */
export interface Job<T = unknown, Services = never> {
  readonly name: string;
  /** Five-field cron text, Asia/Shanghai, for work that comes by the clock. */
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

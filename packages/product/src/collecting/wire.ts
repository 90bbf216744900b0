/** A call that a trial or a run made, as people see it. */
export interface CallAttempt {
  readonly address: string;
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly again: number;
  readonly fault: string;
}

/** One thing of a page: its fields by the names of a collected record. */
export interface TriedItem {
  readonly id: string;
  readonly kind: 'work' | 'notice' | 'retraction' | 'gone';
  readonly fields: Readonly<Record<string, string>>;
}

/** One page of a site that was tried: as it came, and what was read of it. */
export interface TriedPage {
  readonly items: readonly TriedItem[];
  /** Text of the answer, its beginning. */
  readonly page: string;
  /** Position of the next page; null where this is the last. */
  readonly next: string | null;
  /** Number of works that the site says it has. */
  readonly total: number | null;
  readonly problems: readonly string[];
  readonly calls: readonly CallAttempt[];
}

/** A schedule in words, and its next times. */
export interface CronPreview {
  readonly words: string;
  readonly times: readonly string[];
}

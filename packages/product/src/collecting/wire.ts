/** Request of a trial or a run, as shown to people. */
export interface CallAttempt {
  readonly address: string;
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly again: number;
  readonly fault: string;
}

/** Item of a page: values by field name of the collected record. */
export interface TriedItem {
  readonly id: string;
  readonly kind: 'work' | 'notice' | 'retraction' | 'gone';
  readonly fields: Readonly<Record<string, string>>;
}

/** Result of a trial: the page as received, and the items read. */
export interface TriedPage {
  readonly items: readonly TriedItem[];
  /** Beginning of the response text. */
  readonly page: string;
  /** Cursor of the next page; null for the last page. */
  readonly next: string | null;
  /** Total number of works reported by the site; null if not reported. */
  readonly total: number | null;
  readonly problems: readonly string[];
  readonly calls: readonly CallAttempt[];
}

/** Schedule in words, with its next run times. */
export interface CronPreview {
  readonly words: string;
  readonly times: readonly string[];
}

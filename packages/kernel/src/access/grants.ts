import type { Label } from '../label.ts';

/** What each role may do on a page by default. */
export type Grants = Readonly<Partial<Record<string, readonly string[] | 'all'>>>;

/** A permission code of its own, and the roles that have it by default. */
export interface Right {
  readonly code: string;
  readonly label: Label;
  readonly roles: readonly string[];
}

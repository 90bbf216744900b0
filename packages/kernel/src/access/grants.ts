import type { Label } from '../label.ts';

/** Default rights of each role on a page. */
export type Grants = Readonly<Partial<Record<string, readonly string[] | 'all'>>>;

/** Permission code beside those of the buttons, and the roles that have it by default. */
export interface Right {
  readonly code: string;
  readonly label: Label;
  readonly roles: readonly string[];
}

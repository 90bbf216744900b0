/** A record of the same kind, in approval or in the library, with the same value. */
export interface Match {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  /** Who registered it. */
  readonly registrant: string;
  /** May the person who asks open it? */
  readonly open: boolean;
}

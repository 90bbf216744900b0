/** Person in the audience of a notice, with the time of reading. */
export interface NoticeReceipt {
  readonly id: string;
  readonly name: string;
  readonly dept: string;
  /** Time of reading; empty if unread. */
  readonly time: string;
}

export interface ReceiptsAnswer {
  readonly audience: number;
  readonly read: number;
  readonly total: number;
  readonly records: readonly NoticeReceipt[];
  /** Day of the last reminder; empty if none. */
  readonly remindedOn: string;
  readonly mayRemind: boolean;
}

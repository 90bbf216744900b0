/** A person of the audience of a notice, and when they opened it. */
export interface NoticeReceipt {
  readonly id: string;
  readonly name: string;
  readonly dept: string;
  /** When they read it; empty if they have not. */
  readonly time: string;
}

export interface ReceiptsAnswer {
  readonly audience: number;
  readonly read: number;
  readonly total: number;
  readonly records: readonly NoticeReceipt[];
  /** The day on which those who have not read it were reminded last. */
  readonly remindedOn: string;
  readonly mayRemind: boolean;
}

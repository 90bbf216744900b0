/** What a comparison of a list of staff with the files came to. */
export interface Compared {
  readonly batchNum: string;
  /** People on the list that were compared. */
  readonly people: number;
  readonly added: number;
  /** People with at least one changed value. */
  readonly changed: number;
  readonly missing: number;
  readonly differences: number;
  /** Rows that were left out, and why. */
  readonly faults: readonly { readonly row: number; readonly message: string }[];
}

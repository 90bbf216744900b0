import type { Status } from '../access/status.ts';
import type { Label } from '../label.ts';

/** Range of a text, in UTF-16 units. */
export type TextRange = readonly [from: number, to: number];

/** Text with the ranges that match the search text. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly TextRange[];
}

/** Record found by a search. */
export interface FoundRecord {
  readonly id: string;
  readonly title: MarkedText;
  /** People named in the record besides its title, such as authors. */
  readonly people: MarkedText | null;
  /** Number of the record, or the field that matched if neither title nor people did. */
  readonly note: (MarkedText & { readonly label: Label }) | null;
  /** Status; null for records without an approval. */
  readonly status: Status | null;
}

/** Records of one resource found by a search: `keyan/search`. */
export interface FoundRecords {
  readonly resource: string;
  readonly label: Label;
  /** Path of the first page on which the reader may open the records. */
  readonly page: string;
  /** Records, the best matches first. */
  readonly records: readonly FoundRecord[];
}

import type { Status } from '../access/status.ts';
import type { Label } from '../label.ts';

/** Range of a text, in UTF-16 units. */
export type TextRange = readonly [from: number, to: number];

/** A text with the parts that match what was typed. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly TextRange[];
}

/** A record that a search found. */
export interface FoundRecord {
  readonly id: string;
  readonly title: MarkedText;
  /** The people that it names beside its title, such as authors. */
  readonly people: MarkedText | null;
  /** Number, or the field that matched where neither title nor people did. */
  readonly note: (MarkedText & { readonly label: Label }) | null;
  /** Null for records that need no approval. */
  readonly status: Status | null;
}

/** The records of one resource that a search found: `keyan/search`. */
export interface FoundRecords {
  readonly resource: string;
  readonly label: Label;
  /** The path of the first page on which the reader may open them. */
  readonly page: string;
  /** The best first. */
  readonly records: readonly FoundRecord[];
}

import type { Label } from '../../label.ts';
import type { Face } from '../field/field.ts';
import type { Ledger } from '../ledger/measures.ts';

/**
 * Recipients of a message: the writer of the record it is about; active accounts with a role,
 * limited by `within` (a field with departments) to accounts of these departments or below; people
 * with a subaccount in a ledger that the record owns; people named in the row; of these, only those
 * named newly. Pure.
 */
export type MessageRecipient<Row> =
  | 'writer'
  | { readonly role: string; readonly within?: keyof Row & string }
  | { readonly subaccountsIn: Ledger }
  | {
      ids(
        row: Readonly<Row> & { readonly createUser: string },
      ): readonly (string | null | undefined)[];
    }
  | { newly(row: Readonly<Row>): readonly (string | null | undefined)[] };

/** Record that a message names by its title. */
export interface NamedRecord {
  readonly kind: Face;
  readonly id: string | null | undefined;
}

/** Message sent in the transaction of an action or change, whoever performs it. */
export interface RecordMessage<Row> {
  /** Code of the dictionary of message types. */
  readonly type: string;
  readonly title: Label;
  readonly content: Label;
  /**
   * Returns values of the placeholders besides `{actor}`, which is the name of whoever acts. Pure.
   */
  words?(row: Readonly<Row>): Readonly<Record<string, string | number>>;
  /**
   * Returns records whose names fill further placeholders; records may have a name per language.
   * Pure.
   */
  names?(row: Readonly<Row>): Readonly<Record<string, NamedRecord | null>>;
  /**
   * Returns the record that the message is about, if not the changed one: its link leads there, and
   * `writer` is the author of that record. With null, nothing is sent. Pure.
   */
  about?(row: Readonly<Row>): NamedRecord | null;
  readonly to: readonly MessageRecipient<Row>[];
  /** Condition for sending; default: always. Pure. */
  when?(row: Readonly<Row>): boolean;
  /** True if the message is sent in quiet hours too, unless its recipient forbids it. Pure. */
  urgent?(row: Readonly<Row>): boolean;
  /**
   * Returns channels by which the message is sent in addition to those its recipients chose. Pure.
   */
  also?(row: Readonly<Row>): readonly string[];
  /** Page that the message links to; default: that of the record. */
  readonly link?: string | { of(row: Readonly<Row> & { readonly id: string }): string };
}

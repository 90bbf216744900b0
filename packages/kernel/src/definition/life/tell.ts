import type { Label } from '../../label.ts';
import type { Face } from '../field/field.ts';
import type { Ledger } from '../ledger/measures.ts';

/**
 * Recipients of a message: the writer of the record that it speaks of; the accounts in use that hold a role, where
 * `within` names a field with departments those of them in one of these or below; people with a subaccount in a ledger
 * that the record owns; people whom the row names; of these only people whom it did not name before. Pure.
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

/** A record that a message names by its title. */
export interface NamedRecord {
  readonly kind: Face;
  readonly id: string | null | undefined;
}

/** A message that is sent in the transaction of an action or a change, whoever or whatever does it. */
export interface RecordMessage<Row> {
  /** A code of the dictionary of message types. */
  readonly type: string;
  readonly title: Label;
  readonly content: Label;
  /** The values of their places, beside `{actor}`: the name of whoever acts. Pure. */
  words?(row: Readonly<Row>): Readonly<Record<string, string | number>>;
  /** Records whose names fill further places, by place: each language has its own name for them. Pure. */
  names?(row: Readonly<Row>): Readonly<Record<string, NamedRecord | null>>;
  /**
   * The record that it speaks of, where that is another one: it leads there, and `writer` is whoever made that.
   * Nothing is sent where there is none. Pure.
   */
  about?(row: Readonly<Row>): NamedRecord | null;
  readonly to: readonly MessageRecipient<Row>[];
  /** After which actions it is sent: left out, after all. Pure. */
  when?(row: Readonly<Row>): boolean;
  /** Does the message go out in quiet hours? Its receiver may forbid it. Pure. */
  urgent?(row: Readonly<Row>): boolean;
  /** Ways by which it also goes out, whatever its receivers chose. Pure. */
  also?(row: Readonly<Row>): readonly string[];
  /** The page that it leads to; left out, that of the record. */
  readonly link?: string | { of(row: Readonly<Row> & { readonly id: string }): string };
}

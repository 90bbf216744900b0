import type { Label } from '../label.ts';
import type { Ledger } from './measures.ts';

/**
 * Who gets a message: whoever made the record; the accounts in use that hold a role, where `within` names a
 * field with departments those of them in one of these or below; people with an account in a ledger that the
 * record owns; people whom the row names. Pure.
 */
export type Hearer<Row> =
  | 'writer'
  | { readonly role: string; readonly within?: keyof Row & string }
  | { readonly accountsIn: Ledger }
  | {
      ids(
        row: Readonly<Row> & { readonly createUser: string },
      ): readonly (string | null | undefined)[];
    };

/** A message that is sent in the transaction of an action, whoever or whatever does it. */
export interface Tell<Row> {
  /** A code of the dictionary of message types. */
  readonly type: string;
  readonly title: Label;
  readonly content: Label;
  /** The values of their places, beside `{actor}`: the name of whoever acts. Pure. */
  words?(row: Readonly<Row>): Readonly<Record<string, string | number>>;
  readonly to: readonly Hearer<Row>[];
  /** After which actions it is sent: left out, after all. Pure. */
  when?(row: Readonly<Row>): boolean;
  /** The page that it leads to; left out, that of the record. */
  readonly link?: string;
}

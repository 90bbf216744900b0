import type { Label } from '../label.ts';

/**
 * Who gets a message: whoever made the record; the accounts in use that hold a role, where `within` names a
 * field with departments those of them in one of these or below; people whom the row names. Pure.
 */
export type Hearer<Row> =
  | 'writer'
  | { readonly role: string; readonly within?: keyof Row & string }
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
}

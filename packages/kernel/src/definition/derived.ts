import type { Fields } from './field.ts';

/** What an earlier computation wrote and people have answered since: it stays, whatever it followed from. */
export interface Kept<Row, Name extends string> {
  /** The fields that it reads. */
  readonly fields: readonly Name[];
  /** Has it been answered? Pure. */
  check(row: Readonly<Partial<Row>>): boolean;
}

/**
 * Records that follow from others and that nobody enters: a job computes what ought to be there, the engine
 * compares it with what is and writes the difference. One that another record names stays, too.
 */
export interface Derived<Row, Name extends string> {
  /** The reference to what they were computed for. */
  readonly within: Name;
  /** What else says which of them it is: there is one of these values within. */
  readonly by: readonly Name[];
  /** Which of them stay although nothing gives them any more. */
  readonly kept?: Kept<Row, Name>;
  /** What is left of one that stays. */
  readonly nothing?: Partial<Row>;
  /** What else changes in a record that gets these values. Pure. */
  revise?(before: Readonly<Row>, values: Readonly<Partial<Row>>): Partial<Row>;
}

/** @throws Error for a derivation by fields that there are not, or that people fill in. */
export const checkDerived = ({
  key,
  fields,
  derived,
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly derived?: {
    readonly within: string;
    readonly by: readonly string[];
    readonly kept?: { readonly fields: readonly string[] };
    readonly nothing?: object;
  };
}): void => {
  if (!derived) return;
  const { within, by, kept, nothing = {} } = derived;
  const named = [within, ...by, ...(kept?.fields ?? []), ...Object.keys(nothing)];
  const missing = named.find((name) => !Object.hasOwn(fields, name));
  if (missing) throw new Error(`${key}: it is derived by ${missing}, which is no field`);
  if (!fields[within]?.spec.target) throw new Error(`${key}: ${within} names no record`);
  const entered = [within, ...by].find((name) => !fields[name]?.spec.readonly);
  if (entered) throw new Error(`${key}: it is derived by ${entered}, which people fill in`);
};

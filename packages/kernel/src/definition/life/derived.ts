import type { Label } from '../../label.ts';
import type { Fields } from '../field/field.ts';
import type { NamedRecord } from './tell.ts';

/**
 * Condition on derived records that people have answered: a new computation does not delete them.
 */
export interface KeptRecords<Row, Name extends string> {
  /** Fields that the condition reads. */
  readonly fields: readonly Name[];
  /** True if somebody has answered the record. Pure. */
  check(row: Readonly<Partial<Row>>): boolean;
}

/**
 * Source record of each derived record, if a source may be opened once its derived values are
 * final: after it is approved again, or deleted, the records derived from it alone are computed
 * anew.
 */
export interface DerivedSource<Row, Name extends string> {
  /** Job that looks for such source records, and its label. */
  readonly job: string;
  readonly label: Label;
  /** Field of the derived record with the id of its source. */
  readonly by: Name;
  /**
   * Fields of the derived record that identify its source, and the function that returns the
   * source. Pure.
   */
  readonly fields: readonly Name[];
  of(row: Readonly<Partial<Row>>): NamedRecord | null;
  /** Field with the time since which the source is open; empty while it is not. */
  readonly opened: Name;
  /** States of the record named by `within` in which derived values are final. */
  readonly final: readonly string[];
  /** Action of a job that makes a derived record final again. */
  readonly closes: string;
}

/**
 * Records that a job derives from others, and that nobody enters: the engine compares computed with
 * stored records and writes the difference. A derived record that another record refers to is not
 * deleted.
 */
export interface Derivation<Row, Name extends string> {
  /** Reference to the record for which they are computed. */
  readonly within: Name;
  /** Further fields that identify a derived record; unique together with `within`. */
  readonly by: readonly Name[];
  /** Condition on records that remain although they are no longer derived. */
  readonly kept?: KeptRecords<Row, Name>;
  /** Values written to a record that remains. */
  readonly nothing?: Partial<Row>;
  /** Source of each record, if it may be opened again. */
  readonly source?: DerivedSource<Row, Name>;
  /** Returns further changes of an existing record that gets these values. Pure. */
  revise?(before: Readonly<Row>, values: Readonly<Partial<Row>>): Partial<Row>;
}

/**
 * Checks a derivation.
 * @throws Error for fields that do not exist or that people fill in, and for a source without an
 *   action that closes it.
 */
export const checkDerived = ({
  key,
  fields,
  actions = {},
  derived,
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly actions?: Readonly<Record<string, { readonly by?: unknown }>>;
  readonly derived?: {
    readonly within: string;
    readonly by: readonly string[];
    readonly kept?: { readonly fields: readonly string[] };
    readonly nothing?: object;
    readonly source?: {
      readonly by: string;
      readonly fields: readonly string[];
      readonly opened: string;
      readonly closes: string;
    };
  };
}): void => {
  if (!derived) return;
  const { within, by, kept, nothing = {}, source } = derived;
  const named = [
    within,
    ...by,
    ...(kept?.fields ?? []),
    ...Object.keys(nothing),
    ...(source ? [source.by, source.opened, ...source.fields] : []),
  ];
  const missing = named.find((name) => !Object.hasOwn(fields, name));
  if (missing) throw new Error(`${key}: it is derived by ${missing}, which is no field`);
  if (!fields[within]?.spec.target) throw new Error(`${key}: ${within} names no record`);
  if (source && actions[source.closes]?.by !== 'job') {
    throw new Error(`${key}: no job makes it final by ${source.closes}`);
  }
  const entered = [within, ...by].find((name) => !fields[name]?.spec.readonly);
  if (entered) throw new Error(`${key}: it is derived by ${entered}, which people fill in`);
};

import type { Label } from '../../label.ts';
import type { Fields } from '../field/field.ts';
import type { NamedRecord } from './tell.ts';

/**
 * Records that an earlier computation wrote and people have answered since: they stay, whatever they followed from.
 */
export interface KeptRecords<Row, Name extends string> {
  /** The fields that it reads. */
  readonly fields: readonly Name[];
  /** Has it been answered? Pure. */
  check(row: Readonly<Partial<Row>>): boolean;
}

/**
 * Source that each of them follows from, where it may be opened once its score, grade or other derived value is
 * final: after it was approved again, or is gone, records that follow from it alone are derived anew.
 */
export interface DerivedSource<Row, Name extends string> {
  /** The job that looks for those, and what people call it. */
  readonly job: string;
  readonly label: Label;
  /** The field with its id. */
  readonly by: Name;
  /** The fields that say which record it is, and that record. Pure. */
  readonly fields: readonly Name[];
  of(row: Readonly<Partial<Row>>): NamedRecord | null;
  /** The field with the time since when it is open; empty while it is not. */
  readonly opened: Name;
  /** The states of the record within which they are final. */
  readonly final: readonly string[];
  /** The action by a job that makes one final again. */
  readonly closes: string;
}

/**
 * Records that follow from others and that nobody enters: a job computes what ought to be there, the engine
 * compares it with what is and writes the difference. One that another record names stays, too.
 */
export interface Derivation<Row, Name extends string> {
  /** The reference to what they were computed for. */
  readonly within: Name;
  /** Further fields that identify one of them: their values are unique within. */
  readonly by: readonly Name[];
  /** Records that stay although nothing gives them any more. */
  readonly kept?: KeptRecords<Row, Name>;
  /** Values left in one that stays. */
  readonly nothing?: Partial<Row>;
  /** Source that each follows from, where it may be opened again. */
  readonly source?: DerivedSource<Row, Name>;
  /** Further changes in a record that gets these values. Pure. */
  revise?(before: Readonly<Row>, values: Readonly<Partial<Row>>): Partial<Row>;
}

/**
 * @throws Error for a derivation by fields that do not exist, or that people fill in, and for a source that nothing
 *   closes.
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

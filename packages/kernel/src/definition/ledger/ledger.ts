import type { Label } from '../../label.ts';
import { type Amount, plus } from '../../values/amounts.ts';
import type { DecimalText, Face, Field, Fields, RowOf } from '../field/field.ts';
import type { Parameter } from '../field/parameter.ts';
import type {
  DerivedMeasure,
  Ledger,
  LedgerLimit,
  MeasureType,
  SubaccountDimension,
} from './measures.ts';

type Measures = Readonly<Record<string, MeasureType>>;
type ShownOf<M extends Measures> = Readonly<Record<string, DerivedMeasure<keyof M & string>>>;
type Chosen<P extends Readonly<Record<string, Parameter>>> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer V> ? V : never;
};
type Value<K extends MeasureType> = K extends 'count' ? number : DecimalText;

/** Balance of one subaccount: money as decimal text, counts as numbers. */
export type Balance<M extends Measures, S extends ShownOf<M>> = {
  readonly [K in keyof M]: Value<M[K]>;
} & { readonly [K in keyof S]: Value<M[S[K]['plus'][number]]> };

/**
 * Entry that a record posts to one subaccount: the owner's id, the subaccount, and amounts by
 * measure. Omitted amounts are zero.
 */
export type EntryOf<M extends Measures, Dimension extends string, Owned> = (Owned extends null
  ? { readonly owner?: null }
  : { readonly owner: string | null }) & { readonly [K in Dimension]: string | null } & {
  readonly [K in keyof M]?: M[K] extends 'count' ? number : DecimalText | null;
};

/** A ledger with the types of its entries and balances. */
export interface TypedLedger<
  M extends Measures = Measures,
  S extends ShownOf<M> = ShownOf<M>,
  Dimension extends string = string,
  Owner = unknown,
> extends Ledger {
  /** Exists for type inference only. */
  readonly types?: {
    readonly entry: EntryOf<M, Dimension, Owner>;
    readonly balance: Balance<M, S>;
  };
}

/** Balance of one subaccount of this ledger. */
export type BalanceOf<L extends Ledger> = L extends {
  readonly types?: { readonly balance: infer B };
}
  ? B
  : never;

/** Entry that a record may post to this ledger. */
export type EntryOfLedger<L extends Ledger> = L extends {
  readonly types?: { readonly entry: infer E };
}
  ? E
  : never;

/** Entry of any ledger, as the engine reads it. */
export type UntypedEntry = Readonly<Record<string, Amount>>;

/**
 * Checks a ledger. @throws Error for a ledger without measures, or with neither owner nor
 * subaccount, for limits, months or records that need or exclude an owner, and for a sum of unknown
 * measures or mixed types.
 */
const checkLedger = (ledger: Ledger): void => {
  const { key, measures, shown, owner, subaccount, records, limits, months } = ledger;
  if (Object.keys(measures).length === 0) throw new Error(`the ledger ${key} measures nothing`);
  if (!owner && !subaccount) throw new Error(`the ledger ${key} has neither owner nor subaccount`);
  if (!owner && limits.some(({ of }) => of === 'owner')) {
    throw new Error(`the ledger ${key} limits an owner that it does not have`);
  }
  if (!owner && months) {
    throw new Error(`the ledger ${key} keeps months of an owner that it does not have`);
  }
  if (records && (owner || !subaccount)) {
    throw new Error(
      `the ledger ${key} has records for subaccounts, so it has no owner beside them`,
    );
  }
  for (const [name, { plus: added, minus = [], percentOf }] of Object.entries(shown)) {
    if (percentOf !== undefined && !(measures[percentOf] ?? shown[percentOf])) {
      throw new Error(`the ledger ${key}: ${name} is a share of no measure`);
    }
    const types = new Set([...added, ...minus].map((one) => measures[one]));
    if (types.size !== 1 || types.has(undefined)) {
      throw new Error(`the ledger ${key}: ${name} mixes types of measures`);
    }
  }
};

const dimensionOf = (key: string, subaccount: Fields): SubaccountDimension | null => {
  const [first, second] = Object.entries(subaccount);
  if (second) throw new Error(`the ledger ${key} has more than one subaccount`);
  if (!first) return null;
  const [name, { spec }] = first;
  const { label, dictionary, target } = spec;
  return { name, label, ...(dictionary ? { dictionary } : {}), ...(target ? { target } : {}) };
};

/**
 * Declares a ledger: entries that are only added, balances per subaccount and summed per owner, and
 * limits that hold for whoever posts.
 *
 * ```ts
 * defineLedger('funds', ['经费账', 'Funds'], {
 *   owner: program,
 *   subaccount: { itemCode: f.dict(['科目', 'Item'], budgetItem) },
 *   measures: { booked: 'money', held: 'money', spent: 'money' },
 *   shown: { available: { plus: ['booked'], minus: ['held', 'spent'] } },
 *   limits: [{ of: 'owner', room: (b) => b.available, words: ['余额不足：差 {lack} 元', '{lack} yuan short'] }],
 * })
 * ```
 *
 * With `records`, the subaccounts are records of any kind that has its fields: as the
 * balance moves, these records get the values that follow from it, with a history, though no new version. A field that
 * only shows a balance is `balance`.
 *
 * @throws Error at the start for measures or owners that cannot be kept.
 */
export const defineLedger = <
  const M extends Measures,
  F extends Fields = Record<never, never>,
  O extends Face<F> | null = Face<F>,
  const S extends ShownOf<M> = Record<never, never>,
  Dimension extends string = never,
  const P extends Readonly<Record<string, Parameter>> = Record<never, never>,
  R extends Fields = Fields,
>(
  key: string,
  label: Label,
  given: {
    readonly owner: O & (Face<F> | null);
    readonly subaccount?: { readonly [K in Dimension]: Field<string> };
    readonly measures: M;
    readonly records?: {
      readonly fields: R;
      values(balance: Balance<M, NoInfer<S>>): RowOf<NoInfer<R>>;
    };
    readonly shown?: S;
    readonly parameters?: P;
    /** Stores sums by month and department; the parameter contains a day as text. */
    readonly months?: {
      readonly department: string;
      readonly closedUntil: Parameter<string>;
      readonly rollup?: true;
    };
    readonly limits?: readonly LedgerLimit<Balance<M, S>, Readonly<RowOf<F>>, Chosen<P>>[];
  },
): TypedLedger<M, S, Dimension, O> => {
  const ledger = {
    key,
    label,
    owner: given.owner,
    subaccount: dimensionOf(key, given.subaccount ?? {}),
    records: given.records ?? null,
    measures: given.measures,
    shown: given.shown ?? {},
    limits: given.limits ?? [],
    months: given.months ?? null,
    parameters: given.parameters ?? {},
  } as TypedLedger<M, S, Dimension, O>;
  checkLedger(ledger);
  return ledger;
};

/**
 * Adds up the entries of each subaccount. @throws Error for an entry without owner or subaccount
 */
export const netEntries = (
  ledger: Ledger,
  entries: readonly UntypedEntry[],
): readonly { owner: string; subaccount: string; amounts: Readonly<Record<string, string>> }[] => {
  const found = new Map<
    string,
    { owner: string; subaccount: string; amounts: Record<string, string> }
  >();
  for (const entry of entries) {
    const owner = ledger.owner ? entry.owner : '0';
    const subaccount = ledger.subaccount ? entry[ledger.subaccount.name] : undefined;
    if (!owner || (ledger.subaccount && !subaccount)) {
      throw new Error(`an entry of the ledger ${ledger.key} names no subaccount`);
    }
    const name = `${owner} ${subaccount ?? ''}`;
    const kept = found.get(name) ?? {
      owner: String(owner),
      subaccount: String(subaccount ?? ''),
      amounts: {},
    };
    for (const measure of Object.keys(ledger.measures)) {
      kept.amounts[measure] = plus(kept.amounts[measure], entry[measure]);
    }
    found.set(name, kept);
  }
  return [...found.values()];
};

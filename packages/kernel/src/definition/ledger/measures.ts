import type { Label } from '../../label.ts';
import { type Amount, isZero, minus, plus, proportionalAmount } from '../../values/amounts.ts';
import type { Dictionary } from '../../values/dictionary.ts';
import type { RowLike } from '../../values/row.ts';

/** Unit of a measure of a ledger: pieces, or yuan. */
export type MeasureType = 'count' | 'money';

/** Number of digits after the point, by type of measure. */
export const measureScale: Readonly<Record<MeasureType, number>> = { count: 0, money: 2 };

/** Measure that is computed instead of stored: a sum of measures minus others, all of one type. */
export interface DerivedMeasure<Measure extends string = string> {
  readonly plus: readonly Measure[];
  readonly minus?: readonly Measure[];
  /**
   * Measure, stored or derived, by which the sum is divided to a percentage with two digits; 0 if
   * the divisor is not positive. Percentages of subaccounts are not added up.
   */
  readonly percentOf?: string;
}

/** Dimension of balances beside the owner: a budget item, a department, an invoice number. */
export interface SubaccountDimension {
  /** Name of the dimension in entries. */
  readonly name: string;
  readonly label: Label;
  readonly dictionary?: Dictionary;
  /** Resource whose ids are the subaccounts. */
  readonly target?: { readonly key: string; readonly label: Label };
}

/** Measures of one subaccount, stored and derived: money as decimal text, counts as numbers. */
export type UntypedBalance = Readonly<Record<string, string | number>>;

/** Data for a limit besides the balance. */
export interface LimitContext<Owner = RowLike, Chosen = RowLike> {
  /** Fields of the owner's face; empty in a ledger without owner. */
  readonly owner: Owner;
  /** Subaccount; empty for the owner's sum. */
  readonly subaccount: string;
  /** Values of the ledger's parameters as set by the tenant, by their names in the ledger. */
  readonly chosen: Chosen;
}

/** A limit: the room that a balance leaves must not become negative. */
export interface LedgerLimit<Balance = UntypedBalance, Owner = RowLike, Chosen = RowLike> {
  /** Applies to each subaccount, or to the sum over all subaccounts of an owner. */
  readonly of: 'owner' | 'subaccount';
  /** Returns the amount that may still be posted; null if unlimited. */
  room(balance: Balance, context: LimitContext<Owner, Chosen>): Amount;
  /** Measures whose change triggers the check; if omitted, any change does. */
  readonly moved?: readonly string[];
  /**
   * Message of the refusal: `{lack}` is the missing amount, `{most}` the room of an empty
   * subaccount, `{had}` the room before (at least zero), `{asked}` the requested decrease of the
   * room, `{subaccount}` the subaccount, `{subaccounts}` the changed subaccounts of the owner,
   * `{owner}` the title of the owner, `{holders}` the kinds of the records that use the room,
   * `{numbers}` their numbers.
   */
  readonly words: Label;
}

/** Computed values of records that are subaccounts themselves, for records of several kinds. */
export interface SubaccountRecords {
  /**
   * Fields of the values: a kind whose records are subaccounts has these field objects; nobody
   * enters them.
   */
  readonly fields: object;
  /** Returns the values that follow from the balance. Pure. */
  values(balance: UntypedBalance): RowLike;
}

/** Reference to a record of any kind, by the key of its resource and its id. */
export interface SubaccountRecord {
  readonly resource: string;
  readonly id: string;
}

/** Returns the name of the subaccount of a record, in a ledger whose subaccounts are records. */
export const subaccountOfRecord = ({ resource, id }: SubaccountRecord): string =>
  `${resource} ${id}`;

/** Parses the record from the name of its subaccount. */
export const recordOfSubaccount = (subaccount: string): SubaccountRecord => {
  const [resource = '', id = ''] = subaccount.split(' ');
  return { resource, id };
};

/**
 * Dimensions of sums by month (ruling 75): the month of the entry's day, and the department of the
 * owner at the time of posting, so that a project that changes its department leaves earlier sums
 * there.
 */
export interface MonthlySumDimensions {
  /** Field of the owner with its department. */
  readonly department: string;
  /** Parameter with the day up to which books are closed; later postings are dated after it. */
  readonly closedUntil: { readonly key: string; readonly field: object; readonly initial: unknown };
  /** True if sums over all owners are stored beside those of each. */
  readonly rollup?: true;
}

/**
 * Ledger as the engine reads it: entries that are only added, and the balance of each subaccount.
 * `definition/ledger/ledger.ts` declares one with types.
 */
export interface Ledger {
  readonly key: string;
  readonly label: Label;
  /** Resource of the owners of balances; null for a ledger with text subaccounts only. */
  readonly owner: { readonly key: string; readonly label: Label; readonly fields: object } | null;
  readonly subaccount: SubaccountDimension | null;
  /** Computed values of subaccounts that are records; null for other subaccounts. */
  readonly records: SubaccountRecords | null;
  readonly measures: Readonly<Record<string, MeasureType>>;
  readonly shown: Readonly<Record<string, DerivedMeasure>>;
  readonly limits: readonly LedgerLimit[];
  /**
   * Dimensions of sums by month, with which entries have a day and a department; null if none are
   * stored.
   */
  readonly months: MonthlySumDimensions | null;
  /** Parameters of the tenant that limits use. */
  readonly parameters: Readonly<
    Record<string, { readonly key: string; readonly field: object; readonly initial: unknown }>
  >;
}

/**
 * Returns the type of a measure, stored or derived. @throws Error for a measure that the ledger
 * lacks.
 */
export const measureType = (
  { key, measures, shown }: Pick<Ledger, 'key' | 'measures' | 'shown'>,
  name: string,
): MeasureType => {
  const type = measures[name] ?? measures[shown[name]?.plus[0] ?? ''];
  if (!type) throw new Error(`the ledger ${key} has no measure ${name}`);
  return type;
};

/**
 * Returns the stored measures of which a measure is computed; a stored measure consists of itself.
 */
export const measureTermsOf = (
  { shown }: Pick<Ledger, 'shown'>,
  name: string,
): DerivedMeasure & Required<Pick<DerivedMeasure, 'plus' | 'minus'>> => ({
  minus: [],
  ...(shown[name] ?? { plus: [name] }),
});

const amountOf = (type: MeasureType, amount: string): string | number =>
  type === 'count' ? Number(amount) : amount;

/** Computes a measure of a balance from the stored measures. */
const amountIn = (
  ledger: Pick<Ledger, 'key' | 'measures' | 'shown'>,
  stored: Readonly<Record<string, Amount>>,
  name: string,
): string => {
  const parts = measureTermsOf(ledger, name);
  const none = measureType(ledger, name) === 'count' ? '0' : '0.00';
  const value = minus(
    plus(none, ...parts.plus.map((part) => stored[part])),
    ...parts.minus.map((part) => stored[part]),
  );
  if (parts.percentOf === undefined) return value;
  const whole = amountIn(ledger, stored, parts.percentOf);
  return isZero(whole) || whole.startsWith('-') ? none : proportionalAmount('100', value, whole, 2);
};

/** Computes all measures of a balance from the stored ones; missing measures are zero. */
export const completeBalance = (
  ledger: Pick<Ledger, 'key' | 'measures' | 'shown'>,
  stored: Readonly<Record<string, Amount>>,
): UntypedBalance =>
  Object.fromEntries(
    [...Object.keys(ledger.measures), ...Object.keys(ledger.shown)].map((name) => {
      const type = measureType(ledger, name);
      return [name, amountOf(type, amountIn(ledger, stored, name))];
    }),
  );

/** Ledger, measure and subaccount from which a balance field takes its value. */
export interface BalanceSource {
  readonly ledger: Ledger;
  /** Measure, stored or derived. */
  readonly measure: string;
  /** Reference field of the record to the owner; null if the record itself is the owner. */
  readonly owner: string | null;
  /** Field of the line or record with the subaccount; null for the owner's sum. */
  readonly subaccount: string | null;
}

import type { Label } from '../../label.ts';
import { type Amount, isZero, minus, plus, proportionalAmount } from '../../values/amounts.ts';
import type { Dictionary } from '../../values/dictionary.ts';
import type { RowLike } from '../../values/row.ts';

/** Unit that a measure of a ledger counts: things, or yuan. */
export type MeasureType = 'count' | 'money';

/** Digits after the point of each type of measure. */
export const measureScale: Readonly<Record<MeasureType, number>> = { count: 0, money: 2 };

/** A measure that is not stored: some measures less others, all of one type. */
export interface DerivedMeasure<Measure extends string = string> {
  readonly plus: readonly Measure[];
  readonly minus?: readonly Measure[];
  /**
   * The measure, stored or shown, of which it is said in percent with two digits; nothing where that is not above
   * zero. Shares of several subaccounts are not added up.
   */
  readonly percentOf?: string;
}

/** Dimension by which balances are kept beside the owner: a budget item, a department, an invoice number. */
export interface SubaccountDimension {
  /** Name in entries. */
  readonly name: string;
  readonly label: Label;
  readonly dictionary?: Dictionary;
  /** The resource whose ids subaccounts are. */
  readonly target?: { readonly key: string; readonly label: Label };
}

/** The measures of one subaccount, stored and shown: money as decimal text, counts as numbers. */
export type UntypedBalance = Readonly<Record<string, string | number>>;

/** Data by which a limit is judged beside the balance. */
export interface LimitContext<Owner = RowLike, Chosen = RowLike> {
  /** The fields that the owner's face shows; none in a ledger without owner. */
  readonly owner: Owner;
  /** The subaccount; empty for the owner's sum. */
  readonly subaccount: string;
  /** Values that the school has set, by the names that the ledger gives to parameters. */
  readonly chosen: Chosen;
}

/** A limit: the room that a balance leaves must not become negative. */
export interface LedgerLimit<Balance = UntypedBalance, Owner = RowLike, Chosen = RowLike> {
  /** Judged for each subaccount, or for the sum over all subaccounts of an owner. */
  readonly of: 'owner' | 'subaccount';
  /** Amount that may still be posted; null where nothing limits it. */
  room(balance: Balance, context: LimitContext<Owner, Chosen>): Amount;
  /** Judged only where one of these measures changed; left out, whatever changed. */
  readonly moved?: readonly string[];
  /**
   * The refusal: `{lack}` is what is missing, `{most}` the room of an empty subaccount, `{had}` the room before and at least nothing, `{asked}` by how much
   * it was to shrink, `{subaccount}` the subaccount, `{subaccounts}` the subaccounts of the owner that moved, `{owner}` the
   * title of the owner, `{holders}` the kinds of the records that use the room, `{numbers}` their numbers.
   */
  readonly words: Label;
}

/** Values that records of several kinds hold of their own subaccounts. */
export interface SubaccountRecords {
  /** A kind whose records have subaccounts has these very fields; nobody enters them. */
  readonly fields: object;
  /** Values by the balance. Pure. */
  values(balance: UntypedBalance): RowLike;
}

/** A record of any kind, by the key of its resource and its id. */
export interface SubaccountRecord {
  readonly resource: string;
  readonly id: string;
}

/** The subaccount of a record in a ledger whose subaccounts are records. */
export const subaccountOfRecord = ({ resource, id }: SubaccountRecord): string =>
  `${resource} ${id}`;

/** The record whose subaccount it is. */
export const recordOfSubaccount = (subaccount: string): SubaccountRecord => {
  const [resource = '', id = ''] = subaccount.split(' ');
  return { resource, id };
};

/**
 * Dimensions by which sums by month are kept (ruling 75): the month of the entry's day, and the department of the
 * owner as of the posting, so that a project which moves takes nothing along.
 */
export interface MonthlySumDimensions {
  /** The field of the owner with its department. */
  readonly department: string;
  /** Choice of the school: books are closed to this day, later entries begin behind it. */
  readonly closedUntil: { readonly key: string; readonly field: object; readonly initial: unknown };
  /** Sums over all owners are kept beside those of each. */
  readonly rollup?: true;
}

/**
 * A ledger as the engine keeps it: entries that are only added, and the balance of each subaccount.
 * `definition/ledger/ledger.ts` has the typed way to define one.
 */
export interface Ledger {
  readonly key: string;
  readonly label: Label;
  /** Owner of these balances; null for a ledger that only keeps texts apart. */
  readonly owner: { readonly key: string; readonly label: Label; readonly fields: object } | null;
  readonly subaccount: SubaccountDimension | null;
  /** The subaccounts are records, which hold what follows from their balances; null for other subaccounts. */
  readonly records: SubaccountRecords | null;
  readonly measures: Readonly<Record<string, MeasureType>>;
  readonly shown: Readonly<Record<string, DerivedMeasure>>;
  readonly limits: readonly LedgerLimit[];
  /** Entries have a day and a department, and sums by month are kept beside the balances; null for none. */
  readonly months: MonthlySumDimensions | null;
  /** Choices of the school by which limits are judged. */
  readonly parameters: Readonly<
    Record<string, { readonly key: string; readonly field: object; readonly initial: unknown }>
  >;
}

/** The type of a measure, stored or shown. @throws Error where the ledger has no such measure. */
export const measureType = (
  { key, measures, shown }: Pick<Ledger, 'key' | 'measures' | 'shown'>,
  name: string,
): MeasureType => {
  const type = measures[name] ?? measures[shown[name]?.plus[0] ?? ''];
  if (!type) throw new Error(`the ledger ${key} has no measure ${name}`);
  return type;
};

/** The measures that a measure is made of; one that is stored is made of itself. */
export const measureTermsOf = (
  { shown }: Pick<Ledger, 'shown'>,
  name: string,
): DerivedMeasure & Required<Pick<DerivedMeasure, 'plus' | 'minus'>> => ({
  minus: [],
  ...(shown[name] ?? { plus: [name] }),
});

const amountOf = (type: MeasureType, amount: string): string | number =>
  type === 'count' ? Number(amount) : amount;

/** A measure of a balance, from those that are stored. */
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

/** A balance with every measure, from those that are stored; what is missing counts as nothing. */
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
  /** The measure, stored or shown. */
  readonly measure: string;
  /** The reference of the record to the owner; null where the record itself is the owner. */
  readonly owner: string | null;
  /** The field of the line, or of the record, with the subaccount; null for the owner's sum. */
  readonly subaccount: string | null;
}

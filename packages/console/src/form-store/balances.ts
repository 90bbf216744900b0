import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import {
  type BalanceSource,
  completeBalance,
  type UntypedBalance,
} from '@keyan/kernel/definition/ledger/measures.ts';
import type { KnownFacts } from '@keyan/kernel/definition/life/fact.ts';
import { balancesName } from '@keyan/kernel/definition/life/form-facts.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { subTableLines } from './path.ts';

/**
 * Returns empty values for the balance fields that depend on the field `by`: unknown after a change
 * until refetched.
 */
export const unknownBalances = (fields: Fields, by: string): RowLike =>
  Object.fromEntries(
    Object.entries(fields).flatMap(
      ([
        name,
        {
          spec: { balance },
        },
      ]) => (balance && (balance.owner === by || balance.subaccount === by) ? [[name, null]] : []),
    ),
  );

/** Balances of one owner by subaccount; the owner's total is under the empty key. */
type BySubaccount = Readonly<Record<string, UntypedBalance>>;

/**
 * Returns the amount of a balance field from the fetched balances; null if the row names no
 * subaccount.
 */
const shownOf = (
  { ledger, measure, owner, subaccount }: BalanceSource,
  row: RowLike,
  record: RowLike,
  came: BySubaccount,
): unknown => {
  if (isEmpty(record[owner ?? '']) || (subaccount !== null && isEmpty(row[subaccount])))
    return null;
  // A subaccount without an entry has a balance of zero.
  const found =
    came[subaccount === null ? '' : String(row[subaccount])] ?? completeBalance(ledger, {});
  return found[measure];
};

/** Returns the fetched balances for the balance fields of a row or line. */
const shownIn = (fields: Fields, row: RowLike, record: RowLike, facts: KnownFacts): RowLike =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { spec }]): [string, unknown][] => {
      const came = spec.balance && (facts[balancesName(spec.balance)] as BySubaccount | undefined);
      return spec.balance && came ? [[name, shownOf(spec.balance, row, record, came)]] : [];
    }),
  );

/**
 * Returns the row with the current balances of its owners and of those in its lines. Unchanged
 * lines stay the same objects.
 */
export const withBalances = (fields: Fields, values: RowLike, facts: KnownFacts): RowLike => {
  const lines = Object.entries(fields).flatMap(([name, { spec }]) => {
    const typed = spec.type === 'rows' ? subTableLines(values, name) : [];
    const next = typed.map((line) => {
      const shown = shownIn(spec.fields ?? {}, line, values, facts);
      const isSame = Object.entries(shown).every(([field, value]) => line[field] === value);
      return isSame ? line : { ...line, ...shown };
    });
    return next.some((line, index) => line !== typed[index]) ? [[name, next] as const] : [];
  });
  return { ...values, ...shownIn(fields, values, values, facts), ...Object.fromEntries(lines) };
};

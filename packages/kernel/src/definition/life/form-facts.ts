import type { RowLike } from '../../values/row.ts';
import type { Fields } from '../field/field.ts';
import type { BalanceSource } from '../ledger/measures.ts';
import type { Resource } from '../resource.ts';
import {
  balancesIn,
  type Fact,
  type Facts,
  factsForPages,
  fieldsOfFact,
  idsAtPaths,
} from './fact.ts';

/** Facts that pages ask for: those of the rules that they may know, and the balances that the form shows. */

/** Name of the fact with the balances of an owner: no rule knows it. */
export const balancesName = ({ ledger, owner }: BalanceSource): string =>
  `balances ${ledger.key} ${owner}`;

interface Shown {
  readonly source: BalanceSource;
  /** The path of the subaccount in the row; null for the owner's sum. */
  readonly path: string | null;
}

const shownIn = (fields: Fields, prefix = ''): readonly Shown[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => {
    const { balance, fields: lines } = spec;
    if (lines) return shownIn(lines, `${name}.`);
    // A record that is an owner itself shows its balances as they were read.
    if (!balance || balance.owner === null) return [];
    return [{ source: balance, path: balance.subaccount && `${prefix}${balance.subaccount}` }];
  });

/** Balances of records that the row names, as far as fields show them. */
const balanceFacts = ({ fields }: Pick<Resource, 'fields'>): Facts => {
  const byName = Map.groupBy(shownIn(fields), ({ source }) => balancesName(source));
  return Object.fromEntries(
    [...byName].flatMap(([name, shown]) => {
      const [first] = shown;
      if (!first || first.source.owner === null) return [];
      const paths = new Set(shown.flatMap(({ path }) => path ?? []));
      return [[name, balancesIn(first.source.ledger, first.source.owner, [...paths])] as const];
    }),
  );
};

const known = new WeakMap<Resource, Facts>();

/** The facts that the form of a resource asks for. */
export const formFacts = (resource: Resource): Facts => {
  const found = known.get(resource) ?? {
    ...factsForPages(resource.facts ?? {}),
    ...balanceFacts(resource),
  };
  known.set(resource, found);
  return found;
};

/** Values of the row by which a fact is looked up: of lines only what it names there. */
const askedBy = (fact: Fact, row: RowLike): readonly unknown[] =>
  fact.origin.from === 'balances'
    ? [row[fact.origin.owner] ?? null, idsAtPaths(row, fact.origin.paths)]
    : fieldsOfFact(fact).map((name) => row[name] ?? null);

/**
 * Cache key of the facts of a row: the facts change only when the key does. Null for a resource without
 * facts that pages may know.
 */
export const factsKey = (resource: Resource, row: RowLike): string | null => {
  const told = Object.values(formFacts(resource));
  return told.length > 0 ? JSON.stringify(told.map((fact) => askedBy(fact, row))) : null;
};

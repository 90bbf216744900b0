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

/**
 * Facts that forms load: those that rules may use on pages, and the balances that the form shows.
 */

/** Returns the internal name of the fact with the balances of an owner, which no rule uses. */
export const balancesName = ({ ledger, owner }: BalanceSource): string =>
  `balances ${ledger.key} ${owner}`;

interface ShownBalance {
  readonly source: BalanceSource;
  /** Path of the subaccount in the row; null for the owner's sum. */
  readonly path: string | null;
}

const balancesShownIn = (fields: Fields, prefix = ''): readonly ShownBalance[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => {
    const { balance, fields: lines } = spec;
    if (lines) return balancesShownIn(lines, `${name}.`);
    // A record that is an owner itself shows the balances that were read with it.
    if (!balance || balance.owner === null) return [];
    return [{ source: balance, path: balance.subaccount && `${prefix}${balance.subaccount}` }];
  });

/** Returns facts for the balances of referenced records that fields of the form show. */
const balanceFacts = ({ fields }: Pick<Resource, 'fields'>): Facts => {
  const byName = Map.groupBy(balancesShownIn(fields), ({ source }) => balancesName(source));
  return Object.fromEntries(
    [...byName].flatMap(([name, shown]) => {
      const [first] = shown;
      if (!first || first.source.owner === null) return [];
      const paths = new Set(shown.flatMap(({ path }) => path ?? []));
      return [[name, balancesIn(first.source.ledger, first.source.owner, [...paths])] as const];
    }),
  );
};

const formFactsCache = new WeakMap<Resource, Facts>();

/** Returns the facts that the form of a resource loads. */
export const formFacts = (resource: Resource): Facts => {
  const found = formFactsCache.get(resource) ?? {
    ...factsForPages(resource.facts ?? {}),
    ...balanceFacts(resource),
  };
  formFactsCache.set(resource, found);
  return found;
};

/**
 * Returns the values of the row on which a fact depends; of lines, only the fields on its paths.
 */
const valuesUsedBy = (fact: Fact, row: RowLike): readonly unknown[] =>
  fact.origin.from === 'balances'
    ? [row[fact.origin.owner] ?? null, idsAtPaths(row, fact.origin.paths)]
    : fieldsOfFact(fact).map((name) => row[name] ?? null);

/**
 * Returns the cache key of a row's facts, which changes whenever they may. Null for a resource
 * without facts for pages.
 */
export const factsKey = (resource: Resource, row: RowLike): string | null => {
  const told = Object.values(formFacts(resource));
  return told.length > 0 ? JSON.stringify(told.map((fact) => valuesUsedBy(fact, row))) : null;
};

import type { Fields } from '../field/field.ts';
import type { Resource } from '../resource.ts';
import type { Ledger } from './measures.ts';

const shownBy = (fields: Fields): readonly Ledger[] =>
  Object.values(fields).flatMap(({ spec }) => [
    ...(spec.balance ? [spec.balance.ledger] : []),
    ...shownBy(spec.fields ?? {}),
  ]);

/**
 * Returns every ledger that these definitions name, without duplicates, by key.
 * @throws Error if two ledgers share a key.
 */
export const ledgersOf = (
  resources: readonly Pick<Resource, 'fields' | 'effects'>[],
): readonly Ledger[] => {
  const found = new Map<string, Ledger>();
  const posted = resources.flatMap(({ effects }) =>
    effects.flatMap(({ hold }) => (hold.is === 'post' ? [hold.ledger] : [])),
  );
  for (const ledger of [...resources.flatMap(({ fields }) => shownBy(fields)), ...posted]) {
    if ((found.get(ledger.key) ?? ledger) !== ledger) {
      throw new Error(`two ledgers have the key ${ledger.key}`);
    }
    found.set(ledger.key, ledger);
  }
  return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
};

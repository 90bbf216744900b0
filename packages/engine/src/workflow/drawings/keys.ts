import type { Kind } from '@keyan/kernel/definition/life/process.ts';

/**
 * The id of a kind's process in a file: `fundsExpenditure` is `funds_expenditure`, `vertical/declare`
 * is `vertical_declare`. Ids of XML hold no slash.
 */
export const routeKey = (kind: string): string =>
  kind
    .replaceAll(/[^\w.-]/g, '_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();

/**
 * Kinds by the keys that a file may give: the id of its process, and the kind itself.
 * @throws Error when two kinds share one: a wrong composition.
 */
export const kindsByKey = (kinds: Iterable<Kind>): ReadonlyMap<string, Kind> => {
  const found = new Map<string, Kind>();
  for (const one of kinds) {
    const { kind } = one.process;
    for (const key of new Set([kind, routeKey(kind)])) {
      const other = found.get(key);
      if (other) throw new Error(`kinds ${other.process.kind} and ${kind} share ${key}`);
      found.set(key, one);
    }
  }
  return found;
};

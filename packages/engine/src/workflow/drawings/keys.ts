import type { Kind } from '@keyan/kernel/definition/life/process.ts';

/**
 * Returns the process id of a kind in a file: `fundsExpenditure` is `funds_expenditure`, `vertical/declare` is
 * `vertical_declare`. Ids in XML contain no slash.
 */
export const routeKey = (kind: string): string =>
  kind
    .replaceAll(/[^\w.-]/g, '_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();

/**
 * Returns kinds by the keys that a file may contain: the process id, and the kind itself.
 * @throws Error if two kinds share one: a wrong composition.
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

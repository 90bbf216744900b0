import type { Process } from '@keyan/kernel/definition/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';

/**
 * The id of a kind's process in a file: `fundsExpenditure` is `funds_expenditure`, `vertical/declare`
 * is `vertical_declare`. Ids of XML hold no slash.
 */
export const routeKey = (kind: string): string =>
  kind
    .replaceAll(/[^\w.-]/g, '_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();

/** A kind that routes are drawn for, with the records that go through it. */
export interface Kind {
  readonly process: Process;
  readonly resource: Resource;
}

/**
 * Every kind by the keys that a file may give: the id of its process, and the kind itself.
 * @throws Error when two kinds share one: a wrong composition.
 */
export const kindsByKey = (resources: Iterable<Resource>): ReadonlyMap<string, Kind> => {
  const kinds = new Map<string, Kind>();
  for (const resource of resources) {
    for (const process of resource.processes) {
      for (const key of new Set([process.kind, routeKey(process.kind)])) {
        const other = kinds.get(key);
        if (other) throw new Error(`kinds ${other.process.kind} and ${process.kind} share ${key}`);
        kinds.set(key, { process, resource });
      }
    }
  }
  return kinds;
};

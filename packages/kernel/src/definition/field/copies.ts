import type { RowLike } from '../../values/row.ts';
import type { Resource } from '../resource.ts';

/** Copies that one reference fills: `[copy, field of the target]`. */
export type Copies = readonly (readonly [name: string, field: string])[];

const copiesCache = new WeakMap<Resource, ReadonlyMap<string, Copies>>();

const copyEntriesOf = (resource: Resource) =>
  Object.entries(resource.fields).flatMap(
    ([
      name,
      {
        spec: { copyOf },
      },
    ]) => (copyOf ? [{ from: copyOf.from, pair: [name, copyOf.field] as const }] : []),
  );

/** Returns the copies of a resource by the reference that fills them. */
export const copiesByReference = (resource: Resource): ReadonlyMap<string, Copies> => {
  const kept = copiesCache.get(resource);
  if (kept) return kept;
  const found = new Map<string, Copies>();
  for (const { from, pair } of copyEntriesOf(resource)) {
    found.set(from, [...(found.get(from) ?? []), pair]);
  }
  copiesCache.set(resource, found);
  return found;
};

/** Returns the copies that this reference fills; empty for most references. */
export const copiesFrom = (resource: Resource, reference: string): Copies =>
  copiesByReference(resource).get(reference) ?? [];

/** Returns only those values of a row that are copies. */
export const copyValuesIn = (resource: Resource, row: RowLike): Record<string, unknown> =>
  Object.fromEntries(
    [...copiesByReference(resource).values()].flat().map(([name]) => [name, row[name] ?? null]),
  );

/**
 * Number of references between a record and the record that its copies come from: 0 for a chosen
 * record, 1 through a reference that is itself a copy.
 */
export const copyDistanceOf = (resource: Resource, reference: string): number =>
  resource.fields[reference]?.spec.copyOf ? 1 : 0;

/**
 * Returns the names of all copies that choosing a record in this reference fills, including those
 * through a copied reference.
 */
export const copiesThroughReference = (resource: Resource, reference: string): readonly string[] =>
  copiesFrom(resource, reference).flatMap(([name]) => [
    name,
    ...copiesFrom(resource, name).map(([further]) => further),
  ]);

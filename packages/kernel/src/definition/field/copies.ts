import type { RowLike } from '../../values/row.ts';
import type { Resource } from '../resource.ts';

/** The copies of a resource that come from one reference: `[copy, field of the target]`. */
export type Copies = readonly (readonly [name: string, field: string])[];

const known = new WeakMap<Resource, ReadonlyMap<string, Copies>>();

const pairsOf = (resource: Resource) =>
  Object.entries(resource.fields).flatMap(
    ([
      name,
      {
        spec: { copyOf },
      },
    ]) => (copyOf ? [{ from: copyOf.from, pair: [name, copyOf.field] as const }] : []),
  );

/** The copies of a resource, by the reference that they come from. */
export const copiesByReference = (resource: Resource): ReadonlyMap<string, Copies> => {
  const kept = known.get(resource);
  if (kept) return kept;
  const found = new Map<string, Copies>();
  for (const { from, pair } of pairsOf(resource)) {
    found.set(from, [...(found.get(from) ?? []), pair]);
  }
  known.set(resource, found);
  return found;
};

/** The copies that come from this reference; none for most. */
export const copiesFrom = (resource: Resource, reference: string): Copies =>
  copiesByReference(resource).get(reference) ?? [];

/** The values of a row's copies alone. */
export const copyValuesIn = (resource: Resource, row: RowLike): Record<string, unknown> =>
  Object.fromEntries(
    [...copiesByReference(resource).values()].flat().map(([name]) => [name, row[name] ?? null]),
  );

/**
 * Distance of the records that copies come from: 0 for the chosen record, 1 through a reference that is itself a
 * copy.
 */
export const copyDistanceOf = (resource: Resource, reference: string): number =>
  resource.fields[reference]?.spec.copyOf ? 1 : 0;

/** The names of all copies that a choice of this reference brings: its own, and those through a copied reference. */
export const copiesThroughReference = (resource: Resource, reference: string): readonly string[] =>
  copiesFrom(resource, reference).flatMap(([name]) => [
    name,
    ...copiesFrom(resource, name).map(([further]) => further),
  ]);

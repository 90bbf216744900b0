import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { ActionName, Resource } from '@keyan/kernel/definition/resource.ts';
import { variantOf } from '@keyan/kernel/definition/variants.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { holdsPermission } from './rights.ts';

/**
 * Returns the codes of the variants for which the actor may perform an action; null for a resource without variants.
 */
export const variantsAllowing = (
  resource: Resource,
  actor: Actor | SystemActor,
  action: ActionName,
): readonly string[] | null =>
  resource.variants
    ? resource.variants.codes.filter((code) =>
        holdsPermission(resource, actor, action, { [resource.variants?.field ?? '']: code }),
      )
    : null;

/** Variant of a record, and the faults of the request. */
export interface ResolvedVariant {
  readonly values: RowLike;
  readonly faults: readonly FieldFault[];
}

const nothing: ResolvedVariant = { values: {}, faults: [] };

/**
 * Returns the variant of a saved record: a stored record keeps its variant; a new one gets that of the page named in
 * the input, else that of the record it is about, else the first that the actor may add.
 * @param copies values copied from the records it refers to
 */
export const resolveVariant = (
  resource: Resource,
  actor: Actor | SystemActor,
  before: RowLike | null,
  input: RowLike,
  copies: RowLike,
): ResolvedVariant => {
  if (!resource.variants) return nothing;
  const { field } = resource.variants;
  const kept = variantOf(resource, before ?? input);
  const copied = typeof copies[field] === 'string' ? copies[field] : undefined;
  const asked = copied ?? (Object.hasOwn(copies, field) ? undefined : input[field]);
  if (kept === undefined) {
    const [first] = variantsAllowing(resource, actor, 'add') ?? [];
    return { values: { [field]: asked ?? first ?? null }, faults: [] };
  }
  if (asked === undefined || asked === null || asked === kept) {
    return { values: { [field]: kept }, faults: [] };
  }
  const path = resource.fields[field]?.spec.copyOf?.from ?? field;
  const message = fill(
    ['【{label}】与本页的类别不同', '{label} is of a different kind from this page'],
    {
      label: resource.fields[path]?.spec.label ?? resource.label,
    },
  );
  return { values: { [field]: kept }, faults: [{ path, message }] };
};

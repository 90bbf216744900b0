import {
  type Copies,
  copiesByReference,
  copyDistanceOf,
} from '@keyan/kernel/definition/field/copies.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Session } from '../store/connection/database.ts';
import { scopeOfReference } from './choosable.ts';
import { type ActorContext, scopeValues } from './rights.ts';

/** Returns the values that one reference copies; null for each if the reference is empty or may not be chosen. */
const taken = async (
  context: ActorContext,
  session: Session,
  { spec, copies }: { readonly spec: FieldSpec | undefined; readonly copies: Copies },
  { id, isKept }: { readonly id: unknown; readonly isKept: boolean },
): Promise<RowLike> => {
  const { store } = context.engine;
  const empty = Object.fromEntries(copies.map(([name]) => [name, null]));
  const target = store.catalog.target(spec?.target?.key ?? '');
  if (!spec || !target || !isId(id)) return empty;
  const scope = isKept || scopeOfReference(context, target, spec);
  const [found] = await session.query<{ values: RowLike }>(
    store.reader.copied(target, copies, scope).bind({ ...scopeValues(context), id }),
  );
  return { ...empty, ...found?.values };
};

/** Returns copies at this depth of copied references: one statement for each reference with copies. */
const copiesAt = async (
  distance: number,
  context: ActorContext,
  session: Session,
  resource: Resource,
  row: RowLike,
  before: RowLike | null,
): Promise<RowLike> => {
  const references = [...copiesByReference(resource)].filter(
    ([reference]) => copyDistanceOf(resource, reference) === distance,
  );
  const found = await Promise.all(
    references.map(([reference, copies]) => {
      const id = row[reference];
      const source = { spec: resource.fields[reference]?.spec, copies };
      return taken(context, session, source, { id, isKept: id === before?.[reference] });
    }),
  );
  return Object.assign({}, ...found);
};

/** Returns copied fields that need a further reference, which is itself copied from the chosen record. */
export const copiesThroughReferences = (
  context: ActorContext,
  session: Session,
  resource: Resource,
  brought: RowLike,
): Promise<RowLike> => copiesAt(1, context, session, resource, brought, null);

/**
 * Returns the current copied values of a row, read from the records that it refers to, also through a reference that is
 * itself copied. Only records that the actor may choose, and records that the row named before, are read: no other
 * record is revealed.
 */
export const currentCopies = async (
  context: ActorContext,
  session: Session,
  resource: Resource,
  row: RowLike,
  before: RowLike | null,
): Promise<RowLike> => {
  const near = await copiesAt(0, context, session, resource, row, before);
  const far = await copiesAt(1, context, session, resource, { ...row, ...near }, before);
  return { ...near, ...far };
};

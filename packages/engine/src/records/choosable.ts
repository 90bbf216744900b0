import type { Copies } from '@keyan/kernel/definition/field/copies.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Condition, Query } from '@keyan/kernel/records/query.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { OptionRow } from '@keyan/kernel/wire/records.ts';
import type { Session } from '../store/connection/database.ts';
import { type ActorScope, choosableScope } from '../store/statements/scope.ts';
import { createListQuery } from './list-query.ts';
import { type ActorContext, opensPage } from './rights.ts';

/** Request of a picker: typed words, or ids of records that it already shows. */
export interface PickerQuestion {
  readonly search?: string;
  readonly ids?: readonly string[];
  /** Maximum number of records, 20 by default; `ids` are returned in full. */
  readonly size?: number;
}

/** Number of records that a picker shows by default. */
export const defaultPickerSize = 20;

/** Returns title and note of rows within a scope, with the fields that the picker copies. */
export const offeredRows = (
  session: Session,
  context: ActorContext,
  resource: Resource,
  scope: ActorScope,
  wanted: PickerQuestion,
  copies: Copies = [],
  where: readonly Condition[] = [],
): Promise<readonly OptionRow[]> => {
  const ids = wanted.ids?.filter(isId);
  const query: Query = {
    ...(ids || wanted.search === undefined ? {} : { search: wanted.search }),
    where,
    sort: [],
    page: 1,
    size: ids ? ids.length : (wanted.size ?? defaultPickerSize),
  };
  const { shape, values } = createListQuery(context, resource, query, scope);
  return session.query<OptionRow>(
    context.engine.store.reader
      .lookup({ ...shape, sort: [] }, ids !== undefined, copies)
      .bind({ ...values, ids: ids ?? [] }),
  );
};

/** Returns the scope of records that a reference may choose for the actor. */
export const scopeOfReference = (
  { actor, engine }: ActorContext,
  target: Resource,
  spec: FieldSpec,
): ActorScope =>
  choosableScope(engine.store.catalog, target, spec.among, actor, opensPage(target, actor));

/** Returns those of the records that the reference may choose; null if all may be chosen. */
export const choosableIds = async (
  session: Session,
  context: ActorContext,
  target: Resource,
  spec: FieldSpec,
  ids: readonly string[],
): Promise<ReadonlySet<string> | null> => {
  const scope = scopeOfReference(context, target, spec);
  if (scope === true) return null;
  if (scope === false) return new Set();
  const found = await offeredRows(session, context, target, scope, { ids });
  return new Set(found.map(({ id }) => id));
};

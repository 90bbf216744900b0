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

/** Request of a picker: words, or records that it shows already. */
export interface PickerQuestion {
  readonly search?: string;
  readonly ids?: readonly string[];
  /** At most this many, 20 by default; all of `ids`. */
  readonly size?: number;
}

/** Records that a picker shows where it does not say how many. */
export const defaultPickerSize = 20;

/** Title and note of rows within a scope, with the fields that are copied from them. */
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

/** Records that a reference may choose, settled for the actor. */
export const scopeOfReference = (
  { actor, engine }: ActorContext,
  target: Resource,
  spec: FieldSpec,
): ActorScope =>
  choosableScope(engine.store.catalog, target, spec.among, actor, opensPage(target, actor));

/** Records of a target, among the given, that the reference may choose; null means all of them. */
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

import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import { countedStates } from '@keyan/kernel/definition/page/list.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { GroupCount, Query } from '@keyan/kernel/records/query.ts';
import { actorId } from '../base/actors.ts';
import { createListQuery, queryScope } from '../records/list-query.ts';
import { unsortableFields } from '../records/rights.ts';
import { type Column, shapeOf } from '../store/schema/shape.ts';
import type { CommandContext } from './context.ts';

/** Field types with few values, each of which can filter the list. */
const countable: ReadonlySet<FieldType> = new Set(['year', 'dict', 'dicts', 'ref', 'refs']);

const maxGroupFields = 3;
/** Maximum number of groups of a count; the smallest groups are left out. */
export const maxCountedGroups = 1000;

/**
 * @throws Invalid for a name that is no field, a field hidden from the actor, or a field whose type cannot be counted.
 */
const columnsOf = (
  { actor }: CommandContext,
  resource: Resource,
  by: readonly string[],
): readonly Column[] => {
  const fields = [...new Set(by)];
  const hidden = unsortableFields(resource, actor);
  const columns = fields
    .filter((field) => field !== 'id' && !hidden.has(field))
    .map((field) => shapeOf(resource).column(field))
    .filter((column) => column !== undefined && countable.has(column.spec.type)) as Column[];
  if (columns.length === 0 || columns.length !== fields.length || fields.length > maxGroupFields) {
    throw new Invalid([
      { path: 'by', message: ['请求参数格式错误: by', 'Malformed parameter: by'] },
    ]);
  }
  return columns;
};

/** Field types that can be summed. */
const summable: ReadonlySet<FieldType> = new Set(['integer', 'decimal', 'money']);

/** Returns these columns, without those hidden from the actor; without names, the total columns of the list. */
const summed = (
  { actor }: CommandContext,
  resource: Resource,
  names?: readonly string[],
): readonly Column[] => {
  const hidden = unsortableFields(resource, actor);
  const asked = names?.filter((field) => summable.has(resource.fields[field]?.spec.type ?? 'text'));
  return (asked ?? resource.list.totals ?? [])
    .filter((field) => !hidden.has(field))
    .flatMap((field) => shapeOf(resource).column(field) ?? []);
};

/**
 * Returns the query for rows that are summed: without drafts and void or refused records, unless the query itself
 * filters by state.
 * @param by fields by which the rows are grouped
 */
const whatCounts = (resource: Resource, query: Query, by: readonly string[] = []): Query => {
  const counted = countedStates(resource);
  if (!counted) return query;
  const { field, codes } = counted;
  if (by.includes(field) || query.where.some((condition) => condition.field === field))
    return query;
  return { ...query, where: [...query.where, { field, operator: 'anyOf', value: codes }] };
};

/** Converts sums to the value types of rows: integers to numbers, amounts to texts. */
const sumsOf = (
  columns: readonly Column[],
  sumAt: (column: Column, index: number) => string | number | null | undefined,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    columns.map((column, index) => {
      const sum = sumAt(column, index) ?? '0';
      return [column.field, column.spec.type === 'integer' ? Number(sum) : String(sum)];
    }),
  );

/**
 * Returns the number of rows per combination of values of these fields, over the rows that `list` finds, with the sums
 * of the totals.
 */
export const groupCounts = async (
  context: CommandContext,
  resource: Resource,
  query: Query,
  by: readonly string[],
  withSums: boolean | readonly string[] = false,
): Promise<readonly GroupCount[]> => {
  const columns = columnsOf(context, resource, by);
  const of = withSums ? summed(context, resource, withSums === true ? undefined : withSums) : [];
  const scope = queryScope(context, resource, query);
  const rows = withSums ? whatCounts(resource, query, by) : query;
  const { shape, values } = createListQuery(
    context,
    resource,
    { ...rows, page: 1, size: maxCountedGroups },
    scope,
  );
  const { database, store } = context.engine;
  const statement = store.reader.groupCounts({ ...shape, sort: [] }, columns, of).bind(values);
  const found = await database.heavy<Record<string, string | null> & { readonly total: number }>(
    context.actor.tenantId,
    actorId(context.actor),
    // A person may have handled one record or tens of thousands: no single plan suits both.
    { ...statement, planned: 'anew' },
  );
  return found.map((row) => ({
    keys: columns.map((_, index) => row[`k${index}`] ?? null),
    names: columns.map((_, index) => row[`n${index}`] ?? null),
    total: row.total,
    ...(withSums && { sums: sumsOf(of, (_, index) => row[`s${index}`]) }),
  }));
};

/**
 * Returns the sums of the total columns over the rows that `list` finds, by field, in the value types of rows; empty if
 * the rows belong to several values of the field within which amounts may be added.
 */
export const listSums = async (
  context: CommandContext,
  resource: Resource,
  query: Query,
): Promise<Readonly<Record<string, string | number>>> => {
  const { totalsWithin } = resource.list;
  if (totalsWithin !== undefined) {
    const groups = await groupCounts(context, resource, whatCounts(resource, query), [
      totalsWithin,
    ]);
    if (groups.length > 1) return {};
  }
  const columns = summed(context, resource);
  const scope = queryScope(context, resource, query);
  if (columns.length === 0) return {};
  const { shape, values } = createListQuery(context, resource, whatCounts(resource, query), scope);
  const { database, store } = context.engine;
  const statement = store.reader.sums({ ...shape, sort: [], after: null }, columns).bind(values);
  const [row] = await database.heavy<Record<string, string>>(
    context.actor.tenantId,
    actorId(context.actor),
    { ...statement, planned: 'anew' },
  );
  return sumsOf(columns, ({ field }) => row?.[field]);
};

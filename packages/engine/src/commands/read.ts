import { hasProcess, listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource, Row, View } from '@keyan/kernel/definition/resource.ts';
import { Denied, Missing } from '@keyan/kernel/errors.ts';
import { abilitiesOn, judgeAbilities } from '@keyan/kernel/records/abilities.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';
import type { Page, Query, RowCursor } from '@keyan/kernel/records/query.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { actorId } from '../base/actors.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { createListQuery, queryScope } from '../records/list-query.ts';
import { maskedChanges, maskedRow } from '../records/masks.ts';
import { fieldsHiddenFrom, holdsPermission, opensPage, scopeValues } from '../records/rights.ts';
import type { Statement } from '../store/connection/database.ts';
import { shapeOf } from '../store/schema/shape.ts';
import { maxCountedRows } from '../store/statements/found-rows.ts';
import type { ListShape } from '../store/statements/list-shape.ts';
import {
  type ActorScope,
  eitherScope,
  readableBy,
  readableByCopy,
  readableByTask,
} from '../store/statements/scope.ts';
import type { CommandContext } from './context.ts';
import { type FoundRow, findPage, rowsOfIds } from './find-page.ts';
import { actionContext } from './perform.ts';
import type { HistoryEntry, ListedRow, RecordDetail } from './port.ts';

/** Adds the attachments to the rows of a page, if the list shows attachments. */
const withFiles = async <R extends Resource>(
  { engine, actor }: CommandContext,
  resource: R,
  rows: readonly ListedRow<R>[],
  fields: readonly string[],
): Promise<readonly ListedRow<R>[]> => {
  const { files } = shapeOf(resource);
  if (!files || !fields.includes(files)) return rows;
  const ids = rows.map(({ id }) => id);
  const attached = await engine.database.read(actor.tenantId, (session) =>
    engine.files.of(session, resource, ids),
  );
  return rows.map((row) => ({ ...row, [files]: attached.get(row.id) ?? [] }));
};

/** Fields that every row contains without being requested, if its statement read them. */
const always = ['id', 'version', 'auditStatus'] as const;

/** Returns the requested fields of a row; the other columns were read only to decide the abilities. */
const picked = <R extends Resource>(
  row: ListedRow<R>,
  fields: readonly string[] | null,
): ListedRow<R> => {
  if (!fields) return row;
  const names = [...always, ...fields.flatMap((field) => [field, `${field}Name`])];
  const all = row as RowLike;
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name]]] : [])),
  ) as ListedRow<R>;
};

/** Returns the cursor of the last row of a page, if the order of the list has cursors. */
const cursorOf = (
  { sort: [sort] }: ListShape,
  last: FoundRow | undefined,
): RowCursor | undefined =>
  sort && last?.value !== undefined ? { ...sort, value: last.value, id: last.id } : undefined;

/** True if the scope of the list contains only tasks of the actor. */
const isTaskList = ({ scope }: View, { done }: Query): boolean =>
  scope.kind === 'handles' && scope.state === 'todo' && !done;

/** Default order of a list of tasks: longest waiting first. */
const longestWaitingFirst = { field: 'currentSince', descending: false } as const;

/** Row of a page with the columns that decide its abilities. */
type PageRow<R extends Resource> = ListedRow<R> & {
  readonly todo?: boolean;
  readonly again?: boolean | null;
};

/**
 * Returns a page of rows that the actor may read, with the total, which is exact up to a limit unless the query
 * requires an exact one. If the query names a view, each row contains the actions that the page of the view offers for
 * it.
 */
export const listRows = async <R extends Resource>(
  context: CommandContext,
  resource: R,
  query: Query,
): Promise<Page<ListedRow<R>>> => {
  const view = query.view === undefined ? undefined : resource.views[query.view];
  const scope = queryScope(context, resource, query);
  const isTask = view !== undefined && isTaskList(view, query);
  const ordered =
    isTask && query.sort.length === 0 ? { ...query, sort: [longestWaitingFirst] } : query;
  const asked = createListQuery(context, resource, ordered, scope);
  const { shape } = asked;
  const mayHandle = hasProcess(resource) && view?.actions.includes('audit') === true;
  const tasks = isTask ? 'all' : mayHandle ? 'some' : 'none';
  const { total: counted, page } = await findPage(context, resource, query, asked);
  const ids = page.map(({ id }) => id);
  const read = await rowsOfIds<PageRow<R>>(context, asked, tasks, ids);
  const { actor } = context;
  const moment = actionContext(context, resource);
  // Equal queries of several actors may share the result: each actor gets copies.
  const rows = read.map(({ todo, again, ...rest }) => {
    const row = rest as ListedRow<R>;
    const answered = maskedRow(resource, actor, picked(row, shape.fields));
    if (!view) return answered;
    const handling = { todo: isTask || todo === true, done: false };
    return {
      ...answered,
      ...(again ? { again } : {}),
      abilities: abilitiesOn(view, { resource, row, actor, handling, moment }),
    };
  });
  const records = await withFiles(context, resource, rows, shape.fields ?? resource.list.columns);
  const next = cursorOf(shape, page.length < query.size ? undefined : page.at(-1));
  const more = !query.exact && counted > maxCountedRows;
  return {
    records,
    total: more ? maxCountedRows : counted,
    more,
    current: query.page,
    size: query.size,
    ...(next ? { next } : {}),
  };
};

/** Returns the ids of the rows that a question finds, in order. */
export const idsFound = async (
  context: CommandContext,
  resource: Resource,
  query: Query,
  most: number,
): Promise<readonly string[]> => {
  const scope = queryScope(context, resource, query);
  const { shape, values } = createListQuery(
    context,
    resource,
    { ...query, page: 1, size: most },
    scope,
  );
  const [found] = await context.engine.database.heavy<{ ids: readonly string[] }>(
    context.actor.tenantId,
    actorId(context.actor),
    context.engine.store.reader.ids(shape).bind(values),
  );
  return found?.ids ?? [];
};

/** Returns the statement that selects the ids of the rows of `listRows`, without order and limit. */
export const foundIdsStatement = (
  context: CommandContext,
  resource: Resource,
  query: Query,
): Statement => {
  const scope = queryScope(context, resource, query);
  const { shape, values } = createListQuery(context, resource, query, scope);
  return context.engine.store.reader.found({ ...shape, sort: [], after: null }).bind(values);
};

/** Returns the number of rows per status under the same filters; the filter by status is ignored. */
export const countByStatus = async (
  context: CommandContext,
  resource: Resource,
  query: Query,
): Promise<Readonly<Record<string, number>>> => {
  if (!hasProcess(resource)) return {};
  const every = { ...query, where: query.where.filter((one) => one.field !== 'auditStatus') };
  const scope = queryScope(context, resource, every);
  const { shape, values } = createListQuery(context, resource, every, scope);
  const statement = context.engine.store.reader.countByStatus({ ...shape, sort: [] }).bind(values);
  const rows = await context.engine.database.heavy<{ status: string; total: number }>(
    context.actor.tenantId,
    actorId(context.actor),
    { ...statement, planned: 'anew' },
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.total]));
};

/** Result of the statement of a detail. */
interface Found {
  readonly row: StoredRow;
  readonly files: unknown;
  readonly todo: boolean;
  readonly done: boolean;
}

/**
 * Returns the scope of records that the actor may read as a whole. A person who has or had a task on a record, or
 * received a copy, needs no page of its kind (ruling 60).
 */
const wholeScope = ({ engine, actor }: CommandContext, resource: Resource): ActorScope =>
  eitherScope(
    readableByTask(resource, actor),
    opensPage(resource, actor)
      ? readableBy(engine.store.catalog, resource, actor)
      : readableByCopy(resource, actor),
  );

/** Returns one stored row and the tasks of the actor on it. */
const find = async (context: CommandContext, resource: Resource, id: string): Promise<Found> => {
  const { engine, actor } = context;
  const hasPage = opensPage(resource, actor);
  const scope = wholeScope(context, resource);
  if (scope === false && !hasPage) throw new Denied();
  // Without a page of the kind, a missing record and a record that the actor may not read give the same error.
  const absent = () => (hasPage ? new Missing() : new Denied());
  if (!isId(id)) throw absent();
  const statement = engine.store.reader
    .detail(resource, scope, fieldsHiddenFrom(resource, actor))
    .bind({ ...scopeValues(context), id });
  // A search by id has one plan whatever the values; planning takes ten times as long as the query.
  const [found] = await engine.database.short<Found>(actor.tenantId, {
    ...statement,
    planned: 'once',
  });
  if (!found) throw absent();
  return found;
};

/** Returns one whole record, with its attachments and the actions that the actor may perform. */
export const readRecord = async <R extends Resource>(
  context: CommandContext,
  resource: R,
  id: string,
): Promise<RecordDetail<R>> => {
  const { engine, actor } = context;
  const { row, files: attached, todo, done } = await find(context, resource, id);
  const { files } = shapeOf(resource);
  if (files && !fieldsHiddenFrom(resource, actor).has(files)) {
    row[files] = engine.files.fromColumn(attached);
  }
  const handling = { todo, done };
  return {
    row: maskedRow(resource, actor, row) as Row<R>,
    abilities: judgeAbilities({
      resource,
      row,
      actor,
      handling,
      moment: actionContext(context, resource),
    }),
  };
};

/**
 * Returns the fields of several records, in the order of the ids, without fields that the actor may not read.
 * @param names fields to read; each sub-table adds a statement
 */
export const readAll = async <R extends Resource>(
  context: CommandContext,
  resource: R,
  ids: readonly string[],
  names: readonly string[] = Object.keys(listFields(resource)),
): Promise<readonly ListedRow<R>[]> => {
  const scope = wholeScope(context, resource);
  if (scope === false) return [];
  const fields = [...names];
  const question = { where: [], sort: [], fields, page: 1, size: ids.length };
  const asked = createListQuery(context, resource, question, scope);
  const rows = await rowsOfIds<ListedRow<R>>(context, asked, 'none', ids.filter(isId));
  // Equal queries of several actors may share the result: each actor gets copies.
  const seen = rows.map((row) => maskedRow(resource, context.actor, picked(row, fields)));
  return withFiles(context, resource, seen, asked.shape.fields ?? []);
};

interface StoredEntry {
  id: string;
  action: string;
  actor_id: string | null;
  actor_name: string;
  time: Date;
  version: number;
  note: string | null;
  changes: Change[];
}

/**
 * Returns the history of a row, newest first, with the fields that the actor may see. A person who has or had a task on
 * the row reads it as people do whose pages show it (ruling 60).
 * @throws Denied for everybody else.
 */
export const rowHistory = async (
  context: CommandContext,
  resource: Resource,
  id: string,
): Promise<readonly HistoryEntry[]> => {
  const { engine, actor } = context;
  if (!hasProcess(resource) && !holdsPermission(resource, actor, 'history')) throw new Denied();
  const { row, todo, done } = await find(context, resource, id);
  if (!todo && !done && !holdsPermission(resource, actor, 'history', row)) throw new Denied();
  const hidden = fieldsHiddenFrom(resource, actor);
  const rows = await engine.database.read(actor.tenantId, (session) =>
    session.query<StoredEntry>(
      `select id, action, actor_id, actor_name, time, version, said(note, note_en) as note, changes from history
        where tenant_id = $1 and business_id = $2 and resource = $3 order by id desc limit 500`,
      [actor.tenantId, id, resource.key],
    ),
  );
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    actorId: row.actor_id,
    actorName: row.actor_name,
    time: timeText(row.time),
    version: row.version,
    note: row.note,
    changes: maskedChanges(
      resource,
      actor,
      row.changes.filter((change) => !hidden.has(change.path)),
    ),
  }));
};

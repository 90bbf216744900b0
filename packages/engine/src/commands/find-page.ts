import { hash } from 'node:crypto';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Query } from '@keyan/kernel/records/query.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { actorId } from '../base/actors.ts';
import type { Statement } from '../store/connection/statement.ts';
import { idAmountOf, idsSlot } from '../store/statements/alternatives-sql.ts';
import type { PageStrategy } from '../store/statements/found-rows.ts';
import type { ListShape } from '../store/statements/list-shape.ts';
import type { TaskShare } from '../store/statements/select.ts';
import type { CommandContext } from './context.ts';

/** Question of a list in the form that statements need. */
export interface ListQuestion {
  readonly shape: ListShape;
  readonly values: RowLike;
}

/** Row of a page with its cursor; orders without cursors have none. */
export interface FoundRow {
  readonly id: string;
  readonly value?: string | null;
}

/** Result of a statement of a page. The total is null if more rows were found than are counted; then `next` is run. */
interface FoundPage {
  readonly total: number | null;
  readonly next: PageStrategy;
  readonly page: readonly FoundRow[];
}

/** Returns a digest of the conditions that decide the number of rows: conditions may contain thousands of ids. */
const questionOf = (
  { actor }: CommandContext,
  { key }: Resource,
  { view, done, where, search, again, imported }: Query,
): string =>
  hash(
    'sha256',
    JSON.stringify([
      ...[actor.tenantId, actorId(actor), key],
      ...[view, done, where, search, again, imported],
    ]),
    'base64url',
  );

/** Adds to the question the ids that other tables give for its scope, if they are few. */
const withElsewhere = async (
  { engine, actor }: CommandContext,
  asked: ListQuestion,
): Promise<ListQuestion> => {
  const statement = engine.store.reader.elsewhere(asked.shape);
  if (!statement) return asked;
  const [given] = await engine.database.short<{
    elsewhere: readonly (readonly string[] | null)[];
  }>(actor.tenantId, statement.bind(asked.values));
  const lists = given?.elsewhere ?? [];
  return {
    shape: { ...asked.shape, amounts: lists.map(idAmountOf) },
    values: {
      ...asked.values,
      ...Object.fromEntries(lists.map((ids, place) => [idsSlot(place), ids])),
    },
  };
};

/** Returns the total of a list and the rows of a page in order. */
export const findPage = async (
  context: CommandContext,
  resource: Resource,
  query: Query,
  asked: ListQuestion,
): Promise<{ readonly total: number; readonly page: readonly FoundRow[] }> => {
  const { database, knownWays, store } = context.engine;
  const { shape, values } = await withElsewhere(context, asked);
  const ask = async (way: PageStrategy): Promise<FoundPage | undefined> => {
    const statement = store.reader.page(shape, way).bind(values);
    const { tenantId } = context.actor;
    const [found] = await database.heavy<FoundPage>(tenantId, actorId(context.actor), statement);
    return found;
  };
  const question = questionOf(context, resource, query);
  let way = knownWays.of(question);
  let found = await ask(way);
  while (found?.total === null) {
    way = found.next;
    found = await ask(way);
  }
  knownWays.note(question, way);
  return { total: found?.total ?? 0, page: found?.page ?? [] };
};

/**
 * Maximum number of rows of a short query. A larger page queues with heavy queries, so that it does not delay a detail.
 */
const maxRowsOfShortQuery = 20;

/**
 * Returns the rows of these ids that the actor may read, in the order of the ids. A row that has changed since the
 * search keeps its place; a deleted row is left out.
 */
export const rowsOfIds = async <R extends { readonly id: string }>(
  { engine, actor }: CommandContext,
  { shape, values }: ListQuestion,
  tasks: TaskShare,
  ids: readonly string[],
): Promise<readonly R[]> => {
  if (ids.length === 0) return [];
  const statement: Statement = engine.store.reader
    .rows(shape, tasks)
    .bind({ ...values, found: ids });
  const [page] =
    ids.length <= maxRowsOfShortQuery
      ? await engine.database.short<{ rows: readonly R[] }>(actor.tenantId, statement)
      : await engine.database.heavy<{ rows: readonly R[] }>(
          actor.tenantId,
          actorId(actor),
          statement,
        );
  const read = new Map(page?.rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => read.get(id) ?? []);
};

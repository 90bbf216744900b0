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

/** A question as its statements take it. */
export interface ListQuestion {
  readonly shape: ListShape;
  readonly values: RowLike;
}

/** A row of a page and where it was in the list; orders without cursors have no value. */
export interface FoundRow {
  readonly id: string;
  readonly value?: string | null;
}

/** Result of the statement of a page; the total is null where it found too much, and `next` is asked. */
interface FoundPage {
  readonly total: number | null;
  readonly next: PageStrategy;
  readonly page: readonly FoundRow[];
}

/** Conditions that decide how many rows a list has, as a digest: they may name thousands of ids. */
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

/** The question with the ids that other tables give for its scope, as far as they are few. */
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

/** The total of a list, and the rows of its page in their order. */
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

/** A page of up to this many rows is a short query. A larger one waits among the heavy ones: no detail waits behind it. */
const mostShort = 20;

/**
 * The rows of these ids that the actor may read, in the order of the ids: what was changed since they were found stays
 * where it was, and what is gone leaves the page shorter.
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
    ids.length <= mostShort
      ? await engine.database.short<{ rows: readonly R[] }>(actor.tenantId, statement)
      : await engine.database.heavy<{ rows: readonly R[] }>(
          actor.tenantId,
          actorId(actor),
          statement,
        );
  const read = new Map(page?.rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => read.get(id) ?? []);
};

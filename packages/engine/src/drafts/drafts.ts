import type { Actor } from '@keyan/kernel/access/actor.ts';
import { editPage, type Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import type { Engine } from '../engine.ts';

/** A form draft in the list: what was typed is not part of it. */
export interface DraftRow {
  readonly key: string;
  readonly path: string;
  readonly title: string;
  readonly save_time: Date;
}

/** Drafts per person; the oldest beyond that are deleted. */
const most = 50;
/** Days; the page keeps its own copies as long. */
export const draftDays = 30;

const alive = `tenant_id = $1 and user_id = $2::bigint
  and save_time > $3::timestamptz - interval '${draftDays} days'`;

const own = (engine: Engine, actor: Actor): readonly unknown[] => [
  actor.tenantId,
  actor.id,
  engine.clock(),
];

/** The person's drafts, the newest first. */
export const listDrafts = (engine: Engine, actor: Actor): Promise<readonly DraftRow[]> =>
  engine.database.read(actor.tenantId, (session) =>
    session.query<DraftRow>(
      `select key, path, title, save_time from form_draft where ${alive}
        order by save_time desc`,
      [...own(engine, actor)],
    ),
  );

/** One draft with its values as JSON. */
export const readDraft = async (
  engine: Engine,
  actor: Actor,
  key: string,
): Promise<(DraftRow & { readonly content: string }) | undefined> => {
  const [row] = await engine.database.read(actor.tenantId, (session) =>
    session.query<DraftRow & { readonly content: string }>(
      `select key, path, title, save_time, content from form_draft where ${alive} and key = $4`,
      [...own(engine, actor), key],
    ),
  );
  return row;
};

/**
 * Stores the draft; deletes the person's oldest beyond the limit and those past their time. The
 * values are not checked here: they are when they are saved as a record.
 * @returns when it was stored
 */
export const saveDraft = (
  engine: Engine,
  actor: Actor,
  draft: { readonly key: string; readonly path: string; readonly title: string; content: string },
): Promise<Date> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const now = engine.clock();
    const owner = [actor.tenantId, actor.id, now];
    await tx.query(
      `insert into form_draft (tenant_id, user_id, save_time, key, path, title, content)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (tenant_id, user_id, key)
         do update set path = excluded.path, title = excluded.title, content = excluded.content,
           save_time = excluded.save_time`,
      [...owner, draft.key, draft.path, draft.title, draft.content],
    );
    await tx.query(
      `delete from form_draft
        where tenant_id = $1 and user_id = $2::bigint and key not in (
          select key from form_draft where ${alive} order by save_time desc limit ${most})`,
      owner,
    );
    return now;
  });

export const removeDraft = (engine: Engine, actor: Actor, key: string): Promise<unknown> =>
  engine.database.transaction(actor.tenantId, (tx) =>
    tx.query('delete from form_draft where tenant_id = $1 and user_id = $2::bigint and key = $3', [
      actor.tenantId,
      actor.id,
      key,
    ]),
  );

/** Minutes after its last draft for which a person counts as writing; drafts come every few seconds. */
const writingMinutes = 10;

/** How many of the latest writers are checked, and how many are named. */
const mostChecked = 20;
const mostNamed = 5;

/** A person who has typed into a record lately and not saved. */
export interface ConcurrentWriter {
  readonly id: string;
  readonly name: string;
  readonly save_time: Date;
}

/** Other people with drafts of these pages, the latest first. */
const otherWriters = (
  engine: Engine,
  actor: Actor,
  paths: readonly string[],
): Promise<readonly ConcurrentWriter[]> =>
  engine.database.short(actor.tenantId, {
    sql: `select u.id::text as id, u.real_name as name, max(d.save_time) as save_time
            from form_draft d join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
           where d.tenant_id = $1 and d.user_id <> $2::bigint and d.path = any($4)
             and d.save_time > $3::timestamptz - interval '${writingMinutes} minutes' and u.is_deleted = 0
           group by u.id, u.real_name order by save_time desc limit ${mostChecked}`,
    parameters: [...own(engine, actor), paths],
  });

/** The person as of now, or null when disabled or gone. */
export type ReadActor = (tenantId: string, userId: string) => Promise<Actor | null>;

/** May they change the record? A draft says itself which page it is of, so its word is not enough. */
const mayWrite = async (
  engine: Engine,
  writer: Actor | null,
  resource: Resource,
  record: string,
): Promise<boolean> => {
  if (!writer) return false;
  try {
    return (await engine.as(writer).read(resource, record)).abilities.edit?.allowed === true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
};

/**
 * Other people who may change the record and are writing in it.
 * @throws Missing when the reader may not read the record.
 */
export const concurrentWritersOf = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  record: string,
  actorOf: ReadActor,
): Promise<readonly ConcurrentWriter[]> => {
  await engine.as(actor).read(resource, record);
  const paths = Object.values(resource.views).map((view) => editPage(view, record));
  const writers: ConcurrentWriter[] = [];
  for (const other of await otherWriters(engine, actor, paths)) {
    if (writers.length === mostNamed) break;
    const writer = await actorOf(actor.tenantId, other.id);
    if (await mayWrite(engine, writer, resource, record)) writers.push(other);
  }
  return writers;
};

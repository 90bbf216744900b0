import type { Actor } from '@keyan/kernel/access/actor.ts';
import { editPage, type Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import type { Engine } from '../engine.ts';

/** Form draft in a list, without the typed values. */
export interface DraftRow {
  readonly key: string;
  readonly path: string;
  readonly title: string;
  readonly save_time: Date;
}

/** Maximum number of drafts per person; older drafts are deleted. */
const maxDrafts = 50;
/** Days for which a form draft is stored, on the server and in the browser. */
export const draftDays = 30;

const alive = `tenant_id = $1 and user_id = $2::bigint
  and save_time > $3::timestamptz - interval '${draftDays} days'`;

const own = (engine: Engine, actor: Actor): readonly unknown[] => [
  actor.tenantId,
  actor.id,
  engine.clock(),
];

/** Returns the drafts of the person, newest first. */
export const listDrafts = (engine: Engine, actor: Actor): Promise<readonly DraftRow[]> =>
  engine.database.read(actor.tenantId, (session) =>
    session.query<DraftRow>(
      `select key, path, title, save_time from form_draft where ${alive}
        order by save_time desc`,
      [...own(engine, actor)],
    ),
  );

/** Returns one draft with its values as JSON. */
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
 * Stores the draft, and deletes the drafts of the person beyond the maximum number or age. Values are not validated
 * here, but when they are saved as a record.
 * @returns the time of storing
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
          select key from form_draft where ${alive} order by save_time desc limit ${maxDrafts})`,
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

/** Minutes since the last draft during which a person counts as writing; the page sends a draft every few seconds. */
const writingMinutes = 10;

/** Maximum number of recent writers that are checked. */
const maxWritersChecked = 20;
const maxWritersNamed = 5;

/** Person who has typed into a record recently without saving. */
export interface ConcurrentWriter {
  readonly id: string;
  readonly name: string;
  readonly save_time: Date;
}

/** Returns other people with recent drafts of these pages, newest first. */
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
           group by u.id, u.real_name order by save_time desc limit ${maxWritersChecked}`,
    parameters: [...own(engine, actor), paths],
  });

/** Reads a person with their current rights; null if the account is disabled or deleted. */
export type ReadActor = (tenantId: string, userId: string) => Promise<Actor | null>;

/**
 * True if the person may change the record. The page named in a draft comes from the client, so the right is checked
 * here.
 */
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
 * Returns other people who are writing in the record and may change it.
 * @throws Missing if the reader may not read the record.
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
    if (writers.length === maxWritersNamed) break;
    const writer = await actorOf(actor.tenantId, other.id);
    if (await mayWrite(engine, writer, resource, record)) writers.push(other);
  }
  return writers;
};

import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { hasTalk } from '@keyan/kernel/definition/talked-about.ts';
import { Denied, Fault, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { maxNamedPeople, maxRemarkFiles } from '@keyan/kernel/wire/talk.ts';
import type { ReadActor } from '../drafts/drafts.ts';
import type { Engine } from '../engine.ts';
import type { Notice } from '../messages/port.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { linkToRecord } from '../records/tell.ts';
import type { Session } from '../store/connection/database.ts';

/** Maximum number of remarks per record. */
const maxRemarks = 500;
/** Maximum number of people checked for the list of people whom a remark may name. */
const maxPeopleFound = 12;
/** Maximum number of followers who are notified of a remark. */
const maxFollowersNotified = 200;

/** Stored remark. */
export interface Remark {
  readonly id: string;
  readonly thread: string;
  readonly author: string;
  readonly authorName: string;
  readonly content: string;
  readonly named: readonly string[];
  readonly time: Date;
  readonly removed: Date | null;
  readonly settled: Date | null;
  readonly settledBy: string | null;
  readonly files: readonly AttachedFile[];
}

/** @throws Missing for a kind without talk, and if the actor may not read the record. */
const recordOf = async (engine: Engine, actor: Actor, key: string, id: string) => {
  const resource = engine.resources.get(key);
  if (!resource || !hasTalk(resource)) throw new Missing();
  const row: StoredRow = (await engine.as(actor).read(resource, id)).row;
  return { resource, row };
};

const columns = `r.id::text, r.thread_id::text as thread, r.author_id::text as author, r.author_name as "authorName",
  r.content, r.create_time as time, r.remove_time as removed, r.settle_time as settled,
  r.settled_by_name as "settledBy",
  array(select u.real_name from users u where u.tenant_id = r.tenant_id and u.id = any(r.mentions)
    order by u.real_name) as named`;

/**
 * Returns all remarks about a record, thread by thread.
 * @throws Missing if the actor may not read the record.
 */
export const discussionOf = async (
  engine: Engine,
  actor: Actor,
  wanted: { readonly resource: string; readonly id: string },
): Promise<readonly Remark[]> => {
  const { resource } = await recordOf(engine, actor, wanted.resource, wanted.id);
  return engine.database.read(actor.tenantId, async (session) => {
    const remarks = await session.query<Omit<Remark, 'files'>>(
      `select ${columns} from talk_remark r
        where r.tenant_id = $1 and r.resource = $2 and r.record_id = $3 order by r.thread_id, r.id`,
      [actor.tenantId, resource.key, wanted.id],
    );
    const kept = remarks.filter(({ removed }) => removed === null);
    const files = await engine.files.givenWith(
      session,
      kept.map(({ id }) => id),
    );
    return remarks.map((remark) => ({ ...remark, files: files.get(remark.id) ?? [] }));
  });
};

/** True if this person may read the record, by current rights. */
const mayRead = async (
  engine: Engine,
  person: Actor | null,
  resource: Resource,
  id: string,
): Promise<boolean> => {
  if (!person) return false;
  try {
    await engine.as(person).read(resource, id);
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
};

/** Returns the ids of those people who may read the record now. */
const readersAmong = async (
  { engine, actorOf, tenantId }: { engine: Engine; actorOf: ReadActor; tenantId: string },
  people: readonly string[],
  resource: Resource,
  id: string,
): Promise<readonly string[]> => {
  const readers: string[] = [];
  for (const person of people) {
    if (await mayRead(engine, await actorOf(tenantId, person), resource, id)) readers.push(person);
  }
  return readers;
};

/** Person in the list of people whom a remark may name. */
interface Found {
  readonly id: string;
  readonly name: string;
  readonly department: string;
}

/**
 * Returns people of this name who may read the record.
 * @throws Missing if the actor may not read it.
 */
export const namablePeople = async (
  engine: Engine,
  actor: Actor,
  actorOf: ReadActor,
  wanted: { readonly resource: string; readonly id: string; readonly name: string },
): Promise<readonly Found[]> => {
  const { resource } = await recordOf(engine, actor, wanted.resource, wanted.id);
  const found = await engine.database.read(actor.tenantId, (session) =>
    session.query<Found>(
      `select u.id::text, u.real_name as name, coalesce(d.dept_name, '') as department
         from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
        where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1' and u.id <> $2
          and starts_with(u.real_name, $3) order by u.real_name, u.id limit ${maxPeopleFound}`,
      [actor.tenantId, actor.id, wanted.name],
    ),
  );
  const asked = { engine, actorOf, tenantId: actor.tenantId };
  const readers = new Set(
    await readersAmong(
      asked,
      found.map(({ id }) => id),
      resource,
      wanted.id,
    ),
  );
  return found.filter(({ id }) => readers.has(id));
};

/**
 * Returns people who are notified of a remark without being named: followers of the record and participants of its
 * thread.
 */
const listeners = (
  session: Session,
  record: string,
  thread: string,
): Promise<readonly { readonly id: string }[]> =>
  session.query(
    `select id::text from (
       select w.user_id as id from wf_watch w where w.tenant_id = $1 and w.business_id = $2
       union select r.author_id from talk_remark r where r.tenant_id = $1 and r.thread_id = $3
     ) heard limit ${maxFollowersNotified}`,
    [session.tenantId, record, thread],
  );

/**
 * Texts of notifications. They say that a remark was made, never its content, because they are also sent by e-mail and
 * phone.
 */
const texts = {
  named: {
    title: ['讨论：{title}', 'Discussion: {title}'],
    content: [
      '{who} 在【{title}】的讨论中提到了您，请查看。',
      '{who} mentioned you in the discussion of “{title}”.',
    ],
  },
  heard: {
    title: ['讨论：{title}', 'Discussion: {title}'],
    content: ['{who} 在【{title}】的讨论中发言。', '{who} posted in the discussion of “{title}”.'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<'title' | 'content', Label>>>>;

/** New remark. */
export interface NewRemark {
  readonly resource: string;
  readonly id: string;
  /** Id of the thread to reply to; left out, a new thread begins. */
  readonly thread?: string;
  readonly content: string;
  readonly named: readonly string[];
  readonly files: readonly string[];
}

const tooMany: Label = [
  `一条记录最多 ${maxRemarks} 条讨论`,
  `A record takes at most ${maxRemarks} remarks`,
];
const notReader: Label = [
  '提到的人员无权查看本记录',
  'A person mentioned has no access to this record',
];
const overfull: Label = [`最多上传 ${maxRemarkFiles} 个附件`, `At most ${maxRemarkFiles} files`];

/**
 * Stores a remark and notifies the people whom it names, followers of the record, and participants of the thread, if
 * they may read the record.
 * @throws Missing if the actor may not read the record; Invalid if a named person may not
 */
export const addRemark = async (
  engine: Engine,
  actor: Actor,
  actorOf: ReadActor,
  said: NewRemark,
): Promise<string> => {
  const { resource, row } = await recordOf(engine, actor, said.resource, said.id);
  const named = [...new Set(said.named)].slice(0, maxNamedPeople);
  const asked = { engine, actorOf, tenantId: actor.tenantId };
  const readers = await readersAmong(asked, named, resource, said.id);
  if (readers.length < named.length) throw new Invalid([{ path: 'named', message: notReader }]);
  if (said.files.length > maxRemarkFiles) throw new Invalid([{ path: 'files', message: overfull }]);
  const id = engine.ids.next();
  const thread = said.thread ?? id;
  const others = await engine.database.read(actor.tenantId, async (session) => {
    const [known] = await session.query<{ count: number; open: boolean }>(
      `select count(*)::int as count, coalesce(bool_or(id = $4 and thread_id = $4), false) as open
         from talk_remark where tenant_id = $1 and resource = $2 and record_id = $3`,
      [actor.tenantId, resource.key, said.id, thread],
    );
    if (said.thread !== undefined && !known?.open) throw new Missing();
    if ((known?.count ?? 0) >= maxRemarks) throw new Refused(tooMany);
    return listeners(session, said.id, thread);
  });
  const heard = await readersAmong(
    asked,
    others.map((one) => one.id).filter((one) => one !== actor.id && !named.includes(one)),
    resource,
    said.id,
  );
  const link = linkToRecord(resource, row);
  const words = { who: actor.name, title: String(row[resource.title] ?? '') };
  const notice = ({ title, content }: (typeof texts)['named' | 'heard'], to: readonly string[]) =>
    ({
      type: '99',
      title: fill(title, words),
      content: fill(content, words),
      business: { resource: resource.key, id: said.id },
      ...(link && { link }),
      to,
    }) satisfies Notice;
  await engine.database.transaction(actor.tenantId, async (tx) => {
    await tx.query(
      `insert into talk_remark (tenant_id, id, thread_id, resource, record_id, author_id, author_name, content,
         mentions, create_time) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        actor.tenantId,
        id,
        thread,
        resource.key,
        said.id,
        actor.id,
        actor.name,
        said.content,
        named,
        engine.clock(),
      ],
    );
    // A reply to a settled thread reopens it.
    await tx.query(
      `update talk_remark set settle_time = null, settled_by_name = null
        where tenant_id = $1 and id = $2 and settle_time is not null`,
      [actor.tenantId, thread],
    );
    if (said.files.length > 0) {
      const owner = { id, resource: resource.key, businessId: said.id };
      await engine.files.give({ tx, actor, now: engine.clock() }, owner, said.files);
    }
    await engine.messages.send(
      tx,
      [notice(texts.named, named), notice(texts.heard, heard)].filter(({ to }) => to.length > 0),
    );
  });
  return id;
};

/** @throws Missing if the remark does not exist for the actor. */
const remarkOf = async (engine: Engine, actor: Actor, id: string) => {
  const [found] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ resource: string; record: string; thread: string; author: string }>(
      `select resource, record_id::text as record, thread_id::text as thread, author_id::text as author
         from talk_remark where tenant_id = $1 and id = $2`,
      [actor.tenantId, id],
    ),
  );
  if (!found) throw new Missing();
  await recordOf(engine, actor, found.resource, found.record);
  return found;
};

/** Marks a thread as settled, or as open again. */
export const setThreadSettled = async (
  engine: Engine,
  actor: Actor,
  { id, on }: { readonly id: string; readonly on: boolean },
): Promise<void> => {
  const { thread } = await remarkOf(engine, actor, id);
  if (thread !== id) throw new Missing();
  await engine.database.transaction(actor.tenantId, (tx) =>
    tx.query(
      `update talk_remark set settle_time = $3, settled_by_name = $4
        where tenant_id = $1 and id = $2 and (settle_time is null) = $5`,
      [actor.tenantId, id, on ? engine.clock() : null, on ? actor.name : null, on],
    ),
  );
};

/**
 * Deletes a remark of the actor with its files; an empty place remains in the thread.
 * @throws Denied for the remark of somebody else.
 */
export const withdrawRemark = async (engine: Engine, actor: Actor, id: string): Promise<void> => {
  const { author } = await remarkOf(engine, actor, id);
  if (author !== actor.id) throw new Denied();
  await engine.database.transaction(actor.tenantId, async (tx) => {
    await tx.query(
      `update talk_remark set content = '', mentions = '{}', remove_time = $3
        where tenant_id = $1 and id = $2 and remove_time is null`,
      [actor.tenantId, id, engine.clock()],
    );
    await engine.files.withdraw(tx, id);
  });
};

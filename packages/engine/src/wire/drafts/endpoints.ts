import type { Actor } from '@keyan/kernel/actor.ts';
import { Fault, Invalid, Missing } from '@keyan/kernel/errors.ts';
import { editPage, type Resource } from '@keyan/kernel/resource.ts';
import { timeText } from '@keyan/kernel/time.ts';
import { Type } from 'typebox';
import type { Engine } from '../../engine.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { id } from '../inputs.ts';

/** A draft in the list: what it is of, not what is in it. */
interface DraftRow {
  readonly key: string;
  readonly path: string;
  readonly title: string;
  readonly save_time: Date;
}

/** Drafts per person; beyond that the oldest go. */
const most = 50;
/** Bytes of one draft: a form with a thousand lines. */
const largest = 512 * 1024;
/** Days; the page keeps its own copies as long. */
export const draftDays = 30;

const name = { minLength: 1, maxLength: 500 };
/**
 * A page of ours: an absolute path, never another host. Browsers read `\\` as `/` and drop control
 * characters, so that `/\\x` and a tab between two slashes would be one.
 */
const page = Type.String({
  ...name,
  pattern: '^/(?!/)[^\\\\?#\\u0000-\\u001f\\u007f]*([?#][^\\u0000-\\u001f\\u007f]*)?$',
});

const told = ({ key, path, title, save_time }: DraftRow) => ({
  key,
  path,
  title,
  saveTime: timeText(save_time),
});

const alive = `tenant_id = $1 and user_id = $2::bigint
  and save_time > $3::timestamptz - interval '${draftDays} days'`;

const own = (engine: Engine, actor: Actor): readonly unknown[] => [
  actor.tenantId,
  actor.id,
  engine.clock(),
];

/**
 * Keeps the draft, and forgets the person's oldest beyond the limit and those past their time.
 * What is in it is the form's own: it is judged when it is saved as a record.
 * @returns since when it is kept
 */
const keep = (
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

/** Minutes after which nobody counts as writing any more: a draft follows a pause of seconds. */
const writing = 10;

/** How many of those who wrote last are looked at, and how many are told. */
const lookedAt = 20;
const toldOf = 5;

interface Writing {
  readonly id: string;
  readonly name: string;
  readonly save_time: Date;
}

/** Who else has typed something into a record lately and not saved it, the last one first. */
const othersWriting = (
  engine: Engine,
  actor: Actor,
  paths: readonly string[],
): Promise<readonly Writing[]> =>
  engine.database.short(actor.tenantId, {
    sql: `select u.id::text as id, u.real_name as name, max(d.save_time) as save_time
            from form_draft d join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
           where d.tenant_id = $1 and d.user_id <> $2::bigint and d.path = any($4)
             and d.save_time > $3::timestamptz - interval '${writing} minutes' and u.is_deleted = 0
           group by u.id, u.real_name order by save_time desc limit ${lookedAt}`,
    parameters: [...own(engine, actor), paths],
  });

/** The person as of now, or null when disabled or gone. */
export type ActorOf = (tenantId: string, userId: string) => Promise<Actor | null>;

/** May they change the record? A draft says which page it is of, and anybody may say any. */
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
 * Drafts of forms: what is in them is everybody's own, nobody else's. That somebody is writing who
 * may is told to whoever may read the record (experience 10). Ours, like everything below `keyan/`.
 */
export const draftEndpoints = (actorOf: ActorOf): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'keyan/drafts/list',
    door: 'actor',
    summary: ['我的表单草稿', 'My drafts of forms'],
    input: Type.Object({}),
    run: async (_input, { engine, actor }) => {
      const rows = await engine.database.read(actor.tenantId, (session) =>
        session.query<DraftRow>(
          `select key, path, title, save_time from form_draft where ${alive}
            order by save_time desc`,
          [...own(engine, actor)],
        ),
      );
      return rows.map(told);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/drafts/detail',
    door: 'actor',
    summary: ['表单草稿的内容', 'A draft of a form'],
    input: Type.Object({ key: Type.String(name) }),
    run: async ({ key }, { engine, actor }) => {
      const [row] = await engine.database.read(actor.tenantId, (session) =>
        session.query<DraftRow & { readonly content: string }>(
          `select key, path, title, save_time, content from form_draft where ${alive} and key = $4`,
          [...own(engine, actor), key],
        ),
      );
      if (!row) throw new Missing();
      return { ...told(row), values: JSON.parse(row.content) as unknown };
    },
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/editing',
    door: 'actor',
    summary: ['谁也在编辑这条记录', 'Who else is editing a record'],
    input: Type.Object({ resource: Type.String(name), id }),
    run: async ({ resource: key, id: record }, { engine, actor }) => {
      const resource = engine.resources.get(key);
      if (!resource) throw new Missing();
      await engine.as(actor).read(resource, record);
      const paths = Object.values(resource.views).map((view) => editPage(view, record));
      const others: Writing[] = [];
      for (const other of await othersWriting(engine, actor, paths)) {
        if (others.length === toldOf) break;
        const writer = await actorOf(actor.tenantId, other.id);
        if (await mayWrite(engine, writer, resource, record)) others.push(other);
      }
      return others.map((other) => ({ name: other.name, since: timeText(other.save_time) }));
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/drafts/save',
    door: 'actor',
    summary: ['保存表单草稿', 'Keep a draft of a form'],
    input: Type.Object({
      key: Type.String(name),
      path: page,
      title: Type.String(name),
      values: Type.Unknown(),
    }),
    perMinute: 120,
    run: async ({ values, ...draft }, { engine, actor }) => {
      const content = JSON.stringify(values ?? null);
      if (Buffer.byteLength(content) > largest) {
        throw new Invalid([
          { path: 'values', message: ['草稿内容不能超过512KB', 'A draft holds at most 512 KB'] },
        ]);
      }
      const saved = await keep(engine, actor, { ...draft, content });
      return { saveTime: timeText(saved) };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/drafts/remove',
    door: 'actor',
    summary: ['删除表单草稿', 'Forget a draft of a form'],
    input: Type.Object({ key: Type.String(name) }),
    run: async ({ key }, { engine, actor }) => {
      await engine.database.transaction(actor.tenantId, (tx) =>
        tx.query(
          'delete from form_draft where tenant_id = $1 and user_id = $2::bigint and key = $3',
          [actor.tenantId, actor.id, key],
        ),
      );
      return true;
    },
  }),
];

import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { performActionIn } from '@keyan/engine/commands/perform.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { defineBehaviour, type TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { scopeValues } from '@keyan/engine/records/rights.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { readableBy } from '@keyan/engine/store/statements/scope.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idList, idsParam } from '@keyan/engine/wire/inputs.ts';
import { malformedQuery } from '@keyan/engine/wire/query.ts';
import { resourceCalls } from '@keyan/engine/wire/records/endpoints.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { scopeAdmits } from '@keyan/kernel/access/scope.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { isInState } from '@keyan/kernel/definition/life/states.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid, wrongStatus } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { noticeScopeCodes, noticeStatusCodes, notice as shape } from './notice.ts';

/** Resource without its field types, as parameters of the engine expect. */
const notice = untypedResource(shape);

/** Notice in wire format, with the fields that are extended here. */
type Printed = Record<string, unknown> & { readonly id: string };

/** Ids of notices that the person has opened, among the given. */
export const noticesOpenedBy = async (
  session: Session,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await session.query<{ id: string }>(
    `select notice_id::text as id from notice_read
      where tenant_id = $1 and user_id = $2 and notice_id = any($3::bigint[])`,
    [session.tenantId, userId, ids],
  );
  return new Set(rows.map((row) => row.id));
};

/** Names of the departments and roles in audiences. */
const audienceNames = async (
  session: Session,
  rows: readonly Printed[],
  english: boolean,
): Promise<ReadonlyMap<string, string>> => {
  const named = rows.flatMap(({ scopeIds }) => String(scopeIds ?? '').split(',')).filter(Boolean);
  if (named.length === 0) return new Map();
  const found = await session.query<{ code: string; name: string }>(
    `select id::text as code, said(dept_name, dept_name_en) as name from dept
      where tenant_id = $1 and id::text = any($2)
     union all
     select role_alias, case when $3 then coalesce(role_name_en, role_name) else role_name end
      from role where tenant_id = $1 and role_alias = any($2) and is_deleted = 0`,
    [session.tenantId, named, english],
  );
  return new Map(found.map(({ code, name }) => [code, name]));
};

/** Adds to each notice whether the reader has opened it, and the names of its audience. */
const presentNotices = (
  engine: Engine,
  actor: Actor,
  rows: readonly Printed[],
  english: boolean,
): Promise<readonly Printed[]> =>
  engine.database.read(actor.tenantId, async (session) => {
    const read = await noticesOpenedBy(
      session,
      actor.id,
      rows.map((row) => row.id),
    );
    const names = await audienceNames(session, rows, english);
    return rows.map((row) => ({
      ...row,
      isRead: read.has(row.id) ? '1' : '0',
      scopeIdsName: String(row.scopeIds ?? '')
        .split(',')
        .filter(Boolean)
        .map((one) => names.get(one) ?? one)
        .join(english ? ', ' : '、'),
    }));
  });

const derived = (call: string): Endpoint => {
  const found = resourceCalls(notice).find(({ path }) => path === `${notice.path}/${call}`);
  if (!found) throw new Error(`${notice.key} has no call ${call}`);
  return found;
};

/** Default order for readers: pinned notices first, then newest; pages pass an explicit order. */
const usualOrder = (given: RowLike): Record<string, unknown> =>
  given.view || given.descs || given.ascs ? { ...given } : { ...given, descs: 'isTop,fbsj' };

const list: Endpoint = {
  ...derived('list'),
  run: async (given, call) => {
    const page = (await derived('list').run(usualOrder(given), call)) as { records: Printed[] };
    const actor = call.actor as Actor;
    return {
      ...page,
      records: await presentNotices(call.engine, actor, page.records, call.language === 'en'),
    };
  },
};

const detail: Endpoint = {
  ...derived('detail'),
  run: async (given, call) => {
    const row = (await derived('detail').run(given, call)) as Printed;
    const [one] = await presentNotices(
      call.engine,
      call.actor as Actor,
      [row],
      call.language === 'en',
    );
    return one;
  },
};

/** Notifies all open pages after the commit, so that they reload published notices. */
const tellAll = (_row: unknown, { engine, tx }: TransactionContext): void =>
  engine.messages.tellAll(tx);

export const noticeBehaviour = defineBehaviour(shape, {
  performed: { publish: tellAll, comeOut: tellAll, withdraw: tellAll },
});

/** Actions by the `type` parameter of the call `fbOrCX`. */
const actionByType = { '1': 'publish', '2': 'withdraw' } as const;

/**
 * Publishes a notice at a time that the client passes; unlike the publish button, a later time is
 * allowed.
 * @throws Denied for notices of others without the right to manage all
 */
const releaseAt = async (
  engine: Engine,
  actor: Actor,
  noticeId: string,
  fbsj: string,
): Promise<void> => {
  const context = { engine, actor };
  await engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction(context, tx);
    const scope = readableBy(engine.store.catalog, notice, actor);
    const before = await lockRow(transaction, notice, noticeId, scope, scopeValues(context));
    const task = { todo: false, done: false };
    if (!scopeAdmits(notice.access.write, actor, before, task)) throw new Denied();
    if (!isInState(notice, before, [noticeStatusCodes.draft, noticeStatusCodes.published]))
      throw wrongStatus();
    const after = { ...before, status: noticeStatusCodes.published, fbsj, fbr: actor.id };
    await commitChange(transaction, { resource: notice, before, after, action: 'publish' });
    engine.messages.tellAll(tx);
  });
};

/**
 * Times under the accepted parameter names.
 * @throws Invalid for an invalid time
 */
const momentIn = (given: object, name: string): readonly string[] => {
  const typed: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : null;
  if (!typed) return [];
  const time = fieldTypeTable.time.parse(typed, shape.fields.fbsj.spec);
  if (!('value' in time)) throw new Invalid([malformedQuery(name)]);
  return [String(time.value)];
};

/**
 * Save call of BladeX clients, which publish by saving: a draft or published notice saved with a
 * changed `fbsj` or `releaseTime` is published at that time. Without the right to publish, it stays
 * a draft.
 */
const submit: Endpoint = {
  ...derived('submit'),
  run: async (given, call) => {
    const moments = ['fbsj', 'releaseTime'].flatMap((name) => momentIn(given, name));
    const saved = (await derived('submit').run(given, call)) as Reply;
    const { id: noticeId, status, fbsj } = saved.data as Printed;
    const actor = call.actor as Actor;
    // Clients return both fields; the one that differs from the stored value applies.
    const moment = moments.find((one) => one !== fbsj);
    const isOpen = status === noticeStatusCodes.draft || status === noticeStatusCodes.published;
    if (!moment || !isOpen || !actor.permissions.has('notice_publish')) return saved;
    await releaseAt(call.engine, actor, noticeId, moment);
    return new Reply(await derived('detail').run({ id: noticeId }, call), saved.message);
  },
};

const fbOrCX = endpoint({
  method: 'POST',
  path: 'kh-edu-research/notice/fbOrCX',
  aliases: [`${notice.path}/fbOrCX`],
  auth: 'user',
  permissions: ['notice_publish', 'notice_withdraw'],
  summary: ['发布或撤销通知公告', 'Publish or withdraw notices'],
  input: Type.Object({
    ids: idsParam(200),
    type: Type.Union([Type.Literal('1'), Type.Literal('2')]),
  }),
  run: async ({ ids, type }, { engine, actor }) => {
    const name = actionByType[type];
    // All rows in one transaction, since clients expect all or none.
    await engine.database.transaction(actor.tenantId, async (tx) => {
      const transaction = behaviourTransaction({ engine, actor }, tx);
      for (const one of [...new Set(ids)].sort())
        await performActionIn(transaction, notice, name, one);
    });
    return new Reply(true, shape.actions?.[name]?.done ?? ['操作成功', 'Done']);
  },
});

/** Maximum number of unread notices counted, the limit of the badge. */
const maxCountedUnread = 200;

/** Published notices that the person may read. */
const published = async (
  engine: Engine,
  actor: Actor,
  ids?: readonly string[],
): Promise<readonly string[]> => {
  const page = await engine.as(actor).list(notice, {
    where: [
      { field: 'status', operator: 'equals', value: noticeStatusCodes.published },
      ...(ids ? [{ field: 'id', operator: 'anyOf', value: ids } as const] : []),
    ],
    sort: [{ field: 'fbsj', descending: true }],
    page: 1,
    size: maxCountedUnread,
  });
  return page.records.map((row) => row.id);
};

const read = endpoint({
  method: 'POST',
  path: `${notice.path}/read`,
  auth: 'user',
  summary: ['通知公告标为已读', 'Mark notices as read'],
  input: Type.Object({ ids: idList }),
  run: async ({ ids }, { engine, actor }) => {
    const open = await published(engine, actor, ids.split(',').slice(0, maxCountedUnread));
    await engine.database.transaction(actor.tenantId, (tx) =>
      // Updated without a new version, so that readers do not cause conflicts for editors.
      tx.query(
        `with fresh as (
           insert into notice_read (tenant_id, notice_id, user_id, read_time)
           select $1, n, $2, $3 from unnest($4::bigint[]) n
           on conflict do nothing returning notice_id)
         update notice set read_count = coalesce(read_count, 0) + 1
          where tenant_id = $1 and id in (select notice_id from fresh)`,
        [tx.tenantId, actor.id, engine.clock(), open],
      ),
    );
    return true;
  },
});

const unread = endpoint({
  method: 'GET',
  path: `${notice.path}/unread`,
  auth: 'user',
  summary: ['通知公告总数与未读数', 'Number of notices, total and unread'],
  input: Type.Object({}),
  run: async (_input, { engine, actor }) => {
    const open = await published(engine, actor);
    const seen = await engine.database.read(actor.tenantId, (session) =>
      noticesOpenedBy(session, actor.id, open),
    );
    return { total: open.length, unread: open.filter((one) => !seen.has(one)).length };
  },
});

/** Notice on the sign-in page, reduced to title and date. */
export interface PublicNotice {
  readonly title: string;
  /** Date of publication, `yyyy-MM-dd`. */
  readonly date: string;
}

const maxPublicNotices = 3;

/**
 * Titles of the newest valid notices for everyone, pinned first, for visitors who are not signed
 * in; notices with a narrower audience are excluded entirely. Runs on every visit of the sign-in
 * page, so it is one short statement.
 */
export const signInPageNotices = (
  { database, clock }: Pick<Engine, 'database' | 'clock'>,
  tenantId: string,
): Promise<readonly PublicNotice[]> =>
  database.short<PublicNotice>(tenantId, {
    sql: `select bt as title, to_char(fbsj at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as date
            from notice
           where tenant_id = $1 and is_deleted = 0 and status = $2 and fwlx = $3
             and (valid_date is null or valid_date >= $4::date)
           order by is_top desc nulls last, fbsj desc, id desc limit $5::int`,
    parameters: [
      tenantId,
      noticeStatusCodes.published,
      noticeScopeCodes.everybody,
      dayText(clock()),
      maxPublicNotices,
    ],
  });

/** Calls of notices that replace or extend the derived calls. */
export const noticeEndpoints: readonly Endpoint[] = [list, detail, submit, fbOrCX, read, unread];

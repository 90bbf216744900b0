import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { scopeValues } from '@keyan/engine/records/rights.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { readableBy } from '@keyan/engine/store/statements/scope.ts';
import { type ActorCall, type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { scopeAdmits } from '@keyan/kernel/access/scope.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import { noticeScopeCodes, noticeStatusCodes, notice as shape } from './notice.ts';
import type { ReceiptsAnswer } from './receipts.ts';

/** Resource without its field types, as parameters of the engine expect. */
const notice = shape as Resource;

/**
 * SQL condition on active accounts in the current audience of a notice `n`: everyone, members of
 * its departments or their descendants (main or further department), or holders of its roles.
 * Includes external experts.
 */
const audienceSql = `
  with recursive below as (
    select d.id from dept d join notice n on n.tenant_id = d.tenant_id
     where n.tenant_id = $1 and n.id = $2 and n.fwlx = '${noticeScopeCodes.departments}'
       and d.id::text = any(string_to_array(n.scope_ids, ','))
    union
    select d.id from dept d join below b on d.parent_id = b.id where d.tenant_id = $1)
  select u.id, u.real_name, u.dept_id from users u join notice n on n.tenant_id = u.tenant_id and n.id = $2
   where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1'
     and (n.fwlx = '${noticeScopeCodes.everybody}'
       or n.fwlx = '${noticeScopeCodes.departments}' and (u.dept_id in (select id from below)
            or exists (select 1 from user_dept m
            where m.tenant_id = $1 and m.user_id = u.id and m.dept_id in (select id from below)))
       or n.fwlx = '${noticeScopeCodes.roles}' and exists (select 1 from user_role m
            join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
            where m.tenant_id = $1 and m.user_id = u.id and r.is_deleted = 0
              and r.role_alias = any(string_to_array(n.scope_ids, ','))))`;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly dept: string | null;
  readonly time: Date | null;
}

const receiptsSql = `
  select a.id::text, a.real_name as name, r.read_time as time,
         (select said(d.dept_name, d.dept_name_en) from dept d where d.tenant_id = $1 and d.id = a.dept_id) as dept
    from (${audienceSql}) a
    left join notice_read r on r.tenant_id = $1 and r.notice_id = $2 and r.user_id = a.id
   where ($3::boolean is null or (r.user_id is not null) = $3)
   order by r.read_time desc nulls last, a.id limit $4 offset $5`;

const counted = async (session: Session, noticeId: string) => {
  const [row] = await session.query<{ audience: number; read: number }>(
    `select count(*)::int as audience, count(r.user_id)::int as read from (${audienceSql}) a
       left join notice_read r on r.tenant_id = $1 and r.notice_id = $2 and r.user_id = a.id`,
    [session.tenantId, noticeId],
  );
  return { audience: row?.audience ?? 0, read: row?.read ?? 0 };
};

/**
 * Published notice that the caller manages.
 * @throws Missing, Denied
 */
const managed = async ({ engine, actor }: ActorCall, noticeId: string) => {
  const { row } = await engine.as(actor).read(shape, noticeId);
  if (!scopeAdmits(notice.access.write, actor, { ...row }, { todo: false, done: false }))
    throw new Denied();
  if (row.status !== noticeStatusCodes.published) throw new Missing();
  return row;
};

const perPage = 50;

/** Calls that list read receipts of a notice and remind people who have not read it. */
export const receiptEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${shape.path}/receipts`,
    auth: 'user',
    permissions: ['notice'],
    summary: ['通知公告的阅读回执', 'Reading receipts of a notice'],
    input: Type.Object({
      id: idParam,
      read: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1')])),
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    run: async ({ id: noticeId, read, current = 1 }, call): Promise<ReceiptsAnswer> => {
      const row = await managed(call, noticeId);
      const { engine, actor } = call;
      return engine.database.read(actor.tenantId, async (session) => {
        const counts = await counted(session, noticeId);
        const rows = await session.query<Row>(receiptsSql, [
          session.tenantId,
          noticeId,
          read === undefined ? null : read === '1',
          perPage,
          (current - 1) * perPage,
        ]);
        return {
          ...counts,
          total:
            read === undefined
              ? counts.audience
              : read === '1'
                ? counts.read
                : counts.audience - counts.read,
          records: rows.map(({ time, dept, ...one }) => ({
            ...one,
            dept: dept ?? '',
            time: time === null ? '' : timeText(time),
          })),
          remindedOn: row.remindedOn ?? '',
          mayRemind: counts.read < counts.audience && row.remindedOn !== dayText(engine.clock()),
        };
      });
    },
  }),
  endpoint({
    method: 'POST',
    path: `${shape.path}/remind`,
    auth: 'user',
    permissions: ['notice_publish'],
    perMinute: 10,
    summary: ['提醒未读通知公告的人', 'Remind those who have not read a notice'],
    input: Type.Object({ id: idParam }),
    run: async ({ id: noticeId }, call) => {
      const row = await managed(call, noticeId);
      const { engine, actor } = call;
      const today = dayText(engine.clock());
      const count = await engine.database.transaction(actor.tenantId, async (tx) => {
        const transaction = behaviourTransaction({ engine, actor }, tx);
        const scope = readableBy(engine.store.catalog, notice, actor);
        const now = await lockRow(
          transaction,
          notice,
          noticeId,
          scope,
          scopeValues({ engine, actor }),
        );
        const { remindedOn, status } = now as unknown as typeof row;
        if (status !== noticeStatusCodes.published) throw new Missing();
        if (remindedOn === today) {
          throw new Refused([
            '今天已提醒过，一天最多一次',
            'A reminder was sent today; at most one a day',
          ]);
        }
        const people = await tx.query<{ id: string }>(
          `select a.id::text from (${audienceSql}) a where not exists (select 1 from notice_read r
             where r.tenant_id = $1 and r.notice_id = $2 and r.user_id = a.id)`,
          [tx.tenantId, noticeId],
        );
        await engine.messages.send(tx, [
          {
            type: '99',
            title: fill(['请阅读通知：{title}', 'Please read: {title}'], { title: row.bt ?? '' }),
            content: fill(
              [
                '通知《{title}》您还没有阅读，请在铃铛的“通知公告”中打开。',
                'You have not read the notice “{title}” yet; open it under “Notices” in the bell.',
              ],
              { title: row.bt ?? '' },
            ),
            business: { resource: notice.key, id: noticeId },
            to: people.map((one) => one.id),
          },
        ]);
        await changeRow(transaction, notice, now, 'update', { remindedOn: today });
        return people.length;
      });
      return new Reply(count, fill(['已提醒 {count} 人', 'People reminded: {count}'], { count }));
    },
  }),
];

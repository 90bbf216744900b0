import { createHash, randomBytes } from 'node:crypto';
import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint, RawAnswer } from '@keyan/engine/wire/endpoint.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { fill, type Language, say } from '@keyan/kernel/label.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { calendarText, type DueDate } from './calendar-text.server.ts';

/** Days that a calendar shows ahead, and after which what is over disappears. */
const ahead = 400;
const behind = 30;

/** Bytes of a secret. */
const secretBytes = 20;

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

interface Stored extends Omit<DueDate, 'title'> {
  readonly kind: string;
  readonly name: string;
}

/**
 * Due items of a person: their projects, reviews that they owe, their declarations in open calls, patents of theirs,
 * summaries of activities, payments of their contracts and borrowed invoices. Nothing of any secrecy, and no amounts.
 */
const dueSql = `
  select 'programInfo' as resource, p.id::text, 'endDate' as field, p.end_date::text as day, 'project' as kind,
         p.program_name as name, '/program/' || p.program_kind || '/programInfo/detail/' || p.id as link, p.version
    from program p
   where p.tenant_id = $1 and p.is_deleted = 0 and p.program_leader = $2 and p.status in ('20', '21', '22')
     and p.program_kind <> 'surplus' and p.end_date between $3::date and $4::date
     and not exists (select 1 from program_approval a where a.tenant_id = p.tenant_id and a.program_info_id = p.id
       and a.secret_level <> '0')
  union all
  select 'reviewTask', t.id::text, 'endTime', (t.end_time at time zone 'Asia/Shanghai')::date::text, 'review', '',
         '/review/task', t.version
    from review_task t
   where t.tenant_id = $1 and t.is_deleted = 0 and t.user_id = $2 and t.hand_in_time is null
     and t.status in ('0', '1') and t.end_time between $3::date and $4::date
  union all
  select 'declareInfo', d.id::text, 'endTime', (c.end_time at time zone 'Asia/Shanghai')::date::text, 'declare',
         d.program_name, '/mywork/send', d.version
    from declare_info d join declare_plan c on c.tenant_id = d.tenant_id and c.id = d.plan_id
   where d.tenant_id = $1 and d.is_deleted = 0 and d.create_user = $2 and d.audit_status in ('0', '3', '5')
     and c.end_time between $3::date and $4::date
  union all
  select 'patentapp', p.id::text, 'feeDue', p.fee_due::text, 'patent', p.patent_name, '/achievement/patent', p.version
    from patent p
   where p.tenant_id = $1 and p.is_deleted = 0 and p.audit_status = '2' and p.secret_level = '0'
     and p.patent_status = '06' and p.fee_due between $3::date and $4::date
     and exists (select 1 from patent_authors a where a.tenant_id = p.tenant_id and a.parent_id = p.id and a.user_id = $2)
  union all
  select 'xshdjb', h.id::text, 'summaryDue', h.summary_due::text, 'activity', h.activity_name, '/activity/jbhd', h.version
    from xshdjb h
   where h.tenant_id = $1 and h.is_deleted = 0 and h.leader_id = $2 and h.audit_status = '2'
     and h.summary_status = '0' and h.summary_due between $3::date and $4::date
  union all
  select 'billapplyinfo', b.id::text, 'expectArriveDate', b.expect_arrive_date::text, 'invoice', b.pj_number,
         '/funds/billapplyinfo', b.version
    from billapplyinfo b
   where b.tenant_id = $1 and b.is_deleted = 0 and b.program_leader = $2 and b.status in ('3', '8')
     and b.bill_mode = '2' and b.expect_arrive_date between $3::date and $4::date
  union all
  select 'horizontalRecord', h.id::text, 'dueDate', h.due_date::text, 'payment', h.program_name,
         '/program/horizontal/record', h.version
    from horizontal_record h
   where h.tenant_id = $1 and h.is_deleted = 0 and h.program_leader = $2 and h.contract_status in ('2', '3', '5')
     and h.has_open_period = '1' and h.due_date between $3::date and $4::date
  order by 4, 1, 2 limit 500`;

const titles = {
  project: ['项目到期：{name}', 'Project ends: {name}'],
  review: ['评审截止', 'Review is due'],
  declare: ['申报截止：{name}', 'Call closes: {name}'],
  patent: ['专利年费：{name}', 'Patent fee: {name}'],
  activity: ['活动总结：{name}', 'Summary of an activity: {name}'],
  invoice: ['预借票据到款：{name}', 'Payment of an invoice: {name}'],
  payment: ['合同应收：{name}', 'Payment of a contract: {name}'],
} as const;

/** Due items of a person around today, the first at the top. */
export const dueDates = async (
  session: Session,
  user: string,
  now: Date,
  language: Language,
): Promise<readonly DueDate[]> => {
  const shifted = (days: number): string => dayText(new Date(now.getTime() + days * 86_400_000));
  const rows = await session.query<Stored>(dueSql, [
    session.tenantId,
    user,
    shifted(-behind),
    shifted(ahead),
  ]);
  return rows.map(({ kind, name, ...row }) => ({
    ...row,
    title: say(fill(titles[kind as keyof typeof titles], { name }), language),
  }));
};

interface Subscriber {
  readonly id: string;
  readonly domain: string | null;
  readonly isEnglish: boolean | null;
}

const subscriberOf = (
  { database }: Pick<Engine, 'database'>,
  tenantId: string,
  secret: string,
): Promise<readonly Subscriber[]> =>
  database.read(tenantId, (session) =>
    session.query<Subscriber>(
      `select u.id::text, t.domain, p.value = '"en"' as "isEnglish"
         from calendar_feed c join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
         join tenant t on t.tenant_id = c.tenant_id
         left join preference p on p.tenant_id = u.tenant_id and p.user_id = u.id and p.key = 'language'
        where c.tenant_id = $1 and c.digest = $2 and u.is_deleted = 0 and u.status = '1'`,
      [tenantId, digestOf(secret)],
    ),
  );

const feedPath = 'keyan/calendar/feed';

/** The calendar of one's deadlines: its secret address, and what programs read there. */
export const calendarEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/calendar/state',
    auth: 'user',
    summary: ['我的日历订阅', 'My calendar feed'],
    input: Type.Object({}),
    run: (_input, { actor, engine }) =>
      engine.database.read(actor.tenantId, async (session) => {
        const [row] = await session.query<{ since: Date }>(
          'select create_time as since from calendar_feed where tenant_id = $1 and user_id = $2',
          [actor.tenantId, actor.id],
        );
        return { since: row ? timeText(row.since) : '' };
      }),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/calendar/renew',
    auth: 'user',
    perMinute: 10,
    summary: ['生成（更换）日历订阅地址', 'Renew the address of my calendar'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      const secret = randomBytes(secretBytes).toString('hex');
      await engine.database.transaction(actor.tenantId, (tx) =>
        tx.query(
          `insert into calendar_feed (tenant_id, user_id, digest, create_time) values ($1, $2, $3, $4)
           on conflict (tenant_id, user_id) do update set digest = excluded.digest, create_time = excluded.create_time`,
          [actor.tenantId, actor.id, digestOf(secret), engine.clock()],
        ),
      );
      // Shown once: only its digest is kept.
      return { path: `/api/${feedPath}?key=${actor.tenantId}.${secret}` };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/calendar/stop',
    auth: 'user',
    perMinute: 10,
    summary: ['停用日历订阅', 'Stop my calendar feed'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      await engine.database.transaction(actor.tenantId, (tx) =>
        tx.query('delete from calendar_feed where tenant_id = $1 and user_id = $2', [
          actor.tenantId,
          actor.id,
        ]),
      );
      return true;
    },
  }),
  endpoint({
    method: 'GET',
    path: feedPath,
    auth: 'public',
    perMinute: 30,
    summary: ['日历订阅（iCalendar）', 'A calendar feed (iCalendar)'],
    input: Type.Object({ key: Type.String({ pattern: '^\\w{1,12}\\.[0-9a-f]{40}$' }) }),
    run: async ({ key }, { engine }) => {
      const [tenantId = '', secret = ''] = key.split('.');
      const [person] = await subscriberOf(engine, tenantId, secret);
      if (!person) throw new Missing();
      const language = person.isEnglish ? 'en' : 'zh';
      const now = engine.clock();
      const days = await engine.database.read(tenantId, (session) =>
        dueDates(session, person.id, now, language),
      );
      const name = say(['科研日历', 'Research deadlines'], language);
      return new RawAnswer(calendarText(days, { name, domain: person.domain ?? '', now }), {
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'cache-control': 'private, max-age=3600',
          'x-content-type-options': 'nosniff',
        },
      });
    },
  }),
];

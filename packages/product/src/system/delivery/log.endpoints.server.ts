import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { type DeliveryRow, deliveryChannels, deliveryCode, resendCode } from './delivery.ts';

/** States of a delivery in the log. */
const states = ['waiting', 'sending', 'sent', 'refused', 'unknown', 'failed'] as const;

const channel = Type.Union(deliveryChannels.map((one) => Type.Literal(one)));

/** Labels of the product's own failure reasons; reasons of a service are shown unchanged. */
const reasons: Readonly<Record<string, Label>> = {
  'no address': ['没有邮箱', 'No e-mail address'],
  'no number': ['没有手机号码', 'No mobile number'],
  'no service, or the account is closed': [
    '学校未启用该方式，或账号已停用',
    'Channel not enabled by the university, or account disabled',
  ],
  'no answer of the service': ['服务没有答复', 'The service gave no answer'],
  'the service knows no such person': ['对方系统中没有此人', 'No such person in the service'],
};

const inWords = (reason: string, language: Language): string => {
  const own = reasons[reason];
  return own ? say(own, language) : reason;
};

interface Stored extends Omit<DeliveryRow, 'time' | 'due'> {
  readonly time: Date;
  readonly due: Date;
  readonly total: number;
}

/** SQL of all deliveries to people and to groups. */
const log = `
  select d.message_id::text || '-' || d.channel as id, d.message_id, d.channel, d.state, d.tries, d.time, d.due,
         case when $7 then m.title_en else m.title_zh end as title, m.title_zh as called,
         u.real_name as receiver, coalesce(d.reason, '') as reason
    from message_delivery d
    join message m on m.tenant_id = d.tenant_id and m.id = d.message_id
    join users u on u.tenant_id = m.tenant_id and u.id = m.receiver_id
   where d.tenant_id = $1
  union all
  select d.message_id::text || '-robot-' || d.robot_id, d.message_id, 'robot', d.state, d.tries, d.time, d.due,
         case when $7 then m.title_en else m.title_zh end, m.title_zh, r.robot_name, coalesce(d.reason, '')
    from message_robot_told d
    join message m on m.tenant_id = d.tenant_id and m.id = d.message_id
    join message_robot r on r.tenant_id = d.tenant_id and r.id = d.robot_id
   where d.tenant_id = $1 and d.state <> 'passed'`;

/** Calls that list deliveries and retry failed ones. */
export const deliveryLogEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/delivery/list',
    auth: 'user',
    permissions: [deliveryCode],
    summary: ['消息发送记录', 'Message delivery log'],
    input: Type.Object({
      channel: Type.Optional(channel),
      state: Type.Optional(Type.Union(states.map((one) => Type.Literal(one)))),
      text: Type.Optional(Type.String({ maxLength: 100 })),
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    run: async (input, { actor, engine, language }) => {
      const { current = 1, size = 20 } = input;
      const rows = await engine.database.heavy<Stored>(actor.tenantId, actor.id, {
        sql: `select l.id, l.channel, l.state, l.tries, l.title, l.receiver, l.reason, l.time, l.due,
                     count(*) over ()::int as total
                from (${log}) l
               where ($2::text is null or l.channel = $2) and ($3::text is null or l.state = $3)
                 and ($4::text is null or position(lower($4) in lower(l.receiver || ' ' || l.called)) > 0)
               order by l.time desc, l.message_id desc limit $5 offset $6`,
        parameters: [
          actor.tenantId,
          input.channel ?? null,
          input.state ?? null,
          input.text || null,
          size,
          (current - 1) * size,
          language === 'en',
        ],
      });
      const total = rows[0]?.total ?? 0;
      return {
        records: rows.map(({ total: _total, time, due, ...row }) => ({
          ...row,
          reason: inWords(row.reason ?? '', language),
          time: timeText(time),
          due: row.state === 'waiting' ? timeText(due) : '',
        })),
        total,
        current,
        size,
        pages: Math.ceil(total / size),
      };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/delivery/resend',
    auth: 'user',
    permissions: [resendCode],
    perMinute: 60,
    summary: ['重发失败的消息', 'Resend a failed message'],
    input: Type.Object({ message: idParam, channel, robot: Type.Optional(idParam) }),
    run: async ({ message, channel: by, robot = '0' }, { actor, engine }) => {
      const now = engine.clock();
      const found = await engine.database.transaction(actor.tenantId, (tx) =>
        // A message that may have been sent is not sent again.
        by === 'robot'
          ? tx.query(
              `update message_robot_told set state = 'waiting', tries = 0, due = $4, time = $4, reason = null
                where tenant_id = $1 and message_id = $2 and robot_id = $3 and state in ('refused', 'failed')
                returning 1`,
              [actor.tenantId, message, robot, now],
            )
          : tx.query(
              `update message_delivery set state = 'waiting', tries = 0, due = $4, time = $4, reason = null, again = $4
                where tenant_id = $1 and message_id = $2 and channel = $3 and state in ('refused', 'failed')
                returning 1`,
              [actor.tenantId, message, by, now],
            ),
      );
      if (found.length === 0) throw new Missing();
      return new Reply(true, [
        '已重新排队，一分钟内发送',
        'Queued again; it will be sent within a minute',
      ]);
    },
  }),
];

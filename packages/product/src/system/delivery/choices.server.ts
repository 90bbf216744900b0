import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { msgType } from '../../shared/dictionaries.ts';
import { columnArrays } from '../../shared/mechanisms/bulk.server.ts';
import { sendsByAppService } from '../im/im.server.ts';
import { maskedAddress, sendsMail } from '../mail/mail.server.ts';
import { maskedPhone, sendsTexts } from '../sms/sms.server.ts';
import { smsUses } from '../sms/sms.ts';
import {
  appChannels,
  type Channel,
  type DefaultDelivery,
  defaultChannels,
  defaultDeliveryCode,
  defaultQuietHours,
  deliveryPaces,
  externalChannels,
  type MessageChoice,
  type MessageChoices,
  messageTypesSentAtOnce,
  type QuietHours,
} from './delivery.ts';
import { subscriptionsOf } from './push.server.ts';

const known = new Set<string>(msgType.entries.map(({ code }) => code));

const isReady = async (session: Session, channel: Channel): Promise<boolean> => {
  // Each browser with notifications counts as an available channel.
  if (channel === 'push') return true;
  const app = appChannels[channel];
  if (app !== undefined) return sendsByAppService(session, app);
  return channel === 'mail' ? sendsMail(session) : sendsTexts(session, smsUses.message);
};

interface Person {
  readonly email: string | null;
  readonly phone: string | null;
}

const habitOf = async (session: Session, user: string): Promise<QuietHours> => {
  const [row] = await session.query<QuietHours>(
    `select coalesce(to_char(quiet_from, 'HH24:MI'), '') as "quietFrom",
            coalesce(to_char(quiet_until, 'HH24:MI'), '') as "quietUntil",
            to_char(digest_at, 'HH24:MI') as "digestAt", let_urgent as "letUrgent"
       from message_habit where tenant_id = $1 and user_id = $2`,
    [session.tenantId, user],
  );
  return row ?? defaultQuietHours;
};

/** Number of consecutive failures after which a person is shown a warning about the channel. */
const failuresBeforeWarning = 3;

const failingOf = async (session: Session, user: string): Promise<readonly Channel[]> => {
  const rows = await session.query<{ channel: Channel }>(
    `select channel from (
       select d.channel, d.state, row_number() over (partition by d.channel order by d.time desc) as place
         from message_delivery d join message m on m.tenant_id = d.tenant_id and m.id = d.message_id
        where d.tenant_id = $1 and m.receiver_id = $2 and d.state in ('sent', 'refused', 'failed')) x
      where place <= $3 group by channel having count(*) = $3 and bool_and(state <> 'sent')`,
    [session.tenantId, user, failuresBeforeWarning],
  );
  return rows.map(({ channel }) => channel);
};

const hasChosen = async (session: Session, user: string): Promise<boolean> => {
  const rows = await session.query(
    'select 1 from message_habit where tenant_id = $1 and user_id = $2 and chosen',
    [session.tenantId, user],
  );
  return rows.length > 0;
};

const readyOf = async (session: Session): Promise<readonly Channel[]> => {
  const ready: Channel[] = [];
  for (const channel of externalChannels) if (await isReady(session, channel)) ready.push(channel);
  return ready;
};

const choicesOf = async (session: Session, user: string, now: Date): Promise<MessageChoices> => {
  const isUsual = !(await hasChosen(session, user));
  const chosen = await session.query<MessageChoice>(
    `select msg_type as "msgType", channel, pace from message_channel
      where tenant_id = $1 and user_id = $2 and not $3
     union all
     select msg_type, channel, pace from message_default where tenant_id = $1 and $3
     order by "msgType", channel`,
    [session.tenantId, user, isUsual],
  );
  const [person] = await session.query<Person>(
    'select email, phone from users where tenant_id = $1 and id = $2',
    [session.tenantId, user],
  );
  const phone = maskedPhone(person?.phone ?? '');
  const browsers = (await subscriptionsOf(session, user, now)).length;
  return {
    chosen,
    isUsual,
    habit: await habitOf(session, user),
    // WeCom and DingTalk look people up by phone number.
    addresses: {
      mail: maskedAddress(person?.email ?? ''),
      sms: phone,
      wecom: phone,
      ding: phone,
      push: browsers > 0 ? String(browsers) : '',
    },
    ready: await readyOf(session),
    failing: await failingOf(session, user),
  };
};

const clock = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$' });

/** Calls by which people choose channels and hours for their own messages. */
export const choiceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/message/channels',
    auth: 'user',
    summary: ['我的消息提醒方式', 'My notification settings'],
    input: Type.Object({}),
    run: (_input, { actor, engine }) =>
      engine.database.read(actor.tenantId, (session) =>
        choicesOf(session, actor.id, engine.clock()),
      ),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/message/channels',
    auth: 'user',
    summary: ['设置我的消息提醒方式', 'Change my notification settings'],
    input: Type.Object({
      chosen: Type.Array(
        Type.Object({
          msgType: Type.String({ maxLength: 10 }),
          channel: Type.Union(externalChannels.map((channel) => Type.Literal(channel))),
          pace: Type.Optional(Type.Union(deliveryPaces.map((pace) => Type.Literal(pace)))),
        }),
        { maxItems: 200 },
      ),
    }),
    perMinute: 120,
    run: async ({ chosen: given }, { actor, engine }) => {
      const chosen = given.map(({ pace = 'now', ...one }) => ({ ...one, pace }));
      if (chosen.some((choice) => !known.has(choice.msgType))) {
        throw new Invalid([
          { path: 'chosen', message: ['消息类型不存在', 'There is no such message type'] },
        ]);
      }
      await engine.database.transaction(actor.tenantId, async (tx) => {
        const columns = columnArrays(chosen, ['msgType', 'channel']);
        await tx.query(
          `delete from message_channel c where c.tenant_id = $1 and c.user_id = $2
              and (c.msg_type, c.channel) not in (select * from unnest($3::text[], $4::text[]))`,
          [actor.tenantId, actor.id, ...columns],
        );
        await tx.query(
          `insert into message_channel (tenant_id, user_id, msg_type, channel, pace)
           select distinct on (t, c) $1::varchar, $2::bigint, t, c, p
             from unnest($3::text[], $4::text[], $5::text[]) as x(t, c, p)
           on conflict (tenant_id, user_id, msg_type, channel) do update set pace = excluded.pace`,
          [actor.tenantId, actor.id, ...columnArrays(chosen, ['msgType', 'channel', 'pace'])],
        );
        await tx.query(
          `insert into message_habit (tenant_id, user_id, chosen) values ($1, $2, true)
           on conflict (tenant_id, user_id) do update set chosen = true`,
          [actor.tenantId, actor.id],
        );
      });
      return new Reply(true, ['已保存', 'Saved']);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/message/habit',
    auth: 'user',
    summary: ['设置免打扰时段与每日汇总时间', 'Set quiet hours and digest time'],
    input: Type.Object({
      quietFrom: Type.Optional(clock),
      quietUntil: Type.Optional(clock),
      digestAt: Type.Optional(clock),
      letUrgent: Type.Optional(Type.Boolean()),
    }),
    perMinute: 60,
    run: async (given, { actor, engine }) => {
      const { quietFrom = '', quietUntil = '', digestAt = '', letUrgent = true } = given;
      if ((quietFrom === '') !== (quietUntil === '')) {
        throw new Invalid([
          {
            path: quietFrom === '' ? 'quietFrom' : 'quietUntil',
            message: ['免打扰时段须有起止时间', 'Quiet hours need a start and an end'],
          },
        ]);
      }
      await engine.database.transaction(actor.tenantId, (tx) =>
        tx.query(
          `insert into message_habit (tenant_id, user_id, quiet_from, quiet_until, digest_at, let_urgent)
           values ($1, $2, nullif($3, '')::time, nullif($4, '')::time, coalesce(nullif($5, ''), '08:00')::time, $6)
           on conflict (tenant_id, user_id) do update set quiet_from = excluded.quiet_from,
             quiet_until = excluded.quiet_until, digest_at = excluded.digest_at,
             let_urgent = excluded.let_urgent`,
          [actor.tenantId, actor.id, quietFrom, quietUntil, digestAt, letUrgent],
        ),
      );
      return new Reply(true, ['已保存', 'Saved']);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/message/usual',
    auth: 'user',
    perMinute: 60,
    summary: ['恢复学校默认的消息提醒方式', 'Restore the university default notifications'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      await engine.database.transaction(actor.tenantId, async (tx) => {
        await tx.query('delete from message_channel where tenant_id = $1 and user_id = $2', [
          actor.tenantId,
          actor.id,
        ]);
        await tx.query(
          'update message_habit set chosen = false where tenant_id = $1 and user_id = $2',
          [actor.tenantId, actor.id],
        );
      });
      return new Reply(true, ['已恢复学校默认', 'University default restored']);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/delivery/usual',
    auth: 'user',
    permissions: [defaultDeliveryCode],
    summary: ['学校默认的消息提醒方式', 'University default notifications'],
    input: Type.Object({}),
    run: (_input, { actor, engine }): Promise<DefaultDelivery> =>
      engine.database.read(actor.tenantId, async (session) => {
        const [row] = await session.query<{ channel: Channel }>(
          'select channel from message_default where tenant_id = $1 limit 1',
          [actor.tenantId],
        );
        const ready = await readyOf(session);
        return {
          channel: row?.channel ?? '',
          ready: defaultChannels.filter((channel) => ready.includes(channel)),
        };
      }),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/delivery/usual',
    auth: 'user',
    permissions: [defaultDeliveryCode],
    perMinute: 30,
    summary: ['设置学校默认的消息提醒方式', 'Set the university default notifications'],
    input: Type.Object({
      channel: Type.Union([
        Type.Literal(''),
        ...defaultChannels.map((channel) => Type.Literal(channel)),
      ]),
    }),
    run: async ({ channel }, { actor, engine }) => {
      await engine.database.transaction(actor.tenantId, async (tx) => {
        if (channel !== '' && !(await isReady(tx, channel))) {
          throw new Invalid([
            {
              path: 'channel',
              message: ['学校尚未启用该方式', 'The university has not enabled this channel'],
            },
          ]);
        }
        await tx.query('delete from message_default where tenant_id = $1', [actor.tenantId]);
        if (channel === '') return;
        const kinds = msgType.entries.map(({ code }) => code);
        await tx.query(
          `insert into message_default (tenant_id, msg_type, channel, pace, needs)
           select $1, t, $2, case when t = any($4::text[]) then 'now' else 'digest' end, $5
             from unnest($3::text[]) as t`,
          [
            actor.tenantId,
            channel,
            kinds,
            [...messageTypesSentAtOnce],
            channel === 'mail' ? 'email' : 'phone',
          ],
        );
      });
      return new Reply(true, ['已保存', 'Saved']);
    },
  }),
];

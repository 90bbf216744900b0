import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { columnsOf } from '../../shared/bulk.server.ts';
import { msgType } from '../../shared/dictionaries.ts';
import { sendsByApp } from '../im/im.server.ts';
import { maskedAddress, sendsMail } from '../mail/mail.server.ts';
import { maskedPhone, sendsTexts } from '../sms/sms.server.ts';
import { smsUses } from '../sms/sms.ts';
import {
  appChannels,
  type Channel,
  type Choice,
  type Choices,
  channels,
  type Habit,
  paces,
  usualHabit,
} from './delivery.ts';

const known = new Set<string>(msgType.entries.map(({ code }) => code));

const isReady = (session: Session, channel: Channel): Promise<boolean> => {
  const app = appChannels[channel];
  if (app !== undefined) return sendsByApp(session, app);
  return channel === 'mail' ? sendsMail(session) : sendsTexts(session, smsUses.message);
};

interface Person {
  readonly email: string | null;
  readonly phone: string | null;
}

const habitOf = async (session: Session, user: string): Promise<Habit> => {
  const [row] = await session.query<Habit>(
    `select coalesce(to_char(quiet_from, 'HH24:MI'), '') as "quietFrom",
            coalesce(to_char(quiet_until, 'HH24:MI'), '') as "quietUntil",
            to_char(digest_at, 'HH24:MI') as "digestAt"
       from message_habit where tenant_id = $1 and user_id = $2`,
    [session.tenantId, user],
  );
  return row ?? usualHabit;
};

/** Failures in a row after which a person is told of them. */
const enough = 3;

const failingOf = async (session: Session, user: string): Promise<readonly Channel[]> => {
  const rows = await session.query<{ channel: Channel }>(
    `select channel from (
       select d.channel, d.state, row_number() over (partition by d.channel order by d.time desc) as place
         from message_delivery d join message m on m.tenant_id = d.tenant_id and m.id = d.message_id
        where d.tenant_id = $1 and m.receiver_id = $2 and d.state in ('sent', 'refused', 'failed')) x
      where place <= $3 group by channel having count(*) = $3 and bool_and(state <> 'sent')`,
    [session.tenantId, user, enough],
  );
  return rows.map(({ channel }) => channel);
};

const choicesOf = async (session: Session, user: string): Promise<Choices> => {
  const chosen = await session.query<Choice>(
    `select msg_type as "msgType", channel, pace from message_channel
      where tenant_id = $1 and user_id = $2 order by msg_type, channel`,
    [session.tenantId, user],
  );
  const [person] = await session.query<Person>(
    'select email, phone from users where tenant_id = $1 and id = $2',
    [session.tenantId, user],
  );
  const phone = maskedPhone(person?.phone ?? '');
  const ready: Channel[] = [];
  for (const channel of channels) if (await isReady(session, channel)) ready.push(channel);
  return {
    chosen,
    habit: await habitOf(session, user),
    // Applications find people by their phones.
    addresses: { mail: maskedAddress(person?.email ?? ''), sms: phone, wecom: phone, ding: phone },
    ready,
    failing: await failingOf(session, user),
  };
};

const clock = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$' });

/**
 * Endpoints for the messages that a person gets outside the system, and their times. Everybody decides for themselves
 * alone.
 */
export const choiceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/message/channels',
    auth: 'user',
    summary: ['我的消息提醒方式', 'How messages reach me'],
    input: Type.Object({}),
    run: (_input, { actor, engine }) =>
      engine.database.read(actor.tenantId, (session) => choicesOf(session, actor.id)),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/message/channels',
    auth: 'user',
    summary: ['设置我的消息提醒方式', 'Choose how messages reach me'],
    input: Type.Object({
      chosen: Type.Array(
        Type.Object({
          msgType: Type.String({ maxLength: 10 }),
          channel: Type.Union(channels.map((channel) => Type.Literal(channel))),
          pace: Type.Optional(Type.Union(paces.map((pace) => Type.Literal(pace)))),
        }),
        { maxItems: 200 },
      ),
    }),
    perMinute: 120,
    run: async ({ chosen: given }, { actor, engine }) => {
      const chosen = given.map(({ pace = 'now', ...one }) => ({ ...one, pace }));
      if (chosen.some((choice) => !known.has(choice.msgType))) {
        throw new Invalid([
          { path: 'chosen', message: ['消息类型不存在', 'There is no such kind of message'] },
        ]);
      }
      await engine.database.transaction(actor.tenantId, async (tx) => {
        const columns = columnsOf(chosen, ['msgType', 'channel']);
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
          [actor.tenantId, actor.id, ...columnsOf(chosen, ['msgType', 'channel', 'pace'])],
        );
      });
      return new Reply(true, ['已保存', 'Saved']);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/message/habit',
    auth: 'user',
    summary: ['设置免打扰时段与每日汇总时间', 'Choose quiet hours and the hour of the digest'],
    input: Type.Object({
      quietFrom: Type.Optional(clock),
      quietUntil: Type.Optional(clock),
      digestAt: Type.Optional(clock),
    }),
    perMinute: 60,
    run: async ({ quietFrom = '', quietUntil = '', digestAt = '' }, { actor, engine }) => {
      if ((quietFrom === '') !== (quietUntil === '')) {
        throw new Invalid([
          {
            path: quietFrom === '' ? 'quietFrom' : 'quietUntil',
            message: ['免打扰时段须有起止时间', 'Quiet hours have a beginning and an end'],
          },
        ]);
      }
      await engine.database.transaction(actor.tenantId, (tx) =>
        tx.query(
          `insert into message_habit (tenant_id, user_id, quiet_from, quiet_until, digest_at)
           values ($1, $2, nullif($3, '')::time, nullif($4, '')::time, coalesce(nullif($5, ''), '08:00')::time)
           on conflict (tenant_id, user_id) do update set quiet_from = excluded.quiet_from,
             quiet_until = excluded.quiet_until, digest_at = excluded.digest_at`,
          [actor.tenantId, actor.id, quietFrom, quietUntil, digestAt],
        ),
      );
      return new Reply(true, ['已保存', 'Saved']);
    },
  }),
];

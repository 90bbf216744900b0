import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { columnsOf } from '../../shared/bulk.server.ts';
import { msgType } from '../../shared/dictionaries.ts';
import { maskedAddress, sendsMail } from '../mail/mail.server.ts';
import { maskedPhone, sendsTexts } from '../sms/sms.server.ts';
import { smsUses } from '../sms/sms.ts';
import { type Channel, type Choice, type Choices, channels } from './delivery.ts';

const known = new Set<string>(msgType.entries.map(({ code }) => code));

/** Which messages a person gets by mail and phone, too. Everybody decides for themselves alone. */
export const choiceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/message/channels',
    auth: 'user',
    summary: ['我的消息提醒方式', 'How messages reach me'],
    input: Type.Object({}),
    run: (_input, { actor, engine }) =>
      engine.database.read(actor.tenantId, async (session): Promise<Choices> => {
        const chosen = await session.query<Choice>(
          `select msg_type as "msgType", channel from message_channel
            where tenant_id = $1 and user_id = $2 order by msg_type, channel`,
          [actor.tenantId, actor.id],
        );
        const [person] = await session.query<{ email: string | null; phone: string | null }>(
          'select email, phone from users where tenant_id = $1 and id = $2',
          [actor.tenantId, actor.id],
        );
        const ready: readonly (readonly [Channel, boolean])[] = [
          ['mail', await sendsMail(session)],
          ['sms', await sendsTexts(session, smsUses.message)],
        ];
        return {
          chosen,
          addresses: {
            mail: maskedAddress(person?.email ?? ''),
            sms: maskedPhone(person?.phone ?? ''),
          },
          ready: ready.filter(([, is]) => is).map(([channel]) => channel),
        };
      }),
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
        }),
        { maxItems: 200 },
      ),
    }),
    perMinute: 120,
    run: async ({ chosen }, { actor, engine }) => {
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
          `insert into message_channel (tenant_id, user_id, msg_type, channel)
           select $1, $2, * from unnest($3::text[], $4::text[]) on conflict do nothing`,
          [actor.tenantId, actor.id, ...columns],
        );
      });
      return new Reply(true, ['已保存', 'Saved']);
    },
  }),
];

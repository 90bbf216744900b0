import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Language } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { type MailedRow, type MailingState, reportMailing } from './mailing.ts';

/** Maximum number of mails shown, newest first. */
const maxShownMails = 100;

interface StoredMail extends Omit<MailedRow, 'slot'> {
  readonly slot: Date;
}

/** Mails of a subscription, to all receivers or one. */
const mailedOf = async (
  session: Session,
  mailing: string,
  user: string | null,
  language: Language,
): Promise<readonly MailedRow[]> => {
  const rows = await session.query<StoredMail>(
    `select r.user_id::text || ' ' || r.slot as id, u.real_name as receiver, r.slot,
            coalesce(d.state, case when r.message_id is null then 'none' else 'sent' end) as state,
            coalesce(d.reason, case when $4 then r.reason_en else r.reason_zh end, '') as reason
       from report_mailed r join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
       left join message_delivery d
         on d.tenant_id = r.tenant_id and d.message_id = r.message_id and d.channel = 'mail'
      where r.tenant_id = $1 and r.mailing_id = $2 and ($3::bigint is null or r.user_id = $3)
      order by r.slot desc, u.real_name limit $5`,
    [session.tenantId, mailing, user, language === 'en', maxShownMails],
  );
  return rows.map(({ slot, ...row }) => ({ ...row, slot: timeText(slot) }));
};

/** Calls about report subscriptions that do not derive from the resource. */
export const mailingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${reportMailing.path}/mailed`,
    auth: 'user',
    permissions: ['rmail'],
    summary: ['报表订阅的发送记录', 'Deliveries of a report subscription'],
    input: Type.Object({ id: idParam }),
    run: async ({ id: mailing }, { engine, actor, language }): Promise<MailingState> => {
      const { row } = await engine.as(actor).read(reportMailing, mailing);
      const keeps = row.createUser === actor.id || actor.permissions.has('report_edit');
      return engine.database.read(actor.tenantId, async (session) => {
        const left = await session.query(
          'select 1 from report_left where tenant_id = $1 and mailing_id = $2 and user_id = $3',
          [actor.tenantId, mailing, actor.id],
        );
        return {
          rows: await mailedOf(session, mailing, keeps ? null : actor.id, language),
          isMeant: (row.roles ?? '').split(',').some((role) => actor.roles.includes(role)),
          hasLeft: left.length > 0,
        };
      });
    },
  }),
  endpoint({
    method: 'POST',
    path: `${reportMailing.path}/leave`,
    auth: 'user',
    permissions: ['rmail'],
    perMinute: 60,
    summary: ['退订报表，或重新订阅', 'Unsubscribe from a report, or subscribe again'],
    input: Type.Object({ id: idParam, back: Type.Optional(Type.Boolean()) }),
    run: async ({ id: mailing, back = false }, { engine, actor }) => {
      const { row } = await engine.as(actor).read(reportMailing, mailing);
      if (!row.roles) {
        throw new Refused(['自己的订阅请暂停或删除', 'Pause or delete your own subscription']);
      }
      await engine.database.transaction(actor.tenantId, (tx) =>
        tx.query(
          back
            ? 'delete from report_left where tenant_id = $1 and mailing_id = $2 and user_id = $3'
            : `insert into report_left (tenant_id, mailing_id, user_id) values ($1, $2, $3)
               on conflict do nothing`,
          [actor.tenantId, mailing, actor.id],
        ),
      );
      return new Reply(
        true,
        back ? ['已重新订阅', 'Subscribed again'] : ['已退订', 'Unsubscribed'],
      );
    },
  }),
];

import type { EngineJob } from '@keyan/engine/engine.ts';
import { everyMinute } from '@keyan/engine/jobs/schedule.ts';
import type { Database, Session } from '@keyan/engine/store/connection/database.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { noteUsual } from '../logs/usual-log.server.ts';
import type { Mail, Outcome } from '../mail/mail.server.ts';
import { NoAnswer, sendsTexts, type TextMessages } from '../sms/sms.server.ts';
import { smsUses } from '../sms/sms.ts';
import { type Channel, channels } from './delivery.ts';

/** Most messages that one run sends over one channel; the next run, a minute later, goes on. */
const mostAtOnce = 100;

/** Days after which what could not be sent is given up. */
const patienceDays = 2;

/** Days for which it is known what became of a message. */
const keptDays = 90;

/** Minutes after which one that was being sent belongs to a process that died. */
const lostMinutes = 10;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Milliseconds before the next try: 5 minutes, then twice as long each time, at most 4 hours. */
const pauseAfter = (tries: number): number => Math.min(5 * 2 ** (tries - 1), 240) * minute;

/** A message that goes out, and to whom. */
interface Parcel {
  readonly id: string;
  readonly tries: number;
  readonly since: Date;
  readonly title: string;
  readonly content: string;
  readonly link: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly isOpen: boolean;
  readonly language: Language;
  readonly domain: string | null;
}

/** Sends parcels one by one, while its connection stands. */
interface Sender {
  send(parcel: Parcel): Promise<Outcome>;
  close(): void;
}

/** Takes the next one: from now on no other process sends it, whatever becomes of this one. */
const take = async (
  database: Database,
  tenantId: string,
  channel: Channel,
  now: Date,
): Promise<Parcel | undefined> => {
  const [parcel] = await database.transaction(tenantId, (tx) =>
    tx.query<Parcel>(
      `update message_delivery d set state = 'sending', tries = d.tries + 1, time = $3
         from message m join users u on u.tenant_id = m.tenant_id and u.id = m.receiver_id
         join tenant t on t.tenant_id = m.tenant_id
         left join preference p
           on p.tenant_id = u.tenant_id and p.user_id = u.id and p.key = 'language',
         lateral (select p.value = '"en"' as english) l
        where d.tenant_id = $1 and d.channel = $2 and m.tenant_id = $1 and m.id = d.message_id
          and d.message_id = (
            select w.message_id from message_delivery w
             where w.tenant_id = $1 and w.channel = $2 and w.state = 'waiting' and w.due <= $3
             order by w.due, w.message_id limit 1 for update skip locked)
       returning m.id::text, d.tries, m.create_time as since, u.real_name as name, u.email, u.phone,
         case when l.english then m.title_en else m.title_zh end as title,
         case when l.english then m.content_en else m.content_zh end as content,
         coalesce(m.link, '') as link, t.domain,
         u.is_deleted = 0 and u.status = '1' as "isOpen",
         case when l.english then 'en' else 'zh' end as language`,
      [tenantId, channel, now],
    ),
  );
  return parcel;
};

/** What was said of a parcel in the table: final but for `waiting`. */
const note = (
  database: Database,
  tenantId: string,
  given: {
    readonly id: string;
    readonly channel: Channel;
    readonly state: string;
    readonly reason?: string;
    readonly due: Date;
    readonly now: Date;
  },
) =>
  database.transaction(tenantId, (tx) =>
    tx.query(
      `update message_delivery set state = $4, reason = $5, due = $6, time = $7
        where tenant_id = $1 and message_id = $2 and channel = $3 and state = 'sending'`,
      [
        tenantId,
        given.id,
        given.channel,
        given.state,
        given.reason?.slice(0, 500) ?? null,
        given.due,
        given.now,
      ],
    ),
  );

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** The plain words of a stored message. */
const plainText = (html: string): string =>
  html.replaceAll('<br />', '\n').replace(/&(amp|lt|gt);/g, (entity) => entities[entity] ?? entity);

const signIn: Label = ['请登录系统查看。', 'Sign in to read it.'];
const chosenBy: Label = [
  '您在个人信息的消息提醒中选择了邮件，可在那里更改。',
  'You chose mail for messages of this kind in your profile, where you can change it.',
];

/** The words of a mail: the message, and where it is read. */
const mailText = ({ content, link, domain, language }: Parcel): string => {
  const place = domain && link ? `https://${domain}${link}` : say(signIn, language);
  return [plainText(content), '', place, say(chosenBy, language)].join('\n');
};

/** Characters of a title in a text message; services cut longer ones or refuse them. */
const longestTitle = 30;

const byMail = async (mail: Mail, tenantId: string): Promise<Sender | null> => {
  const mailing = await mail.open(tenantId);
  if (!mailing) return null;
  return {
    close: () => mailing.close(),
    send: async (parcel) =>
      parcel.email === null
        ? { state: 'refused', reason: 'no address' }
        : mailing.send({
            to: parcel.email,
            subject: parcel.title,
            text: mailText(parcel),
            key: `message.${parcel.id}`,
          }),
  };
};

const byPhone = async (texts: TextMessages, session: Session): Promise<Sender | null> => {
  const { tenantId } = session;
  if (!(await sendsTexts(session, smsUses.message))) return null;
  return {
    close: () => undefined,
    send: async ({ phone, name, title }) => {
      if (phone === null) return { state: 'refused', reason: 'no number' };
      const params = { name, title: [...title].slice(0, longestTitle).join('') };
      return texts.send(tenantId, { phones: [phone], params, use: smsUses.message }).then(
        (): Outcome => ({ state: 'sent' }),
        (error: unknown): Outcome => {
          if (error instanceof NoAnswer) return { state: 'unknown', reason: error.message };
          if (error instanceof Refused) return { state: 'again', reason: error.message };
          throw error;
        },
      );
    },
  };
};

/** What is no longer waited for: sent long ago, too old to be sent, or lost with its process. */
const tidy = (database: Database, tenantId: string, now: Date) =>
  database.transaction(tenantId, async (tx) => {
    const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    await tx.query(
      `update message_delivery set state = 'unknown', reason = 'the process ended', time = $2
        where tenant_id = $1 and state = 'sending' and time < $3`,
      [tenantId, now, before(lostMinutes * minute)],
    );
    await tx.query(
      `update message_delivery d set state = 'failed', time = $2 from message m
        where d.tenant_id = $1 and d.state = 'waiting' and m.tenant_id = $1
          and m.id = d.message_id and m.create_time < $3`,
      [tenantId, now, before(patienceDays * day)],
    );
    await tx.query(
      `delete from message_delivery
        where tenant_id = $1 and state not in ('waiting', 'sending') and time < $2`,
      [tenantId, before(keptDays * day)],
    );
  });

const isWaiting = async (database: Database, tenantId: string, channel: Channel, now: Date) => {
  const rows = await database.read(tenantId, (session) =>
    session.query(
      `select 1 from message_delivery
        where tenant_id = $1 and channel = $2 and state = 'waiting' and due <= $3 limit 1`,
      [tenantId, channel, now],
    ),
  );
  return rows.length > 0;
};

/**
 * Sends messages by mail and phone to those who chose it. Each goes out at most once: it is marked
 * before it is handed to the service, and one whose fate nobody knows is not sent again. What the
 * service did not take waits, at most two days.
 */
export const deliverMessages = (services: {
  readonly mail: Mail;
  readonly texts: TextMessages;
}): EngineJob => ({
  name: 'deliver-messages',
  label: ['发送邮件和短信提醒', 'Send messages by mail and phone'],
  at: everyMinute,
  run: async ({ tenantId, signal }, engine) => {
    const { database, clock } = engine;
    await tidy(database, tenantId, clock());
    const open: Readonly<Record<Channel, () => Promise<Sender | null>>> = {
      mail: () => byMail(services.mail, tenantId),
      sms: () => database.read(tenantId, (session) => byPhone(services.texts, session)),
    };
    let done = 0;
    let left = 0;
    const send = async (sender: Sender | null, channel: Channel): Promise<boolean> => {
      const parcel = await take(database, tenantId, channel, clock());
      if (!parcel) return false;
      const none: Outcome = { state: 'refused', reason: 'no service, or the account is closed' };
      const outcome = sender && parcel.isOpen ? await sender.send(parcel) : none;
      const now = clock();
      const { state } = outcome;
      if (state === 'sent') done += 1;
      else left += 1;
      await note(database, tenantId, {
        id: parcel.id,
        channel,
        state: state === 'again' ? 'waiting' : state,
        ...('reason' in outcome ? { reason: outcome.reason } : {}),
        due: new Date(now.getTime() + pauseAfter(parcel.tries)),
        now,
      });
      return true;
    };
    for (const channel of channels) {
      if (!(await isWaiting(database, tenantId, channel, clock()))) continue;
      let sender: Sender | null;
      try {
        sender = await open[channel]();
      } catch (error) {
        // The service cannot be reached: everything waits, and the other way goes on.
        if (!(error instanceof Refused)) throw error;
        await noteUsual(engine, tenantId, {
          logLevel: 'error',
          logId: channel,
          logData: error.label,
        });
        left += 1;
        continue;
      }
      try {
        for (let sent = 0; sent < mostAtOnce && !signal.aborted; sent += 1) {
          if (!(await send(sender, channel))) break;
        }
      } finally {
        sender?.close();
      }
    }
    return { done, left };
  },
});

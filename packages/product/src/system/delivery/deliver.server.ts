import { buffer } from 'node:stream/consumers';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import { currentActorOf } from '@keyan/engine/identity/rights.ts';
import { everyMinute } from '@keyan/engine/jobs/schedule.ts';
import { ServiceUnanswered } from '@keyan/engine/outgoing/faults.ts';
import type { Database, Session } from '@keyan/engine/store/connection/database.ts';
import { Fault, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type { Im } from '../im/im.server.ts';
import { writeServiceLog } from '../logs/usual-log.server.ts';
import type { LetterOutcome, Mail, MailLetter } from '../mail/mail.server.ts';
import { SmsServiceUnanswered, sendsTexts, type TextMessages } from '../sms/sms.server.ts';
import { smsUses } from '../sms/sms.ts';
import { channelNames } from './channel-names.ts';
import { appChannels, type Channel, externalChannels } from './delivery.ts';
import { claimNextParcel, type MessageParcel } from './parcels.server.ts';
import type { WebPush } from './push.server.ts';

/** Maximum number of messages per run and channel; the next run, a minute later, continues. */
const maxMessagesPerRun = 100;

/** Days after which an undelivered message is given up. */
const patienceDays = 2;

/** Days for which the outcome of a delivery is stored. */
const keptDays = 90;

/** Minutes after which a delivery in the state `sending` is considered abandoned by its process. */
const lostMinutes = 10;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Milliseconds before the next attempt: 5 minutes, doubled each time, at most 4 hours. */
const pauseAfter = (tries: number): number => Math.min(5 * 2 ** (tries - 1), 240) * minute;

/** Clients of the external services, and access to attached files. */
interface Services {
  readonly mail: Mail;
  readonly texts: TextMessages;
  readonly im: Im;
  readonly push: WebPush;
  readonly files: FileService;
}

/** Sends parcels one by one over one connection. */
interface Sender {
  send(parcel: MessageParcel): Promise<LetterOutcome>;
  close(): void;
}

/** Stores the outcome of a parcel; every state except `waiting` is final. */
const note = (
  database: Database,
  tenantId: string,
  given: {
    readonly ids: readonly string[];
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
        where tenant_id = $1 and message_id = any($2::bigint[]) and channel = $3 and state = 'sending'`,
      [
        tenantId,
        given.ids,
        given.channel,
        given.state,
        given.reason?.slice(0, 500) ?? null,
        given.due,
        given.now,
      ],
    ),
  );

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Converts a stored message to plain text; files are listed by name, since downloading requires signing in. */
const plainText = (html: string): string =>
  html
    .replace(/<\/?a\b[^>]*>/g, '')
    .replaceAll('<br />', '\n')
    .replace(/&(amp|lt|gt);/g, (entity) => entities[entity] ?? entity);

const signIn: Label = ['请登录系统查看。', 'Please sign in to view it.'];
const changedIn: Label = [
  '可在个人信息的消息提醒中更改接收方式。',
  'You can change how you receive messages under “Notifications” in your profile.',
];

/** Returns the URL of the page that a message refers to, which requires signing in; empty if there is none. */
const placeOf = ({ link, domain }: Pick<MessageParcel, 'link' | 'domain'>): string =>
  domain && link ? `https://${domain}${link}` : '';

/** Returns the text of a message; for a digest the title and page of each message. */
const wordsOf = ({ content, items, domain }: MessageParcel): string =>
  items.length === 0
    ? plainText(content)
    : items
        .map(({ title, link }) => [title, placeOf({ link, domain })].filter(Boolean).join('\n  '))
        .join('\n');

/** Returns the text of a mail: the message and the URL of its page. */
const mailText = (parcel: MessageParcel): string => {
  const { language } = parcel;
  const place = placeOf(parcel) || say(signIn, language);
  return [wordsOf(parcel), '', place, say(changedIn, language)].join('\n');
};

/** Maximum length of a title in an SMS, in characters; services truncate or refuse longer titles. */
const maxSmsTitleLength = 30;

/** Reads the files attached to a message with the receiver's present rights. @throws Fault */
const attachmentsOf = async (
  engine: Engine,
  files: FileService,
  tenantId: string,
  parcel: MessageParcel,
): Promise<NonNullable<MailLetter['attachments']>> => {
  if (parcel.files.length === 0) return [];
  const actor = await currentActorOf(engine, { id: parcel.receiver, tenantId, roles: [] });
  if (!actor) throw new Missing();
  const attachments = [];
  for (const id of parcel.files) {
    const { file, stream } = await files.open(engine, actor, id);
    attachments.push({ filename: file.name, content: await buffer(stream) });
  }
  return attachments;
};

const byMail = async (
  { mail, files }: Pick<Services, 'mail' | 'files'>,
  engine: Engine,
  tenantId: string,
): Promise<Sender | null> => {
  const mailing = await mail.open(tenantId);
  if (!mailing) return null;
  return {
    close: () => mailing.close(),
    send: async (parcel) => {
      if (parcel.email === null) return { state: 'refused', reason: 'no address' };
      try {
        return await mailing.send({
          to: parcel.email,
          subject: parcel.title,
          text: mailText(parcel),
          attachments: await attachmentsOf(engine, files, tenantId, parcel),
          key: `message.${parcel.id}`,
        });
      } catch (error) {
        // The file is deleted or the receiver lost the right to it: nothing was sent.
        if (!(error instanceof Fault)) throw error;
        return { state: 'refused', reason: say(error.label, parcel.language) };
      }
    },
  };
};

const byPhone = async (texts: TextMessages, session: Session): Promise<Sender | null> => {
  const { tenantId } = session;
  if (!(await sendsTexts(session, smsUses.message))) return null;
  return {
    close: () => undefined,
    send: async ({ phone, name, title }) => {
      if (phone === null) return { state: 'refused', reason: 'no number' };
      const params = { name, title: [...title].slice(0, maxSmsTitleLength).join('') };
      return texts.send(tenantId, { phones: [phone], params, use: smsUses.message }).then(
        (): LetterOutcome => ({ state: 'sent' }),
        (error: unknown): LetterOutcome => {
          if (error instanceof SmsServiceUnanswered)
            return { state: 'unknown', reason: error.message };
          if (error instanceof Refused) return { state: 'again', reason: error.message };
          throw error;
        },
      );
    },
  };
};

const noAccount: Label = [
  '未找到您的{service}账号，请核对手机号',
  'No {service} account found for you; check your mobile number',
];

/** Returns the person's id at the service: cached, or looked up by phone number. */
const nameAt = async (
  database: Database,
  tenantId: string,
  channel: Channel,
  { receiver, phone }: MessageParcel,
  find: (phone: string) => Promise<string | null>,
): Promise<string | null> => {
  if (phone === null) return null;
  const [known] = await database.read(tenantId, (session) =>
    session.query<{ name: string }>(
      `select name from message_address
        where tenant_id = $1 and user_id = $2 and channel = $3 and phone = $4`,
      [tenantId, receiver, channel, phone],
    ),
  );
  if (known) return known.name;
  const name = await find(phone);
  if (name === null) return null;
  await database.transaction(tenantId, (tx) =>
    tx.query(
      `insert into message_address (tenant_id, user_id, channel, phone, name) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, user_id, channel) do update set phone = excluded.phone, name = excluded.name`,
      [tenantId, receiver, channel, phone, name],
    ),
  );
  return name;
};

const byApp = async (
  im: Im,
  database: Database,
  tenantId: string,
  channel: Channel,
): Promise<Sender | null> => {
  const line = await im.open(tenantId, { category: appChannels[channel] ?? '' });
  if (!line) return null;
  return {
    close: () => undefined,
    send: async (parcel) => {
      const { title, content, id: key, since, language } = parcel;
      try {
        const to = await nameAt(database, tenantId, channel, parcel, line.find);
        if (to === null) {
          const service = channelNames[channel];
          return { state: 'refused', reason: say(fill(noAccount, { service }), language) };
        }
        const time = timeText(since).slice(0, 16);
        const words = { title, text: plainText(content), time, key, language };
        return await line.send(to, { ...words, url: placeOf(parcel) });
      } catch (error) {
        // Looking the person up failed, so nothing was sent.
        if (error instanceof ServiceUnanswered) return { state: 'again', reason: error.message };
        if (error instanceof Refused) return { state: 'again', reason: error.message };
        throw error;
      }
    },
  };
};

/**
 * Cleans up deliveries: deletes outcomes after `keptDays`, gives up messages that are too old, and closes those
 * abandoned by a dead process.
 */
const closeOldDeliveries = (database: Database, tenantId: string, now: Date) =>
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
          and m.id = d.message_id and coalesce(d.again, m.create_time) < $3`,
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
 * Sends messages by mail, SMS and applications to people who chose that. Each message is sent at most once: it is
 * marked before the service gets it, and a message with unknown outcome is not sent again. A message that the service
 * did not accept is retried for at most two days.
 */
export const deliverMessages = (services: Services): EngineJob => ({
  name: 'deliver-messages',
  label: ['发送邮件、短信和应用消息', 'Send e-mails, SMS and app messages'],
  at: everyMinute,
  run: async ({ tenantId, signal }, engine) => {
    const { database, clock } = engine;
    await closeOldDeliveries(database, tenantId, clock());
    await services.push.tidy(tenantId);
    const open: Readonly<Record<Channel, () => Promise<Sender | null>>> = {
      mail: () => byMail(services, engine, tenantId),
      sms: () => database.read(tenantId, (session) => byPhone(services.texts, session)),
      wecom: () => byApp(services.im, database, tenantId, 'wecom'),
      ding: () => byApp(services.im, database, tenantId, 'ding'),
      push: async () => ({
        close: () => undefined,
        send: (parcel) => services.push.send(tenantId, parcel),
      }),
    };
    let done = 0;
    let left = 0;
    const send = async (sender: Sender | null, channel: Channel): Promise<boolean> => {
      const parcel = await claimNextParcel(database, tenantId, channel, clock());
      if (!parcel) return false;
      const none: LetterOutcome = {
        state: 'refused',
        reason: 'no service, or the account is closed',
      };
      const outcome = sender && parcel.isOpen ? await sender.send(parcel) : none;
      const now = clock();
      const { state } = outcome;
      if (state === 'sent') done += 1;
      else left += 1;
      await note(database, tenantId, {
        ids: parcel.ids,
        channel,
        state: state === 'again' ? 'waiting' : state,
        ...('reason' in outcome ? { reason: outcome.reason } : {}),
        due: new Date(now.getTime() + pauseAfter(parcel.tries)),
        now,
      });
      return true;
    };
    for (const channel of externalChannels) {
      if (!(await isWaiting(database, tenantId, channel, clock()))) continue;
      let sender: Sender | null;
      try {
        sender = await open[channel]();
      } catch (error) {
        // The service is unreachable: its messages stay queued, and the next channel continues.
        if (!(error instanceof Refused)) throw error;
        await writeServiceLog(engine, tenantId, {
          logLevel: 'error',
          logId: channel,
          logData: error.label,
        });
        left += 1;
        continue;
      }
      try {
        for (let sent = 0; sent < maxMessagesPerRun && !signal.aborted; sent += 1) {
          if (!(await send(sender, channel))) break;
        }
      } finally {
        sender?.close();
      }
    }
    return { done, left };
  },
});

import { createHash } from 'node:crypto';
import { ServiceUnavailable } from '@keyan/engine/base/addresses.ts';
import type { Secrets } from '@keyan/engine/base/secrets.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import {
  defaultRequestBounds,
  type OutgoingResponse,
  requestOnce,
} from '@keyan/engine/outgoing/ask.ts';
import { ServiceUnanswered, ServiceUnreached } from '@keyan/engine/outgoing/faults.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import type { LetterOutcome } from '../mail/mail.server.ts';
import type { MessageParcel } from './parcels.server.ts';
import {
  type BrowserKeys,
  encryptedFor,
  type ServerKeys,
  serverKeys,
  vapidHeader,
} from './push-crypto.server.ts';

/** Maximum number of browsers with notifications per person; the oldest is removed. */
const maxBrowsersPerPerson = 10;

/** Seconds for which a push service stores a message for a browser that is offline. */
const lifetime = 24 * 3600;

/** Maximum length of a title in characters, as browsers show it. */
const maxTitleLength = 120;

/** Limits of a call to a push service: time, response size, no redirects. */
const bounds = {
  ...defaultRequestBounds,
  firstByte: 10_000,
  whole: 10_000,
  bytes: 64 * 1024,
  expanded: 64 * 1024,
  redirects: 0,
};

/** Browser subscribed to notifications. */
export interface Subscription extends BrowserKeys {
  readonly endpoint: string;
}

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

/** Stores a subscription for the duration of the sign-in; a browser belongs to the person who subscribed last. */
export const keepSubscription = async (
  tx: Tx,
  { ids, clock }: Pick<Engine, 'ids' | 'clock'>,
  of: { readonly user: string; readonly session: string },
  { endpoint, p256dh, auth }: Subscription,
): Promise<void> => {
  await tx.query(
    `insert into push_subscription (tenant_id, id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth,
                                    create_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (tenant_id, endpoint_hash) do update set user_id = excluded.user_id,
       session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
       create_time = excluded.create_time`,
    [
      tx.tenantId,
      ids.next(),
      of.user,
      of.session,
      endpoint,
      hashOf(endpoint),
      p256dh,
      auth,
      clock(),
    ],
  );
  await tx.query(
    `delete from push_subscription where tenant_id = $1 and user_id = $2 and id not in (
       select id from push_subscription where tenant_id = $1 and user_id = $2
        order by create_time desc, id desc limit ${maxBrowsersPerPerson})`,
    [tx.tenantId, of.user],
  );
};

/** Deletes the subscription of a person in a browser. */
export const dropSubscription = (tx: Tx, user: string, endpoint: string): Promise<unknown> =>
  tx.query(
    'delete from push_subscription where tenant_id = $1 and user_id = $2 and endpoint_hash = $3',
    [tx.tenantId, user, hashOf(endpoint)],
  );

/** SQL condition that the session in which a browser subscribed is active at `$2`. */
const hasSession = `exists (select from session s where s.tenant_id = p.tenant_id and s.id = p.session_id
  and s.user_id = p.user_id and s.ended_at is null and s.expires_at > $2)`;

/** Reads the subscriptions of a person whose sign-ins are still valid. */
export const subscriptionsOf = (
  session: Session,
  user: string,
  now: Date,
): Promise<readonly Subscription[]> =>
  session.query<Subscription>(
    `select p.endpoint, p.p256dh, p.auth from push_subscription p
      where p.tenant_id = $1 and p.user_id = $3 and ${hasSession} order by p.id`,
    [session.tenantId, now, user],
  );

/** Deletes the subscriptions whose sign-in has ended. */
const dropEnded = (tx: Tx, now: Date): Promise<unknown> =>
  tx.query(`delete from push_subscription p where p.tenant_id = $1 and not ${hasSession}`, [
    tx.tenantId,
    now,
  ]);

/** Outcome of a push to one browser; `gone` if the push service no longer knows the subscription. */
type PushOutcome = LetterOutcome['state'] | 'gone';

const outcomes: Readonly<Record<number, PushOutcome>> = {
  // The browser subscribed with another key pair of the installation.
  401: 'gone',
  403: 'gone',
  404: 'gone',
  410: 'gone',
  429: 'again',
};

const outcomeOf = ({ status }: Pick<OutgoingResponse, 'status'>): PushOutcome =>
  status >= 200 && status < 300
    ? 'sent'
    : (outcomes[status] ?? (status >= 500 ? 'again' : 'refused'));

const read: Label = ['点击查看', 'Open to read it'];
const noBrowser: Label = [
  '没有登录中且开启通知的浏览器',
  'No browser in which the person is signed in has notifications',
];
const isRead: Label = ['已在系统内阅读或删除', 'It was read or deleted in the system'];

export interface WebPushParts extends Pick<Engine, 'database' | 'ids' | 'clock'> {
  readonly secrets: Secrets;
  /** Hosts in private networks that the operator allows. */
  readonly hosts: readonly string[];
}

/** Reads the messages of a parcel that the receiver has not read yet, as the message list shows them. */
const unreadOf = async (
  session: Session,
  { ids, receiver }: Pick<MessageParcel, 'ids' | 'receiver'>,
): Promise<number> => {
  const rows = await session.query(
    `select from message where tenant_id = $1 and receiver_id = $2 and id = any($3::bigint[])
        and is_deleted = 0 and status = '0'`,
    [session.tenantId, receiver, ids],
  );
  return rows.length;
};

/**
 * Sends messages as browser notifications (Web Push), encrypted for each browser. Only the title and the page are sent,
 * since a locked screen shows them to bystanders.
 */
export class WebPush {
  readonly #parts: WebPushParts;
  readonly #keys: ServerKeys;

  constructor(parts: WebPushParts) {
    this.#parts = parts;
    this.#keys = serverKeys(parts.secrets);
  }

  /** Public key with which browsers subscribe. */
  get publicKey(): string {
    return this.#keys.publicKey;
  }

  /** Deletes the subscriptions of browsers in which nobody is signed in. */
  tidy(tenantId: string): Promise<unknown> {
    const { database, clock } = this.#parts;
    return database.transaction(tenantId, (tx) => dropEnded(tx, clock()));
  }

  /** Sends a parcel to every browser of its receiver. */
  async send(tenantId: string, parcel: MessageParcel): Promise<LetterOutcome> {
    const { database, clock } = this.#parts;
    const { language, receiver, title, link, ids, id } = parcel;
    const { browsers, unread } = await database.read(tenantId, async (session) => ({
      browsers: await subscriptionsOf(session, receiver, clock()),
      unread: await unreadOf(session, parcel),
    }));
    if (unread === 0) return { state: 'refused', reason: say(isRead, language) };
    const text = JSON.stringify({
      title: [...title].slice(0, maxTitleLength).join(''),
      body: say(read, language),
      link: ids.length === 1 && link ? link : '/message/index',
      tag: id,
    });
    const contact = `https://${parcel.domain ?? 'keyan.example.org'}`;
    const states: PushOutcome[] = [];
    for (const browser of browsers) {
      const state = await this.#call(browser, text, contact);
      if (state === 'gone') {
        await database.transaction(tenantId, (tx) =>
          dropSubscription(tx, receiver, browser.endpoint),
        );
      } else states.push(state);
    }
    // One successful browser suffices: all browsers show the message when opened.
    const best = (['sent', 'unknown', 'again', 'refused'] as const).find((one) =>
      states.includes(one),
    );
    if (best === undefined) return { state: 'refused', reason: say(noBrowser, language) };
    return best === 'sent' ? { state: best } : { state: best, reason: 'push service' };
  }

  async #call(browser: Subscription, text: string, contact: string): Promise<PushOutcome> {
    const { hosts, clock } = this.#parts;
    const endpoint = new URL(browser.endpoint);
    try {
      const answer = await requestOnce(endpoint, {
        method: 'POST',
        headers: {
          ttl: String(lifetime),
          urgency: 'normal',
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          authorization: vapidHeader(endpoint, contact, this.#keys, clock()),
        },
        body: encryptedFor(text, browser),
        hosts,
        isPlain: false,
        bounds,
      });
      return outcomeOf(answer);
    } catch (error) {
      // The push may have arrived, so it is not sent again.
      if (error instanceof ServiceUnanswered) return 'unknown';
      if (error instanceof ServiceUnreached) {
        // An address in a private network is not a push service.
        return error.cause instanceof ServiceUnavailable && error.cause.reason === 'closed'
          ? 'gone'
          : 'again';
      }
      if (error instanceof ServiceUnavailable) return error.reason === 'closed' ? 'gone' : 'again';
      throw error;
    }
  }
}

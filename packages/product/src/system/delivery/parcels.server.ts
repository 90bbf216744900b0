import type { Database } from '@keyan/engine/store/connection/database.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { Channel } from './delivery.ts';

const minute = 60_000;

/** Delivery of one message, or of a digest, to one receiver. */
export interface MessageParcel {
  readonly id: string;
  /** Ids of the messages in the parcel; several only in a digest. */
  readonly ids: readonly string[];
  /** Titles and pages of the messages of a digest; empty for a single message. */
  readonly items: readonly Pick<ClaimedDelivery, 'title' | 'link'>[];
  /** Ids of attached files that the receiver owns. */
  readonly files: readonly string[];
  readonly receiver: string;
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

/** Row of the delivery table that this process has claimed. */
interface ClaimedDelivery extends Omit<MessageParcel, 'ids' | 'items'> {
  readonly isDigest: boolean;
}

/** Minutes during which further messages about the same record are collected into one delivery. */
const joinedMinutes = 10;

/** Combines several claimed messages into one parcel with their titles in order. */
const combinedParcel = (rows: readonly ClaimedDelivery[]): MessageParcel | undefined => {
  const [first] = rows;
  if (!first) return undefined;
  const ids = rows.map(({ id }) => id);
  if (rows.length === 1) return { ...first, ids, items: [] };
  const title: Label = first.isDigest
    ? [`今日 ${rows.length} 条消息`, `Messages today: ${rows.length}`]
    : [`您有 ${rows.length} 条新消息`, `New messages: ${rows.length}`];
  const links = new Set(rows.map(({ link }) => link));
  return {
    ...first,
    ids,
    title: say(title, first.language),
    items: rows,
    content: rows.map((row) => row.title).join('<br />'),
    link: links.size === 1 ? first.link : '/message/index',
  };
};

/**
 * Claims the next parcel, so that no other process sends its messages, even if this process dies. All due digest
 * messages of a receiver are claimed together, and so are messages of one kind or about one record; a message that
 * follows another about the same record is delayed for `joinedMinutes`.
 */
export const claimNextParcel = async (
  database: Database,
  tenantId: string,
  channel: Channel,
  now: Date,
): Promise<MessageParcel | undefined> => {
  const rows = await database.transaction(tenantId, (tx) =>
    tx.query<ClaimedDelivery>(
      `with next as (
         select w.message_id, w.digest, w.files, m.receiver_id, m.msg_type, m.biz_id
           from message_delivery w join message m on m.tenant_id = w.tenant_id and m.id = w.message_id
          where w.tenant_id = $1 and w.channel = $2 and w.state = 'waiting' and w.due <= $3
            and (w.digest or m.biz_id is null or not exists (
              select from message_delivery s join message o on o.tenant_id = s.tenant_id and o.id = s.message_id
               where s.tenant_id = $1 and s.channel = $2 and s.state = 'sent' and s.time > $4
                 and o.receiver_id = m.receiver_id and o.biz_id = m.biz_id))
          order by w.due, w.message_id limit 1 for update of w skip locked),
       whole as (
         select w.message_id
           from message_delivery w join message m on m.tenant_id = w.tenant_id and m.id = w.message_id, next
          where w.tenant_id = $1 and w.channel = $2 and w.state = 'waiting' and w.due <= $3
            and (w.message_id = next.message_id
              or m.receiver_id = next.receiver_id and w.digest = next.digest
                and w.files = '{}' and next.files = '{}'
                and (w.digest or m.msg_type = next.msg_type or m.biz_id = next.biz_id))
          for update of w skip locked)
       update message_delivery d set state = 'sending', tries = d.tries + 1, time = $3
         from message m join users u on u.tenant_id = m.tenant_id and u.id = m.receiver_id
         join tenant t on t.tenant_id = m.tenant_id
         left join preference p
           on p.tenant_id = u.tenant_id and p.user_id = u.id and p.key = 'language',
         lateral (select p.value = '"en"' as english) l
        where d.tenant_id = $1 and d.channel = $2 and m.tenant_id = $1 and m.id = d.message_id
          and d.message_id in (select message_id from whole)
       returning m.id::text, m.receiver_id::text as receiver, d.tries,
         coalesce(d.again, m.create_time) as since, u.real_name as name, u.email, u.phone,
         case when l.english then m.title_en else m.title_zh end as title,
         case when l.english then m.content_en else m.content_zh end as content,
         coalesce(m.link, '') as link, t.domain, d.digest as "isDigest", d.files::text[] as files,
         u.is_deleted = 0 and u.status = '1' as "isOpen",
         case when l.english then 'en' else 'zh' end as language`,
      [tenantId, channel, now, new Date(now.getTime() - joinedMinutes * minute)],
    ),
  );
  return combinedParcel(
    rows.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1)),
  );
};

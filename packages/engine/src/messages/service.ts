import type { Language } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { plainTextToHtml } from '../base/html.ts';
import type { Session, Tx } from '../store/connection/database.ts';
import type { Ids } from '../store/schema/ids.ts';
import { likeLiteral } from '../store/statements/conditions.ts';
import type { LivePages } from './live.ts';
import type { Messages, Notice } from './port.ts';

/** Message for its receiver. */
export interface MessageRow {
  readonly id: string;
  readonly msgType: string;
  readonly msgTitle: string;
  readonly msgContent: string;
  readonly createTime: string;
  /** Status of the message: 0 unread, 1 read. */
  readonly status: '0' | '1';
  readonly receiverId: string;
  readonly bizKind: string;
  readonly bizId: string;
  readonly link: string;
}

export interface MessageQuery {
  readonly current: number;
  readonly size: number;
  readonly status?: string;
  readonly msgType?: string;
  readonly search?: string;
  /** First and last time, as typed. */
  readonly from?: Date;
  readonly to?: Date;
}

export interface MessagePage {
  readonly records: readonly MessageRow[];
  readonly total: number;
  readonly unread: number;
}

/** Operations of receivers on their messages, and messages that others send them. */
export interface MessageService extends Messages {
  list(
    session: Session,
    receiver: string,
    language: Language,
    query: MessageQuery,
  ): Promise<MessagePage>;
  /** Returns messages newer than the given one, oldest first: for a page that reconnects. */
  since(
    session: Session,
    receiver: string,
    language: Language,
    after: string,
  ): Promise<readonly MessageRow[]>;
  unread(session: Session, receiver: string): Promise<number>;
  /** Marks messages of the receiver as read; null for all. Ids of other people's messages are ignored. */
  read(session: Session, receiver: string, ids: readonly string[] | null): Promise<void>;
  /** Deletes messages of the receiver; null for all. */
  clear(session: Session, receiver: string, ids: readonly string[] | null): Promise<void>;
}

interface Stored {
  readonly id: string;
  readonly type: string;
  readonly zh: readonly [title: string, content: string];
  readonly en: readonly [title: string, content: string];
  readonly receiver: string;
  readonly kind: string | null;
  readonly business: string | null;
  readonly link: string | null;
  readonly status: '0' | '1';
  readonly created: Date;
}

const columns = `id::text, msg_type as type, json_build_array(title_zh, content_zh) as zh,
  json_build_array(title_en, content_en) as en, receiver_id::text as receiver, biz_kind as kind,
  biz_id::text as business, link, status, create_time as created`;

const rowOf = (stored: Stored, language: Language): MessageRow => {
  const [msgTitle, msgContent] = stored[language];
  return {
    id: stored.id,
    msgType: stored.type,
    msgTitle,
    msgContent,
    createTime: timeText(stored.created),
    status: stored.status,
    receiverId: stored.receiver,
    bizKind: stored.kind ?? '',
    bizId: stored.business ?? '',
    link: stored.link ?? '',
  };
};

/** Maximum number of messages sent to a page that reconnects; if more were missed, it reads the list. */
const maxMissedMessages = 200;

/**
 * SQL that stores all messages of a step and queues deliveries: by channels that receivers chose, or that their
 * university set for receivers who chose nothing and have an address there. A job delivers after the commit; digests at
 * their hour; messages in quiet hours at the end of these, urgent ones at once.
 */
const sendText = `
  with r as (
    select * from jsonb_to_recordset($2) as r(id bigint, receiver bigint, type text, title jsonb,
      content jsonb, kind text, business bigint, link text, urgent boolean, also jsonb)),
  m as (
    insert into message (tenant_id, id, receiver_id, msg_type, title_zh, title_en, content_zh,
        content_en, biz_kind, biz_id, link, create_time)
      select $1, r.id, r.receiver, r.type, r.title ->> 0, r.title ->> 1, r.content ->> 0,
          r.content ->> 1, r.kind, r.business, r.link, $3 from r)
  insert into message_delivery (tenant_id, message_id, channel, state, tries, due, time, digest, files)
    select $1, r.id, c.channel, 'waiting', 0,
        case when c.pace = 'digest' then (n.day + coalesce(h.digest_at, time '08:00')
               + case when n.at >= coalesce(h.digest_at, time '08:00') then interval '1 day' else interval '0' end)
               at time zone 'Asia/Shanghai'
             when h.quiet_from is null or r.urgent and coalesce(h.let_urgent, true) then $3::timestamptz
             when h.quiet_from <= h.quiet_until and n.at >= h.quiet_from and n.at < h.quiet_until
               then (n.day + h.quiet_until) at time zone 'Asia/Shanghai'
             when h.quiet_from > h.quiet_until and n.at >= h.quiet_from
               then (n.day + interval '1 day' + h.quiet_until) at time zone 'Asia/Shanghai'
             when h.quiet_from > h.quiet_until and n.at < h.quiet_until
               then (n.day + h.quiet_until) at time zone 'Asia/Shanghai'
             else $3::timestamptz end,
        $3, c.pace = 'digest', c.files
      from r left join message_habit h on h.tenant_id = $1 and h.user_id = r.receiver
      cross join lateral (
        select a ->> 'channel' as channel, 'now' as pace,
               array(select jsonb_array_elements_text(a -> 'files'))::bigint[] as files
          from jsonb_array_elements(r.also) a
        union all
        select o.channel, o.pace, '{}' from message_channel o
         where o.tenant_id = $1 and o.user_id = r.receiver and o.msg_type = r.type
           and not r.also @> jsonb_build_array(jsonb_build_object('channel', o.channel))
        union all
        select d.channel, d.pace, '{}' from message_default d
          join users u on u.tenant_id = d.tenant_id and u.id = r.receiver
         where d.tenant_id = $1 and d.msg_type = r.type and not coalesce(h.chosen, false)
           and not r.also @> jsonb_build_array(jsonb_build_object('channel', d.channel))
           and case d.needs when 'email' then u.email else u.phone end is not null) c,
      lateral (select ($3::timestamptz at time zone 'Asia/Shanghai')::date as day,
                      ($3::timestamptz at time zone 'Asia/Shanghai')::time as at) n`;

/** Returns a file as formatted text; pages show it as a button. */
const fileHtml = ({ name, link }: { readonly name: string; readonly link: string }): string =>
  `<a href="${plainTextToHtml(link).replaceAll('"', '%22')}">${plainTextToHtml(name)}</a>`;

const withId = (ids: readonly string[] | null): string =>
  ids === null ? '' : ' and id = any($3::bigint[])';

/** SQL condition for the messages that a page requests. */
const askedSql = `tenant_id = $1 and receiver_id = $2 and is_deleted = 0
  and ($3::text is null or status = $3) and ($4::text is null or msg_type = $4)
  and ($5::text is null or title_zh ilike $5 or title_en ilike $5)
  and ($6::timestamptz is null or create_time >= $6)
  and ($7::timestamptz is null or create_time <= $7)`;

/** Creates the message service. Long because it is one object with an SQL statement per method. */
export const createMessages = (parts: {
  readonly ids: Ids;
  readonly clock: () => Date;
  readonly live: LivePages;
}): MessageService => {
  const { ids, clock, live } = parts;

  const send = async (tx: Tx, notices: readonly Notice[]): Promise<void> => {
    const rows = notices.flatMap((notice) =>
      [...new Set(notice.to)].map((receiver) => ({
        id: notice.id ?? ids.next(),
        receiver,
        type: notice.type,
        title: notice.title,
        content: notice.content.map((text) =>
          [plainTextToHtml(text), ...(notice.files ?? []).map(fileHtml)].join('<br />'),
        ),
        kind: notice.business?.resource ?? null,
        business: notice.business?.id ?? null,
        link: notice.link ?? null,
        urgent: notice.urgent ?? false,
        also: notice.also ?? [],
      })),
    );
    if (rows.length === 0) return;
    tx.send({ sql: sendText, parameters: [tx.tenantId, JSON.stringify(rows), clock()] });
    const receivers = [...new Set(rows.map((row) => row.receiver))];
    tx.afterCommit(() => live.announce(tx.tenantId, receivers));
  };

  const list: MessageService['list'] = async (session, receiver, language, query) => {
    const asked = [
      session.tenantId,
      receiver,
      query.status ?? null,
      query.msgType ?? null,
      query.search ? `%${likeLiteral(query.search)}%` : null,
      query.from ?? null,
      query.to ?? null,
    ];
    // A page is read in the order of its index; the count is a separate query.
    const [rows, [counted]] = await Promise.all([
      session.query<Stored>(
        `select ${columns} from message where ${askedSql}
          order by create_time desc, id desc limit $8 offset $9`,
        [...asked, query.size, (query.current - 1) * query.size],
      ),
      session.query<{ total: number }>(
        `select count(*)::int as total from message where ${askedSql}`,
        asked,
      ),
    ]);
    return {
      records: rows.map((row) => rowOf(row, language)),
      total: counted?.total ?? 0,
      unread: await unread(session, receiver),
    };
  };

  return {
    send,

    settle: (tx, { business, links, receiver, to }) => {
      tx.send({
        sql: `update message set status = '1', read_time = $4
               where tenant_id = $1 and biz_id = $2 and link = any($3::text[])
                 and ($5::bigint is null or receiver_id = $5)
                 and status = '0' and is_deleted = 0`,
        parameters: [tx.tenantId, business, links, clock(), receiver ?? null],
      });
      tx.afterCommit(() => live.announce(tx.tenantId, to));
    },

    tellAll: (tx) => tx.afterCommit(() => live.announceAll(tx.tenantId)),

    list,

    since: async (session, receiver, language, after) => {
      const rows = await session.query<Stored>(
        `select ${columns} from message
          where tenant_id = $1 and receiver_id = $2 and is_deleted = 0 and id > $3
          order by id limit ${maxMissedMessages}`,
        [session.tenantId, receiver, after],
      );
      return rows.map((row) => rowOf(row, language));
    },

    unread,

    read: async (session, receiver, chosen) => {
      await session.query(
        `update message set status = '1', read_time = now()
          where tenant_id = $1 and receiver_id = $2 and is_deleted = 0
            and status = '0'${withId(chosen)}`,
        chosen === null ? [session.tenantId, receiver] : [session.tenantId, receiver, chosen],
      );
    },

    clear: async (session, receiver, chosen) => {
      await session.query(
        `update message set is_deleted = 1
          where tenant_id = $1 and receiver_id = $2 and is_deleted = 0${withId(chosen)}`,
        chosen === null ? [session.tenantId, receiver] : [session.tenantId, receiver, chosen],
      );
    },
  };
};

const unread = async (session: Session, receiver: string): Promise<number> => {
  const [row] = await session.query<{ count: string }>(
    `select count(*) from message
      where tenant_id = $1 and receiver_id = $2 and is_deleted = 0 and status = '0'`,
    [session.tenantId, receiver],
  );
  return Number(row?.count ?? 0);
};

import { PassThrough, type Readable } from 'node:stream';
import type { Language } from '@keyan/kernel/label.ts';
import type { Database } from '../store/connection/database.ts';
import type { LivePages } from './live.ts';
import type { MessageService } from './service.ts';

/** Milliseconds between signs of life: proxies close connections that are silent for longer. */
const beat = 25_000;

/** Milliseconds after which a stream ends; the page reconnects with its current token. */
const maxStreamMilliseconds = 5 * 60_000;

/**
 * Overlap of queries, as an id: ids grow with time, but a message may be committed after one with a higher id. So each
 * query goes back by half a minute (the upper bits of an id are milliseconds) and leaves out messages already sent.
 */
const overlap = 30_000n << 22n;

/** Open page that receives events. */
export interface Listener {
  readonly tenantId: string;
  readonly receiver: string;
  readonly language: Language;
  /** Id of the last message that the page has, from `Last-Event-ID`; null for a new page. */
  readonly after: string | null;
  /** True if the person is still signed in; checked before anything is sent. */
  present(): Promise<boolean>;
}

/**
 * Opens a stream of server-sent events: messages with their ids, the number of unread ones after each change, `news`
 * when something changed that everybody sees, and `rights` when rights of the person may have changed. A page that
 * reconnects sends its last id and misses nothing; messages of the last half minute may be sent again, and the page
 * recognises them by id. Long because the state of one connection is shared by its event handlers.
 */
export const openEventStream = (
  parts: {
    readonly database: Database;
    readonly messages: MessageService;
    readonly live: LivePages;
  },
  { tenantId, receiver, language, after, present }: Listener,
): Readable => {
  const { database, messages, live } = parts;
  const out = new PassThrough();
  let last = after;
  /** Id of the first message to send; a new page gets no old messages. */
  let first = 0n;
  let looking = false;
  let again = false;
  const sent = new Set<string>();

  const write = (event: string, data: unknown, id?: string): void => {
    // An announcement may arrive after the stream has ended.
    if (out.writableEnded) return;
    out.write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };

  const from = (): string => {
    const earliest = BigInt(last ?? 0) - overlap;
    return String(earliest > first ? earliest : first);
  };

  /** Ends the stream if the session has ended; else sends `rights`, so that the page reloads its menus. */
  const check = async (): Promise<void> => {
    if (await present().catch(() => false)) write('rights', {});
    else out.end();
  };

  /** Sends new messages; announcements during the query cause another query. */
  const look = async (): Promise<void> => {
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    try {
      do {
        again = false;
        if (!(await present())) return void out.end();
        const { rows, unread } = await database.read(tenantId, async (session) => ({
          rows: await messages.since(session, receiver, language, from()),
          unread: await messages.unread(session, receiver),
        }));
        if (out.destroyed) return;
        for (const row of rows) {
          if (sent.has(row.id)) continue;
          sent.add(row.id);
          if (BigInt(row.id) > BigInt(last ?? 0)) last = row.id;
          write('message', row, last ?? row.id);
        }
        write('unread', { unread });
      } while (again);
    } catch {
      // The database is unreachable: the page reconnects with its last id and misses nothing.
      out.end();
    } finally {
      looking = false;
    }
  };

  /** Starts a new page with the messages from now on. */
  const begin = async (): Promise<void> => {
    if (last === null) {
      const newest = await database
        .read(tenantId, (session) =>
          session.query<{ id: string }>(
            `select coalesce(max(id), 0)::text as id from message
              where tenant_id = $1 and receiver_id = $2`,
            [tenantId, receiver],
          ),
        )
        .catch(() => undefined);
      if (!newest) return void out.end();
      last = newest[0]?.id ?? '0';
      first = BigInt(last);
    }
    await look();
  };

  const stops = [
    live.follow(tenantId, receiver, () => void look()),
    // The event is only a hint: each page reads the change with its own rights.
    live.followAll(tenantId, () => write('news', {})),
    live.followPresence(tenantId, receiver, () => void check()),
  ];
  const timer = setInterval(() => out.write(': still here\n\n'), beat);
  const end = setTimeout(() => out.end(), maxStreamMilliseconds);
  timer.unref();
  end.unref();
  out.on('close', () => {
    for (const stop of stops) stop();
    clearInterval(timer);
    clearTimeout(end);
  });
  out.write('retry: 3000\n\n');
  void begin();
  return out;
};

import type { Database } from '../store/connection/database.ts';
import type { Notifications } from '../store/connection/notifications.ts';

/** Sends live events to the open pages of people, in every server process. */
export interface LivePages {
  /**
   * Announces new messages to these people. Never throws; a page that missed the event sees the messages when it next
   * reads the list.
   */
  announce(tenantId: string, receivers: readonly string[]): void;
  /** Announces a change of something that everybody sees. Never throws. */
  announceAll(tenantId: string): void;
  /**
   * Calls the listener whenever the person may have new messages.
   * @returns a function that ends this
   */
  follow(tenantId: string, receiver: string, listener: () => void): () => void;
  /**
   * Calls the listener whenever something that everybody sees has changed.
   * @returns a function that ends this
   */
  followAll(tenantId: string, listener: () => void): () => void;
  /**
   * Calls the listener whenever the person may no longer be signed in: a session ended, an account was disabled, a
   * password or a right changed.
   * @returns a function that ends this
   */
  followPresence(tenantId: string, user: string, listener: () => void): () => void;
  close(): Promise<void>;
}

const channel = 'message';
/** Receiver id that stands for everybody; no real id has this form. */
const everybody = '*';
/** Channel on which the database announces changes of rights. */
const identityChannel = 'identity';
/** Milliseconds over which pages are spread that check their sessions after an announcement about many people. */
const spread = 5000;
/** Milliseconds for which announcements are collected and then sent as one. */
const gathering = 20;
/** Maximum number of receivers in an announcement: PostgreSQL refuses payloads of 8,000 bytes, and an id has 19. */
const maxReceivers = 300;

/**
 * Creates live events between processes by LISTEN and NOTIFY. NOTIFY is a separate statement after the commit: inside
 * the transaction it would serialise all commits. Long because its listeners and the queue of events to send are one
 * closure.
 */
export const createLive = (database: Database, notifications: Notifications): LivePages => {
  const listeners = new Map<string, Set<() => void>>();
  const present = new Set<{ tenantId: string; user: string; listener: () => void }>();
  const waiting = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  const keyOf = (tenantId: string, receiver: string): string => `${tenantId} ${receiver}`;
  const tenantOf = (key: string): string => key.slice(0, key.indexOf(' '));
  const wake = (tenantId: string, receivers: readonly string[]): void => {
    for (const receiver of receivers) {
      for (const listener of listeners.get(keyOf(tenantId, receiver)) ?? []) listener();
    }
  };

  const flush = async (): Promise<void> => {
    const due = [...waiting];
    waiting.clear();
    for (const [tenantId, set] of due) {
      const receivers = [...set];
      for (let at = 0; at < receivers.length; at += maxReceivers) {
        const payload = JSON.stringify([tenantId, ...receivers.slice(at, at + maxReceivers)]);
        await database
          .read(tenantId, (session) =>
            session.query('select pg_notify($1, $2)', [channel, payload]),
          )
          // The messages are stored; only the hint is lost, and pages also check by themselves.
          .catch(() => undefined);
      }
    }
  };

  const undo = notifications.on(channel, (payload) => {
    const [tenantId, ...receivers] = JSON.parse(payload) as [string, ...string[]];
    wake(tenantId, receivers);
  });
  const undoPresence = notifications.on(identityChannel, (payload) => {
    const concerned = JSON.parse(payload) as { tenant?: string; user?: string };
    for (const { tenantId, user, listener } of present) {
      if (concerned.tenant !== undefined && concerned.tenant !== tenantId) continue;
      if (concerned.user !== undefined && concerned.user !== user) continue;
      // Caches of people are cleared first; and many pages do not check at the same moment.
      const delay = concerned.user === undefined ? Math.random() * spread : 0;
      setTimeout(listener, delay).unref();
    }
  });
  // Announcements may have been lost while the connection was down: every page checks now.
  notifications.onGap((concerns) => {
    for (const [key, set] of listeners) {
      if (concerns(tenantOf(key))) for (const listener of set) listener();
    }
  });

  const announce: LivePages['announce'] = (tenantId, receivers) => {
    const set = waiting.get(tenantId) ?? new Set();
    for (const receiver of receivers) set.add(receiver);
    waiting.set(tenantId, set);
    timer ??= setTimeout(() => {
      timer = undefined;
      sending = sending.then(flush);
    }, gathering);
  };

  const follow: LivePages['follow'] = (tenantId, receiver, listener) => {
    const key = keyOf(tenantId, receiver);
    const set = listeners.get(key) ?? new Set();
    set.add(listener);
    listeners.set(key, set);
    return () => {
      set.delete(listener);
      if (set.size === 0) listeners.delete(key);
    };
  };

  return {
    announce,
    announceAll: (tenantId) => announce(tenantId, [everybody]),
    follow,
    followAll: (tenantId, listener) => follow(tenantId, everybody, listener),
    followPresence: (tenantId, user, listener) => {
      const entry = { tenantId, user, listener };
      present.add(entry);
      return () => void present.delete(entry);
    },
    close: async () => {
      undo();
      undoPresence();
      clearTimeout(timer);
      sending = sending.then(flush);
      await sending;
    },
  };
};

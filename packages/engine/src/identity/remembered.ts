import type { Database, Session } from '../store/connection/database.ts';
import { LruCache } from '../store/connection/lru-cache.ts';
import type { Notifications } from '../store/connection/notifications.ts';
import { type MayViewPages, type Person, readPerson } from './people.ts';
import { noteSessionUse } from './sessions.ts';
import type { TokenHolder } from './tokens.ts';

interface Kept {
  readonly tenantId: string;
  readonly userId: string;
  readonly person: Promise<Person | null>;
  /** Id of the person who views as somebody else in this session; undefined while it is read. */
  viewerId: string | null | undefined;
  /** End of the cache entry, in milliseconds since the epoch. */
  readonly until: number;
}

interface RememberedParts {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly clock: () => Date;
  readonly mayLook?: MayViewPages;
}

/** Maximum delay in milliseconds until a change by time alone (a tenant or session expires) is seen. */
const maxCacheMilliseconds = 30_000;

/** Announcement that concerns all tenants. */
export const allTenantsChanged = '{}';

/** True if a change of this person affects the session. While its viewer is unknown, any change may. */
const concerns = ({ userId, viewerId }: Kept, changed: string): boolean =>
  userId === changed || viewerId === changed || viewerId === undefined;

/**
 * People of sessions, cached until the database announces a change (channel `identity`: `{tenant, user}`, `{tenant}`,
 * or `{}`); not cached while announcements cannot be received.
 */
export class CachedPeople {
  readonly #parts: RememberedParts;
  readonly #people = new LruCache<string, Kept>(5000);

  constructor(parts: RememberedParts) {
    this.#parts = parts;
    parts.notifications.on('identity', (payload) => this.#hear(payload));
    parts.notifications.onGap((concerns) => this.#people.drop((kept) => concerns(kept.tenantId)));
  }

  /** Returns the person of the session; null if session or person is no longer in force. */
  async personOf({
    tenantId,
    userId,
    sessionId,
  }: Omit<TokenHolder, 'generation'>): Promise<Person | null> {
    const now = this.#parts.clock();
    const key = `${tenantId} ${sessionId}`;
    const kept = this.#people.get(key);
    if (kept && kept.until > now.getTime() && this.#parts.notifications.hears(tenantId)) {
      return kept.person;
    }
    // The promise is cached before it resolves, so that a change announced meanwhile removes it.
    const person = this.#parts.database.read(tenantId, async (session) => {
      const found = await this.read(session, sessionId);
      if (found) await noteSessionUse(session, sessionId, now);
      return found;
    });
    const until = now.getTime() + maxCacheMilliseconds;
    const keeping: Kept = { tenantId, userId, person, viewerId: undefined, until };
    this.#people.set(key, keeping);
    person.then(
      (found) => {
        keeping.viewerId = found?.viewerId ?? null;
      },
      () => this.#people.delete(key),
    );
    return person;
  }

  /** Reads the person from the tables, within a transaction. */
  read(session: Session, sessionId: string): Promise<Person | null> {
    const { clock, mayLook = async () => true } = this.#parts;
    return readPerson(session, sessionId, clock(), mayLook);
  }

  forget(tenantId: string, userIds: readonly string[]): void {
    this.#people.drop(
      (kept) => kept.tenantId === tenantId && userIds.some((changed) => concerns(kept, changed)),
    );
  }

  #hear(payload: string): void {
    const { tenant, user } = JSON.parse(payload) as { tenant?: string; user?: string };
    this.#people.drop(
      (kept) =>
        (tenant === undefined || kept.tenantId === tenant) &&
        (user === undefined || concerns(kept, user)),
    );
  }
}

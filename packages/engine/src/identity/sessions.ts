import type { Session, Tx } from '../store/connection/database.ts';
import type { Ids } from '../store/schema/ids.ts';
import type { Origin } from './events.ts';

/** Reason why a session ended. */
export type EndReason =
  | 'signedOut'
  | 'reused'
  | 'passwordChanged'
  | 'passwordReset'
  | 'byAdministrator'
  | 'byOwner';

export interface StoredSession {
  readonly id: string;
  readonly userId: string;
  readonly clientId: string;
  readonly generation: number;
  /** Time at which the session ends unless it is refreshed. */
  readonly until: Date;
}

/** Seconds for which somebody may view the pages of another person. */
export const viewSeconds = 1800;

/** Days after which a session ends even if it is refreshed: the person must sign in again (decision 0605). */
export const longestSessionDays = 30;

/** Person who views the pages of another person, and the reason. */
export interface PageViewer {
  readonly id: string;
  readonly name: string;
  /** Session in which the viewer began: the view ends with it. */
  readonly sessionId: string;
  readonly reason: string;
}

/** Opens a session that ends when it is not refreshed for this many seconds, or after `longestSessionDays`. */
export const openSession = async (
  tx: Tx,
  ids: Ids,
  now: Date,
  given: {
    readonly userId: string;
    readonly origin: Origin & { readonly clientId: string };
    readonly seconds: number;
    readonly viewer?: PageViewer | undefined;
  },
): Promise<StoredSession> => {
  const { viewer } = given;
  const id = ids.next();
  const seconds = Math.min(given.seconds, longestSessionDays * 86_400);
  const until = new Date(now.getTime() + seconds * 1000);
  await tx.query(
    `insert into session (tenant_id, id, user_id, client_id, address, user_agent,
       created_at, refreshed_at, seen_at, expires_at,
       viewer_id, viewer_name, viewer_session, view_reason)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8, $9, $10, $11, $12)`,
    [
      tx.tenantId,
      id,
      given.userId,
      given.origin.clientId,
      given.origin.address,
      given.origin.userAgent.slice(0, 300),
      now,
      until,
      viewer?.id ?? null,
      viewer?.name ?? null,
      viewer?.sessionId ?? null,
      viewer?.reason ?? null,
    ],
  );
  return { id, userId: given.userId, clientId: given.origin.clientId, generation: 1, until };
};

/** Reads and locks a current session, so that nobody else refreshes it at the same time. */
export const lockSession = async (tx: Tx, id: string, now: Date): Promise<StoredSession | null> => {
  const [found] = await tx.query<{
    id: string;
    user_id: string;
    client_id: string;
    generation: number;
    expires_at: Date;
  }>(
    `select id, user_id, client_id, generation, expires_at from session
      where tenant_id = $1 and id = $2 and ended_at is null and expires_at > $3 for update`,
    [tx.tenantId, id, now],
  );
  return found
    ? {
        id: found.id,
        userId: found.user_id,
        clientId: found.client_id,
        generation: found.generation,
        until: found.expires_at,
      }
    : null;
};

/**
 * Advances the generation of a session: earlier refresh tokens then count as stolen. No session outlives
 * `longestSessionDays`; the end of a session for viewing another person's pages stays.
 */
export const advanceSession = async (
  tx: Tx,
  id: string,
  now: Date,
  seconds: number,
): Promise<Pick<StoredSession, 'generation' | 'until'>> => {
  const [row] = await tx.query<Pick<StoredSession, 'generation' | 'until'>>(
    `update session set generation = generation + 1, refreshed_at = $3,
        expires_at = case when viewer_id is null
          then least($4, created_at + make_interval(days => $5)) else expires_at end
      where tenant_id = $1 and id = $2 returning generation, expires_at as until`,
    [tx.tenantId, id, now, new Date(now.getTime() + seconds * 1000), longestSessionDays],
  );
  return row ?? { generation: 0, until: now };
};

/** Limits a session to these roles of the person; null lifts the limit. */
const limitSession = async (
  tx: Tx,
  id: string,
  roleIds: readonly string[] | null,
): Promise<void> => {
  await tx.query('update session set role_ids = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
    roleIds,
  ]);
};

/**
 * Limits a session to the wanted roles; none of them, or all roles of the person, lifts the limit.
 * @returns true if all roles are in force; null, without a change, if one of the roles is not the person's.
 */
export const chooseRoles = async (
  tx: Tx,
  session: Pick<StoredSession, 'id' | 'userId'>,
  wanted: readonly string[],
): Promise<boolean | null> => {
  const rows = await tx.query<{ role_id: string }>(
    'select role_id from user_role where tenant_id = $1 and user_id = $2',
    [tx.tenantId, session.userId],
  );
  const own = new Set(rows.map((row) => row.role_id));
  if (!wanted.every((id) => own.has(id))) return null;
  const all = wanted.length === 0 || new Set(wanted).size === own.size;
  await limitSession(tx, session.id, all ? null : wanted);
  return all;
};

/**
 * Announces a change of a person to every process, at the commit: for changes that no trigger of the database announces
 * (channel `identity`).
 */
export const announcePerson = async (tx: Tx, userId: string): Promise<void> => {
  await tx.query('select pg_notify($1, $2)', [
    'identity',
    JSON.stringify({ tenant: tx.tenantId, user: userId }),
  ]);
};

/** Milliseconds after which the use of a session is recorded again. */
const seenEvery = 60_000;

/** Records that a session is in use; at most once a minute, without an announcement. */
export const noteSessionUse = async (session: Session, id: string, now: Date): Promise<void> => {
  await session.query(
    `update session set seen_at = $3 where tenant_id = $1 and id = $2 and seen_at < $4`,
    [session.tenantId, id, now, new Date(now.getTime() - seenEvery)],
  );
};

/**
 * Ends those of the sessions that are current.
 * @returns the ids of their people
 */
export const endSessions = (
  tx: Tx,
  ids: readonly string[],
  reason: EndReason,
  now: Date,
): Promise<readonly { readonly id: string; readonly userId: string }[]> =>
  tx.query<{ id: string; userId: string }>(
    `update session set ended_at = $3, ended_reason = $4
      where tenant_id = $1 and id = any($2::bigint[]) and ended_at is null and expires_at > $3
      returning id::text, user_id::text as "userId"`,
    [tx.tenantId, ids, now, reason],
  );

/**
 * Ends one session. A session for viewing another person's pages gets that as its reason.
 * @returns the name of the viewer
 */
export const endSession = async (
  session: Session,
  id: string,
  reason: EndReason,
  now: Date,
): Promise<string | null> => {
  const [ended] = await session.query<{ viewer: string | null }>(
    `update session set ended_at = $3,
        ended_reason = case when viewer_id is null then $4 else 'viewEnded' end
      where tenant_id = $1 and id = $2 and ended_at is null returning viewer_name as viewer`,
    [session.tenantId, id, now, reason],
  );
  return ended?.viewer ?? null;
};

/** Ends every session of these people, except the session `except` if given. */
export const endSessionsOf = async (
  session: Session,
  userIds: readonly string[],
  reason: EndReason,
  now: Date,
  except: string | null = null,
): Promise<void> => {
  await session.query(
    `update session set ended_at = $3, ended_reason = $4
      where tenant_id = $1 and user_id = any($2) and ended_at is null
        and id is distinct from $5`,
    [session.tenantId, userIds, now, reason, except],
  );
};

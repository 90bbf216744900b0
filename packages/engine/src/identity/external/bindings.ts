import { createHash, randomBytes } from 'node:crypto';
import type { Session } from '../../store/connection/database.ts';
import type { Ids } from '../../store/schema/ids.ts';
import { oneLineText } from '../events.ts';
import type { ExternalPerson } from './provider.ts';

/** Milliseconds within which a new person may link an account or apply for one. */
const ticketLifetime = 3_600_000;

const digestOf = (ticket: string): Buffer => createHash('sha256').update(ticket, 'utf8').digest();

/** Returns the account linked to a person of an external service, or null. */
export const boundAccount = async (
  session: Session,
  source: string,
  subject: string,
): Promise<string | null> => {
  const [row] = await session.query<{ user_id: string | null }>(
    `select user_id::text from external_identity
      where tenant_id = $1 and source = $2 and subject = $3`,
    [session.tenantId, source, subject],
  );
  return row?.user_id ?? null;
};

/**
 * Returns the only account with this staff number or name, or null.
 * @param except aliases of roles whose holders are never found: they link their account by signing in to it
 */
export const matchingAccount = async (
  session: Session,
  match: 'code' | 'account',
  value: string,
  except: readonly string[],
): Promise<string | null> => {
  const column = { code: 'u.code', account: 'u.account' }[match];
  const rows = await session.query<{ id: string }>(
    `select u.id::text from users u
      where u.tenant_id = $1 and lower(${column}) = lower($2) and u.is_deleted = 0
        and not exists (select from user_role ur join role r on r.tenant_id = $1 and r.id = ur.role_id
              where ur.tenant_id = $1 and ur.user_id = u.id and r.role_alias = any($3::text[]))
      limit 2`,
    [session.tenantId, value, except],
  );
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
};

const maxNameLength = 100;

/** Links an account to a person of an external service; existing links remain. */
export const bindAccount = async (
  session: Session,
  ids: Ids,
  now: Date,
  given: { readonly source: string; readonly who: ExternalPerson; readonly userId: string },
): Promise<void> => {
  const { source, who, userId } = given;
  await session.query(
    `insert into external_identity (tenant_id, id, source, subject, name, user_id, created_at, bound_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (tenant_id, source, subject) do update
       set user_id = excluded.user_id, bound_at = excluded.bound_at, ticket = null
       where external_identity.user_id is null`,
    [
      session.tenantId,
      ids.next(),
      source,
      who.subject,
      oneLineText(who.name, maxNameLength),
      userId,
      now,
    ],
  );
};

/**
 * Stores a person of an external service who has no account yet.
 * @returns the secret by which they may link one: `oauth_id` for BladeX clients.
 */
export const issueTicket = async (
  session: Session,
  ids: Ids,
  now: Date,
  given: { readonly source: string; readonly who: ExternalPerson },
): Promise<string> => {
  const { source, who } = given;
  const ticket = randomBytes(24).toString('base64url');
  const until = new Date(now.getTime() + ticketLifetime);
  await session.query(
    `insert into external_identity (tenant_id, id, source, subject, name, ticket, ticket_until, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, source, subject) do update
       set ticket = excluded.ticket, ticket_until = excluded.ticket_until`,
    [
      session.tenantId,
      ids.next(),
      source,
      who.subject,
      oneLineText(who.name, maxNameLength),
      digestOf(ticket),
      until,
      now,
    ],
  );
  return ticket;
};

/** Returns the external person id of a ticket; null for a ticket that is unknown or was issued to another client. */
export const ticketHolderOf = async (
  session: Session,
  ticket: string,
  now: Date,
): Promise<string | null> => {
  const [row] = await session.query<{ id: string }>(
    `select id::text from external_identity
      where tenant_id = $1 and ticket = $2 and ticket_until > $3 and user_id is null`,
    [session.tenantId, digestOf(ticket), now],
  );
  return row?.id ?? null;
};

/**
 * Links an account to the person of a ticket.
 * @returns false if the ticket was already used.
 */
export const bindTicketHolder = async (
  session: Session,
  id: string,
  userId: string,
  now: Date,
): Promise<boolean> => {
  const rows = await session.query(
    `update external_identity set user_id = $3, bound_at = $4, ticket = null
      where tenant_id = $1 and id = $2 and user_id is null returning 1`,
    [session.tenantId, id, userId, now],
  );
  return rows.length > 0;
};

import type { Database, Session, Tx } from '../store/connection/database.ts';

/** Why an account may not sign in although its password is right; null for one that may. */
type Closed = 'disabled' | 'tenantClosed' | null;

/** Data of an account that signing in needs. */
export interface Account {
  readonly id: string;
  readonly closed: Closed;
  /** Null for somebody who was never given a password. */
  readonly hash: string | null;
}

/** Reason for which an account is closed, as a column: the tenant first, since its administrators cannot open that. */
const closedAt = (now: string): string =>
  `case when t.is_deleted <> 0 or t.expire_time <= ${now} then 'tenantClosed'
             when u.status <> '1' then 'disabled' end as closed`;

/** The account of this name in the tenant, in either case. */
export const findAccount = async (
  database: Database,
  tenantId: string,
  account: string,
  now: Date,
): Promise<Account | undefined> => {
  const [row] = await database.read(tenantId, (session) =>
    session.query<{ id: string; closed: Closed; password_hash: string | null }>(
      `select u.id, us.password_hash,
         ${closedAt('$3')}
         from users u
         join tenant t on t.tenant_id = u.tenant_id
         left join user_secret us on us.tenant_id = u.tenant_id and us.user_id = u.id
        where u.tenant_id = $1 and lower(u.account) = lower($2) and u.is_deleted = 0`,
      [tenantId, account, now],
    ),
  );
  return row && { id: row.id, closed: row.closed, hash: row.password_hash };
};

/** An account by its id. */
export const accountById = async (
  database: Database,
  tenantId: string,
  userId: string,
  now: Date,
): Promise<{ readonly account: string; readonly closed: Closed } | undefined> => {
  const [row] = await database.read(tenantId, (session) =>
    session.query<{ account: string; closed: Closed }>(
      `select u.account,
         ${closedAt('$3')}
         from users u join tenant t on t.tenant_id = u.tenant_id
        where u.tenant_id = $1 and u.id = $2 and u.is_deleted = 0`,
      [tenantId, userId, now],
    ),
  );
  return row;
};

const isClosed = async (session: Session, now: Date): Promise<boolean> => {
  const found = await session.query(
    `select 1 from tenant where tenant_id = $1 and (is_deleted <> 0 or expire_time <= $2)`,
    [session.tenantId, now],
  );
  return found.length > 0;
};

/** Is the term of a tenant over, or was it closed? */
export const isTenantExpired = (
  database: Database,
  tenantId: string,
  now: Date,
): Promise<boolean> => database.read(tenantId, (session) => isClosed(session, now));

/** Reason given to a person whose session is no longer valid. */
export const sessionEndReason = async (
  session: Session,
  now: Date,
): Promise<'tenantClosed' | 'sessionOver'> =>
  (await isClosed(session, now)) ? 'tenantClosed' : 'sessionOver';

/** Stores a password in its newer form, unless it was changed meanwhile. */
export const replaceHash = async (
  tx: Tx,
  account: Account,
  hash: string,
  now: Date,
): Promise<void> => {
  await tx.query(
    `update user_secret set password_hash = $4, changed_at = $5
      where tenant_id = $1 and user_id = $2 and password_hash = $3`,
    [tx.tenantId, account.id, account.hash, hash, now],
  );
};

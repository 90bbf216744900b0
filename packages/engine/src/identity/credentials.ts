import type { Database, Session, Tx } from '../store/connection/database.ts';

/** Reason why an account may not sign in although its password is right; null for none. */
type Closed = 'disabled' | 'tenantClosed' | null;

/** Data of an account that signing in needs. */
export interface Account {
  readonly id: string;
  readonly closed: Closed;
  /** Hash of the password; null if none was ever set. */
  readonly hash: string | null;
}

/**
 * Returns an SQL column with the reason why an account is closed; a closed tenant comes first, since its administrators
 * cannot reopen it.
 */
const closedAt = (now: string): string =>
  `case when t.is_deleted <> 0 or t.expire_time <= ${now} then 'tenantClosed'
             when u.status <> '1' then 'disabled' end as closed`;

/** Finds the account with this name in the tenant, in upper or lower case. */
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

/** Finds an account by its id. */
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

/** True if the term of a tenant is over, or if it was closed. */
export const isTenantExpired = (
  database: Database,
  tenantId: string,
  now: Date,
): Promise<boolean> => database.read(tenantId, (session) => isClosed(session, now));

/** Returns the text that tells a person why their session is no longer valid. */
export const sessionEndReason = async (
  session: Session,
  now: Date,
): Promise<'tenantClosed' | 'sessionOver'> =>
  (await isClosed(session, now)) ? 'tenantClosed' : 'sessionOver';

/** Stores the new hash of an unchanged password, unless the password was changed meanwhile. */
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

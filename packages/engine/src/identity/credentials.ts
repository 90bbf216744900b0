import type { Database, Tx } from '../store/database.ts';

/** What signing in must know of an account. */
export interface Account {
  readonly id: string;
  /** Neither the person nor the tenant is closed. */
  readonly active: boolean;
  /** Null for somebody who was never given a password. */
  readonly hash: string | null;
}

/** The account of this name in the tenant, in either case. */
export const findAccount = async (
  database: Database,
  tenantId: string,
  account: string,
  now: Date,
): Promise<Account | undefined> => {
  const [row] = await database.read(tenantId, (session) =>
    session.query<{ id: string; active: boolean; password_hash: string | null }>(
      `select u.id, us.password_hash,
         u.status = '1' and t.is_deleted = 0 and (t.expire_time is null or t.expire_time > $3) as active
         from users u
         join tenant t on t.tenant_id = u.tenant_id
         left join user_secret us on us.tenant_id = u.tenant_id and us.user_id = u.id
        where u.tenant_id = $1 and lower(u.account) = lower($2) and u.is_deleted = 0`,
      [tenantId, account, now],
    ),
  );
  return row && { id: row.id, active: row.active, hash: row.password_hash };
};

/** An account by its id. */
export const accountOf = async (
  database: Database,
  tenantId: string,
  userId: string,
  now: Date,
): Promise<{ readonly account: string; readonly active: boolean } | undefined> => {
  const [row] = await database.read(tenantId, (session) =>
    session.query<{ account: string; active: boolean }>(
      `select u.account, u.status = '1' and t.is_deleted = 0
           and (t.expire_time is null or t.expire_time > $3) as active
         from users u join tenant t on t.tenant_id = u.tenant_id
        where u.tenant_id = $1 and u.id = $2 and u.is_deleted = 0`,
      [tenantId, userId, now],
    ),
  );
  return row;
};

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

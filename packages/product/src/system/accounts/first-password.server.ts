import { hashPassword, toWire, verifyPassword } from '@keyan/engine/identity/password.ts';
import type { Session, Tx } from '@keyan/engine/store/database.ts';
import { passwordFault } from '@keyan/kernel/access/password.ts';
import { parameterValue } from '@keyan/kernel/definition/parameter.ts';
import { defaultPassword, noPassword } from '../parameters/params.ts';
import { administratorsAmong } from './reach.server.ts';

/** The first password that the school has chosen for its accounts; null where it has chosen none. */
const firstPassword = async (session: Session): Promise<string | null> => {
  const [found] = await session.query<{ value: string }>(
    `select param_value as value from param
      where tenant_id = $1 and param_key = $2 and is_deleted = 0`,
    [session.tenantId, defaultPassword.key],
  );
  const value = parameterValue(defaultPassword, found?.value);
  return value === noPassword ? null : value;
};

/**
 * The first password of the school for each of these people. Many know it, so none of those who administer gets
 * it: theirs is drawn.
 */
export const firstPasswords = async (
  session: Session,
  userIds: readonly string[],
): Promise<(userId: string) => string | null> => {
  const password = await firstPassword(session);
  const above = await administratorsAmong(session, userIds);
  return (userId) => (above.has(userId) ? null : password);
};

/**
 * Takes the first password of the school from somebody who has come to administer before they chose their own;
 * a reset gives them one that nobody knows.
 */
export const withdrawFirstPassword = async (tx: Tx, userId: string): Promise<void> => {
  const password = await firstPassword(tx);
  if (password === null || !(await administratorsAmong(tx, [userId])).has(userId)) return;
  const [held] = await tx.query<{ hash: string }>(
    `select password_hash as hash from user_secret
      where tenant_id = $1 and user_id = $2 and is_initial for update`,
    [tx.tenantId, userId],
  );
  if (!held || !(await verifyPassword(held.hash, toWire(password))).matches) return;
  await tx.query('delete from user_secret where tenant_id = $1 and user_id = $2', [
    tx.tenantId,
    userId,
  ]);
};

/**
 * Gives a new account the first password of the school, unless it has one already or its name is part of that
 * one. Its person has to choose another at the first sign-in. Accounts that administer get none.
 */
export const giveFirstPassword = async (
  tx: Tx,
  { id, account }: { readonly id: string; readonly account: string | null },
  now: Date,
): Promise<void> => {
  const password = (await firstPasswords(tx, [id]))(id);
  if (password === null || passwordFault(password, account ?? '') !== null) return;
  await tx.query(
    `insert into user_secret (tenant_id, user_id, password_hash, is_initial, changed_at)
     values ($1, $2, $3, true, $4) on conflict do nothing`,
    [tx.tenantId, id, await hashPassword(toWire(password)), now],
  );
};

import {
  type FirstPasswords,
  hasPassword,
  removeSharedPasswords,
  sharedPasswordHolders,
  storePasswords,
} from '@keyan/engine/identity/accounts.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { passwordFault } from '@keyan/kernel/access/password.ts';
import { parameterValue } from '@keyan/kernel/definition/field/parameter.ts';
import { defaultPassword, noPasswordValue } from '../parameters/params.ts';
import { administratorsAmong } from './reach.server.ts';

/** Reads the first password that the school has set for new accounts; null if none is set. */
const firstPassword = async (session: Session): Promise<string | null> => {
  const [found] = await session.query<{ value: string }>(
    `select param_value as value from param
      where tenant_id = $1 and param_key = $2 and is_deleted = 0`,
    [session.tenantId, defaultPassword.key],
  );
  const value = parameterValue(defaultPassword, found?.value);
  return value === noPasswordValue ? null : value;
};

/**
 * Returns the school's first password for each of the people. Administrators get a random password instead, since many
 * people know the school's.
 */
export const firstPasswords = async (
  session: Session,
  userIds: readonly string[],
  now: Date,
): Promise<FirstPasswords> => {
  const password = await firstPassword(session);
  const above = await administratorsAmong(session, userIds);
  return {
    of: (userId) => (above.has(userId) ? null : password),
    stored: (tx) => withdrawFirstPasswords(tx, now, userIds),
  };
};

/**
 * Replaces the school's first password of accounts that became administrators before they chose a password of their
 * own; a reset gives them a random one. Called whenever a person gets a role or a role gets rights.
 * @param userIds people whose roles changed; if omitted, everybody in the tenant with the first password is checked
 */
export const withdrawFirstPasswords = async (
  tx: Tx,
  now: Date,
  userIds: readonly string[] | null = null,
): Promise<void> => {
  // Locks, since a password reset and a grant that run at once would each miss the other's change.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `first passwords ${tx.tenantId}`,
  ]);
  const holders = await sharedPasswordHolders(tx, userIds);
  if (holders.length === 0) return;
  const risen = await administratorsAmong(tx, holders);
  if (risen.size > 0) await removeSharedPasswords(tx, [...risen], now);
};

/**
 * Sets the school's first password for a new account without a password, unless the password contains the account name.
 * The person has to choose another password at the first sign-in. Administrators get none.
 */
export const giveFirstPassword = async (
  tx: Tx,
  { id, account }: { readonly id: string; readonly account: string | null },
  now: Date,
): Promise<void> => {
  const password = (await firstPasswords(tx, [id], now)).of(id);
  if (password === null || passwordFault(password, account ?? '') !== null) return;
  if (await hasPassword(tx, id)) return;
  const hash = await hashPassword(toWire(password));
  await storePasswords(tx, [{ userId: id, hash, shared: true }], { initial: true, now });
};

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

/** The first password that the school has chosen for its accounts; null where it has chosen none. */
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
 * The first password of the school for each of these people. Many know it, so none of those who administer gets
 * it: theirs is drawn.
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
 * Takes the first password of the school from those who have come to administer before they chose their own; a
 * reset gives them one that nobody knows. Asked wherever somebody gets a role, or a role gets rights.
 * @param userIds whose roles changed; not given where a role changed, which concerns whoever has it
 */
export const withdrawFirstPasswords = async (
  tx: Tx,
  now: Date,
  userIds: readonly string[] | null = null,
): Promise<void> => {
  // A reset and a grant at once would each miss what the other is about to commit.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `first passwords ${tx.tenantId}`,
  ]);
  const holders = await sharedPasswordHolders(tx, userIds);
  if (holders.length === 0) return;
  const risen = await administratorsAmong(tx, holders);
  if (risen.size > 0) await removeSharedPasswords(tx, [...risen], now);
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
  const password = (await firstPasswords(tx, [id], now)).of(id);
  if (password === null || passwordFault(password, account ?? '') !== null) return;
  if (await hasPassword(tx, id)) return;
  const hash = await hashPassword(toWire(password));
  await storePasswords(tx, [{ userId: id, hash, shared: true }], { initial: true, now });
};

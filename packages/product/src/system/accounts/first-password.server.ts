import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import type { Session, Tx } from '@keyan/engine/store/database.ts';
import { passwordFault } from '@keyan/kernel/access/password.ts';
import { parameterValue } from '@keyan/kernel/definition/parameter.ts';
import { defaultPassword, noPassword } from '../parameters/params.ts';

/** The first password that the school has chosen for its accounts; null where it has chosen none. */
export const firstPassword = async (session: Session): Promise<string | null> => {
  const [found] = await session.query<{ value: string }>(
    `select param_value as value from param
      where tenant_id = $1 and param_key = $2 and is_deleted = 0`,
    [session.tenantId, defaultPassword.key],
  );
  const value = parameterValue(defaultPassword, found?.value);
  return value === noPassword ? null : value;
};

/**
 * Gives a new account the first password of the school, unless it has one already or its name is part of that
 * one. Its person has to choose another at the first sign-in.
 */
export const giveFirstPassword = async (
  tx: Tx,
  { id, account }: { readonly id: string; readonly account: string | null },
  now: Date,
): Promise<void> => {
  const password = await firstPassword(tx);
  if (password === null || passwordFault(password, account ?? '') !== null) return;
  await tx.query(
    `insert into user_secret (tenant_id, user_id, password_hash, is_initial, changed_at)
     values ($1, $2, $3, true, $4) on conflict do nothing`,
    [tx.tenantId, id, await hashPassword(toWire(password)), now],
  );
};

import type { Accounts } from '@keyan/engine/identity/accounts.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { originOf } from '@keyan/engine/wire/identity/origin.ts';
import { idsParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { firstPasswords } from '../system/accounts/first-password.server.ts';
import { assertNoneAbove } from '../system/accounts/reach.server.ts';
import { resetCode } from './expert.ts';

/**
 * Accounts of experts whose password the actor may reset: only accounts without other roles, since
 * a colleague’s account may have more rights than the actor.
 * @throws Missing for an unknown expert; Denied
 */
const accountsOf = async (
  session: Session,
  actor: Actor,
  experts: readonly string[],
): Promise<readonly string[]> => {
  const rows = await session.query<{ userId: string; isExpertOnly: boolean }>(
    `select e.user_id::text as "userId", not exists (
         select from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          where ur.tenant_id = $1 and ur.user_id = e.user_id and r.is_deleted = 0
            and r.role_alias <> 'expert') as "isExpertOnly"
       from expert e
      where e.tenant_id = $1 and e.id = any($2::bigint[]) and e.is_deleted = 0`,
    [session.tenantId, experts],
  );
  if (rows.length !== new Set(experts).size) throw new Missing();
  const others = rows.filter(({ isExpertOnly }) => !isExpertOnly).map(({ userId }) => userId);
  await assertNoneAbove(session, actor, others);
  return rows.map(({ userId }) => userId);
};

/** Calls about accounts of experts. */
export const expertEndpoints = (accounts: Accounts): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/experts/resetpwd',
    auth: 'user',
    permissions: [resetCode],
    summary: ['重置专家密码', 'Reset passwords of experts'],
    input: Type.Object({ ids: idsParam(200) }),
    run: async ({ ids }, call) => {
      const { actor, engine } = call;
      const { users, first } = await engine.database.read(actor.tenantId, async (session) => {
        const found = await accountsOf(session, actor, ids);
        return { users: found, first: await firstPasswords(session, found, engine.clock()) };
      });
      return accounts.resetPasswords(actor, users, originOf(call), first);
    },
  }),
];

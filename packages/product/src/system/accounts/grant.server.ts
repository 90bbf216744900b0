import type { Engine } from '@keyan/engine/engine.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { assertAdministratorLeft, assertNoneAbove, assertRolesGrantable } from './reach.server.ts';
import { assertInDataScope } from './reached.server.ts';
import { writeCountingRoles } from './user-behaviour.server.ts';
import { changeAccount } from './user-rows.server.ts';

/**
 * @throws Denied for an account with more rights than the actor; Missing for an account outside the actor's data scopes
 */
export const assertNotAbove = (
  engine: Engine,
  actor: Actor,
  userIds: readonly string[],
): Promise<void> =>
  engine.database.read(actor.tenantId, async (session) => {
    await assertInDataScope(session, engine, actor, userIds);
    await assertNoneAbove(session, actor, userIds);
  });

/**
 * Replaces the roles of people.
 * @throws Missing for people or roles that the tenant does not have; Denied for people and roles above the actor;
 * Refused if nobody would remain who administers the tenant
 */
export const grantRoles = async (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  userIds: readonly string[],
  roleIds: readonly string[],
): Promise<void> => {
  const people = await tx.query<{ id: string; before: string[] }>(
    `select u.id, array(select r.role_alias from user_role ur
         join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
        where ur.tenant_id = $1 and ur.user_id = u.id) as before
       from users u where u.tenant_id = $1 and u.id = any($2) and u.is_deleted = 0
       order by u.id for update`,
    [tx.tenantId, userIds],
  );
  const roles = await tx.query<{ id: string; role_alias: string }>(
    `select id, role_alias from role
      where tenant_id = $1 and id = any($2) and is_deleted = 0 order by sort`,
    [tx.tenantId, roleIds],
  );
  if (people.length !== new Set(userIds).size || roles.length !== new Set(roleIds).size) {
    throw new Missing();
  }
  await assertInDataScope(tx, engine, actor, userIds);
  const after = roles.map((role) => role.role_alias);
  await assertNoneAbove(tx, actor, userIds);
  const moved = people.flatMap(({ before }) => [
    ...after.filter((alias) => !before.includes(alias)),
    ...before.filter((alias) => !after.includes(alias)),
  ]);
  await assertRolesGrantable(tx, actor, [...new Set(moved)]);
  for (const { id } of people) {
    await changeAccount(tx, engine, actor, id, { fields: { roles: after } });
    await writeCountingRoles(tx, id, after, engine.clock());
  }
  await assertAdministratorLeft(tx, [...new Set(people.flatMap(({ before }) => before))]);
};

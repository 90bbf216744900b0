import type { Engine } from '@keyan/engine/engine.ts';
import type { Tx } from '@keyan/engine/store/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Denied, Missing } from '@keyan/kernel/errors.ts';
import { changeAccount } from './user-rows.server.ts';

/** The platform's administrator: given and taken by its own kind alone. */
export const superRole = 'administrator';

/**
 * The accounts of the platform's administrators are theirs alone: an account that could give one a new
 * password could become one.
 * @throws Denied
 */
export const demandRank = async (
  engine: Engine,
  actor: Actor,
  userIds: readonly string[],
): Promise<void> => {
  if (actor.roles.includes(superRole)) return;
  const above = await engine.database.read(actor.tenantId, (session) =>
    session.query(
      `select 1 from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = $1 and ur.user_id = any($2) and r.role_alias = $3 limit 1`,
      [actor.tenantId, userIds, superRole],
    ),
  );
  if (above.length > 0) {
    throw new Denied(['无权限操作超管账号！', 'Only a platform administrator may do this']);
  }
};

/**
 * Gives people exactly these roles.
 * @throws Missing for people or roles that the tenant does not have; Denied when an actor who is not the
 *   platform's administrator would make one, or take the role from one.
 */
export const grantRoles = async (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  userIds: readonly string[],
  roleIds: readonly string[],
): Promise<void> => {
  const people = await tx.query<{ id: string; before: string; above: boolean }>(
    `select u.id,
       coalesce((select string_agg(r.role_alias, ',' order by r.sort) from user_role ur
         join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = $1 and ur.user_id = u.id), '') as before,
       exists (select 1 from user_role ur
         join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = $1 and ur.user_id = u.id and r.role_alias = $3) as above
       from users u where u.tenant_id = $1 and u.id = any($2) and u.is_deleted = 0
       order by u.id for update`,
    [tx.tenantId, userIds, superRole],
  );
  const roles = await tx.query<{ id: string; role_alias: string }>(
    `select id, role_alias from role
      where tenant_id = $1 and id = any($2) and is_deleted = 0 order by sort`,
    [tx.tenantId, roleIds],
  );
  if (people.length !== new Set(userIds).size || roles.length !== new Set(roleIds).size) {
    throw new Missing();
  }
  const concernsSuper =
    people.some((person) => person.above) || roles.some((role) => role.role_alias === superRole);
  if (concernsSuper && !actor.roles.includes(superRole)) {
    throw new Denied(['无权限创建超管角色！', 'Only a platform administrator may do this']);
  }
  await tx.query(
    'delete from user_role where tenant_id = $1 and user_id = any($2) and role_id <> all($3)',
    [tx.tenantId, userIds, roleIds],
  );
  await tx.query(
    `insert into user_role (tenant_id, user_id, role_id)
     select $1, u, r from unnest($2::bigint[]) u, unnest($3::bigint[]) r on conflict do nothing`,
    [tx.tenantId, userIds, roleIds],
  );
  const after = roles.map((role) => role.role_alias).join(',');
  for (const { id, before } of people) {
    const changes = [{ path: 'roles', label: ['所属角色', 'Roles'] as const, before, after }];
    await changeAccount(tx, engine, actor, id, { changes });
  }
};

import type { Engine } from '@keyan/engine/engine.ts';
import { inPackage } from '@keyan/engine/identity/package.ts';
import type { MayViewPages } from '@keyan/engine/identity/people.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { dataScopes } from '@keyan/kernel/access/data-scope.ts';
import { seesEveryRow } from '@keyan/kernel/definition/share.ts';
import { Denied, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { superRole } from '../../shared/references/platform.ts';
import { accountRights } from './account-rights.ts';
import { assertInDataScope } from './reached.server.ts';

/**
 * Alias of the tenant administrator's role, whose holders may grant every role of the tenant except the platform
 * administrator's.
 */
export const tenantRole = 'admin';

const superOnly: Label = [
  '无权限操作超管账号！',
  'Only a platform administrator may operate on this account',
];
const beyond: Label = ['不能授予自己没有的权限', 'You cannot grant what you do not have'];
const above: Label = ['该账号的权限高于您', 'This account has more permissions than you'];

/** Aliases of the roles whose holders may grant every right of the tenant. */
const topRoles: readonly string[] = [superRole, tenantRole];

/** Returns whether one of the roles administers the tenant. */
export const isTenantAdministrator = (aliases: readonly string[]): boolean =>
  aliases.some((alias) => topRoles.includes(alias));

/** Data of a role that decides who may grant the role. */
export interface GrantableRole {
  readonly id: string;
  readonly alias: string;
}

/**
 * Returns the roles of the tenant that an actor may grant and withdraw: the platform administrator all; a tenant
 * administrator all but the platform administrator's; everybody else the roles whose rights and data scope are within
 * their own.
 */
export const grantableRoles = (
  session: Session,
  actor: Actor | SystemActor,
): Promise<readonly GrantableRole[]> => {
  const all = isSystem(actor) || actor.roles.includes(superRole);
  const most = all || actor.roles.includes(tenantRole);
  return session.query<GrantableRole>(
    `select r.id, r.role_alias as alias from role r
      where r.tenant_id = $1
        -- One that was just removed may still be asked about, unless another has its alias.
        and (r.is_deleted = 0 or not exists (select from role l
          where l.tenant_id = $1 and l.role_alias = r.role_alias and l.is_deleted = 0))
        and ($2 or r.role_alias <> $3)
        -- Who is limited by a data scope gives no role that may not be limited.
        and ($4 or ((not $8 or r.role_alias = any($9::text[])) and ($5 or r.data_scope = $6) and not exists (
          select from role_menu rm join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
           where rm.tenant_id = $1 and rm.role_id = r.id and m.is_deleted = 0 and ${inPackage('m')}
             and m.code <> all($7::text[]))))
      order by r.sort, r.id`,
    [
      session.tenantId,
      all,
      superRole,
      most,
      isSystem(actor) || actor.departmentScope === 'all',
      dataScopes.own,
      isSystem(actor) ? [] : [...actor.permissions],
      !isSystem(actor) && actor.shares !== undefined && !seesEveryRow(actor),
      isSystem(actor) ? [] : actor.roles,
    ],
  );
};

/** Reads the role aliases of each person. */
const rolesHeld = async (
  session: Session,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await session.query<{ alias: string }>(
    `select distinct r.role_alias as alias from user_role ur
       join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
      where ur.tenant_id = $1 and ur.user_id = any($2)`,
    [session.tenantId, userIds],
  );
  return new Set(rows.map(({ alias }) => alias));
};

/** @throws Denied if the actor grants or withdraws a role above the actor's own rights */
export const assertRolesGrantable = async (
  session: Session,
  actor: Actor | SystemActor,
  aliases: readonly string[],
): Promise<void> => {
  if (aliases.length === 0) return;
  const mine = new Set((await grantableRoles(session, actor)).map(({ alias }) => alias));
  const beyondMe = aliases.find((alias) => !mine.has(alias));
  if (beyondMe === undefined) return;
  throw new Denied(
    beyondMe === superRole
      ? ['无权限创建超管角色！', 'Only a platform administrator may create this role']
      : beyond,
  );
};

/**
 * @throws Denied for accounts with more rights than the actor: an actor who could reset such a password could take the
 * account over
 */
export const assertNoneAbove = async (
  session: Session,
  actor: Actor | SystemActor,
  userIds: readonly string[],
): Promise<void> => {
  if (isSystem(actor) || actor.roles.includes(superRole)) return;
  const held = await rolesHeld(session, userIds);
  if (held.has(superRole)) throw new Denied(superOnly);
  if (held.size === 0 || actor.roles.includes(tenantRole)) return;
  const mine = new Set((await grantableRoles(session, actor)).map(({ alias }) => alias));
  if ([...held].some((alias) => !mine.has(alias))) throw new Denied(above);
};

/**
 * Returns whether the actor may view the pages of a person (以其身份查看). Checked at every request, since rights and data
 * scopes may change meanwhile.
 * @param engineOf getter, because the engine is created after the identity
 */
export const mayViewPagesOf =
  (engineOf: () => Engine): MayViewPages =>
  async (session, actor, userId) => {
    try {
      await assertInDataScope(session, engineOf(), actor, [userId]);
      await assertNoneAbove(session, actor, [userId]);
      return true;
    } catch (error) {
      if (error instanceof Denied || error instanceof Missing) return false;
      throw error;
    }
  };

/**
 * Returns those people whose roles administer: platform and tenant administrators, people who may edit other accounts,
 * and people who reach every record.
 */
export const administratorsAmong = async (
  session: Session,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  // Materialises the few menus first: in a new tenant, without table statistics, PostgreSQL would scan all menus for
  // every grant.
  const rows = await session.query<{ id: string }>(
    `with touching as materialized (
       select id from menu where tenant_id = $1 and code = any($5::text[]) and is_deleted = 0
     ),
     granted as materialized (
       select role_id from role_menu where tenant_id = $1 and menu_id in (select id from touching)
     )
     select distinct ur.user_id::text as id from user_role ur
       join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
      where ur.tenant_id = $1 and ur.user_id = any($2::bigint[])
        and (r.role_alias = any($3::text[]) or r.data_scope = $4
          or r.id in (select role_id from granted))`,
    [session.tenantId, userIds, topRoles, dataScopes.all, accountRights.map(({ code }) => code)],
  );
  return new Set(rows.map(({ id }) => id));
};

const noneLeft: Label = [
  '至少要保留一个可用的管理员账号',
  'At least one active administrator account must remain',
];

/**
 * Takes the tenant's lock, so that two administrators who stop each other at the same moment are checked one after the
 * other.
 */
const lockAdministration = (session: Session): Promise<unknown> =>
  session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `administrators ${session.tenantId}`,
  ]);

/**
 * Checks after a change of accounts or roles that an administrator of the tenant remains.
 * @param lost role aliases that somebody had before the change
 * @throws Refused if no active account has such a role any more
 */
export const assertAdministratorLeft = async (
  session: Session,
  lost: readonly string[],
): Promise<void> => {
  const asked = lost.filter((alias) => topRoles.includes(alias));
  if (asked.length === 0) return;
  await lockAdministration(session);
  // Separate statement after the lock: reads what the former holder of the lock committed.
  const left = await session.query<{ alias: string }>(
    `select distinct r.role_alias as alias from user_role ur
       join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
       join users u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
      where ur.tenant_id = $1 and r.role_alias = any($2) and u.status = '1' and u.is_deleted = 0`,
    [session.tenantId, asked],
  );
  const known = new Set(left.map(({ alias }) => alias));
  // A platform administrator can administer the tenant as well.
  if (asked.every((alias) => known.has(alias) || known.has(superRole))) return;
  throw new Refused(noneLeft);
};

/** Menu codes of the pages and buttons with which rights can be granted again. */
const wayBack: readonly string[] = ['user', 'user_role', 'role', 'role_grant'];

/**
 * Returns whether an active account can grant every right of the tenant and has no data scope that hides records
 * (`seesEveryRow`).
 * @param besides ids of accounts that count although stopped or removed
 */
const isKept = async (session: Session, besides: readonly string[] = []): Promise<boolean> => {
  const rows = await session.query(
    `with back as materialized (
       select rm.role_id, m.code from menu m
         join role_menu rm on rm.tenant_id = $1 and rm.menu_id = m.id
        where m.tenant_id = $1 and m.code = any($4::text[]) and m.is_deleted = 0
     ),
     held as materialized (
       select ur.user_id, r.id, r.role_alias, r.data_scope
         from user_role ur
         join role r on r.tenant_id = $1 and r.id = ur.role_id and r.is_deleted = 0
         join users u on u.tenant_id = $1 and u.id = ur.user_id
          and (u.status = '1' and u.is_deleted = 0 or u.id = any($6::bigint[]))
        where ur.tenant_id = $1 and ur.user_id in (
          select a.user_id from user_role a
            join role top on top.tenant_id = $1 and top.id = a.role_id and top.role_alias = any($2::text[])
           where a.tenant_id = $1)
     ),
     limits as materialized (
       select held.user_id, held.id, m.id as page, bool_or(d.scope_type = $3) as open from held
         join role_data_scope rs on rs.tenant_id = $1 and rs.role_id = held.id
         join data_scope d on d.tenant_id = $1 and d.id = rs.scope_id and d.is_deleted = 0
         join menu m on m.tenant_id = $1 and m.id = d.menu_id and m.is_deleted = 0
        group by held.user_id, held.id, m.id
     ),
     unlimited as (
       select h.user_id from held h
        where h.data_scope = $3 and not exists (
          select from limits l
           where l.user_id = h.user_id and (l.id = h.id and not l.open or not exists (
             select from role_menu rm
              where rm.tenant_id = $1 and rm.role_id = h.id and rm.menu_id = l.page)))
     )
     select 1 from held left join back on back.role_id = held.id
      where held.user_id in (select user_id from unlimited)
      group by held.user_id
     having bool_or(held.role_alias = any($2::text[])) and count(distinct back.code) = $5
      limit 1`,
    [session.tenantId, topRoles, dataScopes.all, wayBack, wayBack.length, besides],
  );
  return rows.length > 0;
};

/**
 * Runs a change, and checks that an administrator who can grant rights remains; otherwise the tenant would be locked
 * out.
 * @param change withdraws or limits rights
 * @param stopping accounts that this transaction stopped or removed
 * @throws Refused if an administrator existed before the change and none does after it
 */
export const keepingAnAdministrator = async <T>(
  tx: Tx,
  change: () => Promise<T>,
  stopping: readonly string[] = [],
): Promise<T> => {
  await lockAdministration(tx);
  const before = await isKept(tx, stopping);
  const done = await change();
  if (before && !(await isKept(tx))) throw new Refused(noneLeft);
  return done;
};

export { rolesHeld };

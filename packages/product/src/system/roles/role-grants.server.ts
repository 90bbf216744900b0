import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { inPackage } from '@keyan/engine/identity/package.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { dataScopes } from '@keyan/kernel/access/data-scope.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid, Refused } from '@keyan/kernel/errors.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';
import { superRole } from '../../shared/references/platform.ts';
import { withdrawFirstPasswords } from '../accounts/first-password.server.ts';
import {
  assertRolesGrantable,
  isTenantAdministrator,
  keepingAnAdministrator,
  tenantRole,
} from '../accounts/reach.server.ts';
import { grantScopes, type ScopeRow } from '../scopes/grant-scopes.server.ts';
import { assertSeesEveryRow } from '../scopes/scope-behaviours.server.ts';
import { roleDataScope } from './dictionaries.ts';
import { role } from './role.ts';

/** Grants to set for a role; omitted ones stay unchanged. */
export interface RoleGrantInput {
  readonly roleIds: readonly string[];
  readonly menuIds?: readonly string[];
  /** Codes of `roleDataScope`, and ids of data scopes. */
  readonly dataScopeIds?: readonly string[];
  /** Ids of departments of the data scope 自定义. */
  readonly deptIds?: readonly string[];
  readonly apiScopeIds?: readonly string[];
}

/**
 * Reads the menus that an actor may grant and withdraw: the platform administrator all; a tenant's administrator all
 * except the platform's, whoever holds them, so that withdrawn ones can be granted again; everybody else their own.
 * Menus outside the tenant's package are excluded.
 * @param platforms codes of menus of the platform administrator, unless granted on
 */
export const grantableMenus = async (
  session: Session,
  actor: Actor,
  platforms: ReadonlySet<string>,
): Promise<ReadonlySet<string>> => {
  // Passes long lists as tables: `= any(array)` would compare each row with the whole array.
  const rows = await session.query<{ id: string }>(
    `select m.id::text from menu m
      where m.tenant_id = $1 and m.is_deleted = 0 and ${inPackage('m')}
        and ($2 or m.code in (select unnest($3::text[]))
          or ($4 and (m.code not in (select unnest($6::text[])) or exists (
            select from role_menu rm join role r on r.tenant_id = rm.tenant_id and r.id = rm.role_id
             where rm.tenant_id = $1 and rm.menu_id = m.id and r.is_deleted = 0 and r.role_alias <> $5))))`,
    [
      session.tenantId,
      actor.roles.includes(superRole),
      [...actor.permissions],
      actor.roles.includes(tenantRole),
      superRole,
      [...platforms],
    ],
  );
  return new Set(rows.map(({ id }) => id));
};

/** Codes of data scopes from the widest to the narrowest. */
const byWidth: readonly string[] = [
  dataScopes.all,
  dataScopes.departmentAndBelow,
  dataScopes.department,
  dataScopes.chosen,
  dataScopes.own,
];

const isNoWidth = (id: string): boolean => !byWidth.includes(id);

/** @throws Denied for an API scope that the actor does not hold; tenant administrators may grant all */
const assertHoldsScopes = (actor: Actor, moved: readonly ScopeRow[]): void => {
  const closed = isTenantAdministrator(actor.roles) ? [] : (actor.closed ?? []);
  const beyond = moved.find(({ path }) => closed.includes(path));
  if (beyond) {
    throw new Denied([
      `不能授予自己没有的权限：${beyond.name}`,
      `You cannot grant permissions you do not have: ${beyond.name}`,
    ]);
  }
};

/** Returns the data scope to store among the ticked ones: a changed one, else the widest. */
const scopeOf = (ticked: readonly string[], before: string): string => {
  const known = ticked.filter((code) => byWidth.includes(code));
  const others = known.filter((code) => code !== before);
  const among = others.length > 0 ? others : known;
  return byWidth.find((code) => among.includes(code)) ?? before;
};

interface MenusGiven {
  readonly roleId: string;
  readonly menuIds: readonly string[];
  /** Ids of the menus that the actor may grant and withdraw. */
  readonly mine: ReadonlySet<string>;
}

interface HeldMenu {
  readonly id: string;
  readonly name: string;
  readonly held: boolean;
}

const unknownMenu = new Invalid([
  { path: 'menuIds', message: ['菜单不存在', 'There is no such menu'] },
]);

/** Replaces the menus of a role within what the actor may grant: other menus stay, and adding one is refused. */
const grantMenus = async (
  tx: Tx,
  { roleId, menuIds, mine }: MenusGiven,
): Promise<readonly Change[]> => {
  const wanted = new Set(menuIds);
  const menus = await tx.query<HeldMenu>(
    `select m.id::text, m.name, rm.menu_id is not null as held
       from menu m
       left join role_menu rm on rm.tenant_id = $1 and rm.role_id = $2 and rm.menu_id = m.id
      where m.tenant_id = $1 and m.is_deleted = 0 order by m.sort, m.id`,
    [tx.tenantId, roleId],
  );
  if (menus.filter(({ id }) => wanted.has(id)).length !== wanted.size) throw unknownMenu;
  const added = menus.filter(({ id, held }) => wanted.has(id) && !held);
  const beyond = added.find(({ id }) => !mine.has(id));
  if (beyond) {
    throw new Denied([
      `不能授予自己没有的权限：${beyond.name}`,
      `You cannot grant permissions you do not have: ${beyond.name}`,
    ]);
  }
  const taken = menus.filter(({ id, held }) => held && !wanted.has(id) && mine.has(id));
  await tx.query(
    `delete from role_menu where tenant_id = $1 and role_id = $2
        and menu_id in (select unnest($3::bigint[]))`,
    [tx.tenantId, roleId, taken.map(({ id }) => id)],
  );
  await tx.query(
    `insert into role_menu (tenant_id, role_id, menu_id)
     select $1, $2::bigint, unnest($3::bigint[]) on conflict do nothing`,
    [tx.tenantId, roleId, added.map(({ id }) => id)],
  );
  const names = (some: readonly HeldMenu[]): string => some.map(({ name }) => name).join('、');
  return added.length + taken.length === 0
    ? []
    : [
        {
          path: 'menus',
          label: ['菜单权限（取消 → 新增）', 'Menu permissions (removed → added)'],
          before: names(taken),
          after: names(added),
        },
      ];
};

/** Sets the departments of the scope 自定义. @throws Invalid for a department that does not exist */
const grantDepartments = async (
  tx: Tx,
  roleId: string,
  deptIds: readonly string[],
): Promise<readonly Change[]> => {
  const rows = await tx.query<{ id: string; name: string; held: boolean; wanted: boolean }>(
    `select d.id::text, d.dept_name as name, d.id = any($3::bigint[]) as wanted,
       exists (select from role_dept rd where rd.tenant_id = $1 and rd.role_id = $2
                 and rd.dept_id = d.id) as held
       from dept d where d.tenant_id = $1 and d.is_deleted = 0 order by d.sort, d.id`,
    [tx.tenantId, roleId, deptIds],
  );
  if (rows.filter(({ wanted }) => wanted).length !== new Set(deptIds).size) {
    throw new Invalid([
      { path: 'deptIds', message: ['部门不存在', 'There is no such department'] },
    ]);
  }
  if (rows.every(({ held, wanted }) => held === wanted)) return [];
  await tx.query('delete from role_dept where tenant_id = $1 and role_id = $2', [
    tx.tenantId,
    roleId,
  ]);
  await tx.query(
    `insert into role_dept (tenant_id, role_id, dept_id)
     select tenant_id, $2::bigint, id from dept where tenant_id = $1 and id = any($3::bigint[])`,
    [tx.tenantId, roleId, deptIds],
  );
  const names = (which: 'held' | 'wanted'): string =>
    rows
      .filter((row) => row[which])
      .map(({ name }) => name)
      .join('、');
  return [
    {
      path: 'departments',
      label: ['自定义范围', 'Chosen departments'],
      before: names('held'),
      after: names('wanted'),
    },
  ];
};

interface Granting {
  readonly engine: Engine;
  readonly actor: Actor;
  /** Codes of the platform's menus (`grantableMenus`). */
  readonly platforms: ReadonlySet<string>;
}

const grantAll = async (
  tx: Tx,
  { engine, actor, platforms }: Granting,
  given: RoleGrantInput,
): Promise<void> => {
  const transaction = behaviourTransaction({ engine, actor }, tx);
  const { menuIds } = given;
  const mine = menuIds ? await grantableMenus(tx, actor, platforms) : new Set<string>();
  const resource = untypedResource(role);
  for (const id of [...new Set(given.roleIds)].sort()) {
    const before = await lockRow(transaction, resource, id);
    const alias = String(before.roleAlias);
    await assertRolesGrantable(tx, actor, [alias]);
    if (alias === superRole) {
      throw new Refused([
        '超级管理员拥有全部权限，无需设置',
        'The platform administrator has all permissions; no setting is needed',
      ]);
    }
    const was = String(before.dataScope);
    const dataScope = given.dataScopeIds ? scopeOf(given.dataScopeIds, was) : was;
    const widens = byWidth.indexOf(dataScope) < byWidth.indexOf(was) || given.deptIds !== undefined;
    if (widens && actor.departmentScope !== 'all') {
      throw new Denied(['不能授予自己没有的权限', 'You cannot grant what you do not have']);
    }
    const changes = [
      ...(menuIds ? await grantMenus(tx, { roleId: id, menuIds, mine }) : []),
      ...(given.deptIds ? await grantDepartments(tx, id, given.deptIds) : []),
      ...(given.dataScopeIds
        ? await grantScopes(tx, 'data', id, given.dataScopeIds.filter(isNoWidth), () =>
            assertSeesEveryRow(actor),
          )
        : []),
      ...(given.apiScopeIds
        ? await grantScopes(tx, 'api', id, given.apiScopeIds, (moved) =>
            assertHoldsScopes(actor, moved),
          )
        : []),
    ];
    if (changes.length === 0 && dataScope === was) continue;
    const after = { ...before, dataScope };
    await commitChange(transaction, { resource, before, after, action: 'update', changes });
  }
  await withdrawFirstPasswords(tx, engine.clock());
};

/**
 * Replaces menus and scopes of roles, with a history entry each; effective at the next request of their holders.
 * @throws Denied for roles, menus and scopes above the actor; Refused for the platform administrator's role, and if
 * nobody would remain who can grant rights; Invalid for unknown menus and departments; Missing for unknown roles
 */
export const grantRights = (tx: Tx, granting: Granting, given: RoleGrantInput): Promise<void> =>
  keepingAnAdministrator(tx, () => grantAll(tx, granting, given));

/** Data scopes as tree nodes for BladeX clients. */
export const dataScopeNodes = roleDataScope.entries.map(({ code, label }) => ({
  id: code,
  parentId: '0',
  title: label[0],
  titleEn: label[1],
  key: code,
  value: code,
  hasChildren: false,
}));

import type { Identity } from '@keyan/engine/identity/identity.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam, optionalParent } from '@keyan/engine/wire/inputs.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Missing } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import {
  identityToSave,
  platformRemoveCall,
  savedReply,
} from '../../shared/mechanisms/service-calls.server.ts';
import {
  descendantIds,
  nestRows,
  parentIdIn,
  treeNode,
  withAncestors,
  withHasChildren,
} from '../../shared/mechanisms/tree.server.ts';
import { namesOtherTenant } from '../../shared/references/other-tenant.ts';
import { readTopMenus } from '../menus/menu.server.ts';
import { scopesOfRoles, scopeTree } from '../scopes/grant-scopes.server.ts';
import { role } from './role.ts';
import { dataScopeNodes, grantableMenus, grantRights } from './role-grants.server.ts';

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const list = Type.Array(idParam, { maxItems: 10_000 });
const resource = untypedResource(role);

/** Role as BladeX clients read it. */
interface RoleRow {
  readonly id: string;
  readonly tenantId: string;
  readonly parentId: string;
  readonly parentName: string;
  readonly roleName: string;
  readonly roleNameEn: string;
  readonly roleAlias: string;
  readonly dataScope: string;
  readonly sort: number;
  readonly remark: string;
  readonly isDeleted: 0;
  readonly hasChildren: boolean;
}

const readRoles = async (session: Session): Promise<readonly RoleRow[]> => {
  const rows = await session.query<Omit<RoleRow, 'tenantId' | 'isDeleted' | 'hasChildren'>>(
    `select r.id::text, coalesce(p.id, 0)::text as "parentId", coalesce(p.role_name, '') as "parentName",
       r.role_name as "roleName", coalesce(r.role_name_en, '') as "roleNameEn",
       r.role_alias as "roleAlias", r.data_scope as "dataScope", r.sort, coalesce(r.remark, '') as remark
       from role r
       left join role p on p.tenant_id = r.tenant_id and p.id = r.parent_id and p.is_deleted = 0
      where r.tenant_id = $1 and r.is_deleted = 0 order by r.sort, r.id`,
    [session.tenantId],
  );
  const parents = new Set(rows.map(({ parentId }) => parentId));
  return rows.map((row) => ({
    ...row,
    tenantId: session.tenantId,
    isDeleted: 0,
    hasChildren: parents.has(row.id),
  }));
};

const readEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'blade-system/role/list',
    auth: 'user',
    permissions: ['role'],
    summary: ['角色列表', 'Roles, as a tree'],
    input: Type.Object({ roleName: text(100), roleAlias: text(100), tenantId: text(12) }),
    run: async ({ roleName = '', roleAlias = '', tenantId }, { actor, engine }) => {
      if (namesOtherTenant(actor, tenantId)) return [];
      const rows = await engine.database.read(actor.tenantId, readRoles);
      return nestRows(
        withAncestors(
          rows,
          (row) => row.roleName.includes(roleName) && row.roleAlias.includes(roleAlias),
        ),
      );
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/role/detail',
    auth: 'user',
    permissions: ['role'],
    summary: ['角色详情', 'A role'],
    input: Type.Object({ id: idParam }),
    run: async (input, { actor, engine }) => {
      const rows = await engine.database.read(actor.tenantId, readRoles);
      const found = rows.find((row) => row.id === input.id);
      if (!found) throw new Missing();
      return found;
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/role/tree-by-id',
    auth: 'user',
    permissions: ['role'],
    summary: ['可选的上级角色', 'Available parent roles'],
    input: Type.Object({ roleId: idParam }),
    run: async (input, { actor, engine }) => {
      const rows = await engine.database.read(actor.tenantId, readRoles);
      const gone = descendantIds(rows, input.roleId);
      const nodes = rows
        .filter((row) => !gone.has(row.id))
        .map((row) => treeNode(row, row.roleName));
      return nestRows(nodes);
    },
  }),
];

const writeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'blade-system/role/submit',
    auth: 'user',
    permissions: ['role_add', 'role_edit'],
    summary: ['新增或修改角色', 'Create or change a role'],
    input: Type.Object({
      id: Type.Optional(idParam),
      tenantId: text(12),
      parentId: optionalParent,
      roleName: text(100),
      roleAlias: text(100),
      sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      remark: text(500),
    }),
    run: async ({ id: given, tenantId, parentId, ...rest }, { actor, engine }) => {
      if (tenantId && namesOtherTenant(actor, tenantId)) throw new Denied();
      const saved = await engine.as(actor).save(resource, {
        ...rest,
        ...(parentId === undefined ? {} : { parentId: parentIdIn(parentId) }),
        ...identityToSave(given),
      });
      return savedReply(saved.id, !given);
    },
  }),
  platformRemoveCall(resource, {
    path: 'blade-system/role/remove',
    permission: 'role_delete',
    summary: ['删除角色', 'Delete unassigned roles'],
  }),
];

interface MenuNodeRow {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly nameEn: string;
  readonly hasChildren: boolean;
}

const readMenuNodes = async (session: Session): Promise<readonly MenuNodeRow[]> => {
  const rows = await session.query<Omit<MenuNodeRow, 'hasChildren'>>(
    `select m.id::text, coalesce(m.parent_id, 0)::text as "parentId", m.name,
       coalesce(m.name_en, m.name) as "nameEn"
       from menu m where m.tenant_id = $1 and m.is_deleted = 0 order by m.sort, m.id`,
    [session.tenantId],
  );
  return withHasChildren(rows);
};

/** Reads the ids granted to roles, by kind of grant. */
const keysHeld = async (session: Session, roleIds: readonly string[]) => {
  const ids = (sql: string): Promise<readonly { readonly id: string }[]> =>
    session.query<{ id: string }>(sql, [session.tenantId, roleIds]);
  const menus = await ids(
    `select distinct m.id::text from role_menu rm
             join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id and m.is_deleted = 0
            where rm.tenant_id = $1 and rm.role_id = any($2::bigint[])`,
  );
  const scopes = await ids(
    `select distinct data_scope as id from role
            where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0`,
  );
  const depts = await ids(
    `select distinct dept_id::text as id from role_dept
            where tenant_id = $1 and role_id = any($2::bigint[])`,
  );
  const keys = (rows: readonly { readonly id: string }[]) => rows.map((row) => row.id);
  return {
    menu: keys(menus),
    dataScope: [...keys(scopes), ...(await scopesOfRoles(session, 'data', roleIds))],
    apiScope: await scopesOfRoles(session, 'api', roleIds),
    dept: keys(depts),
  };
};

const grantEndpoints = (
  identity: Identity,
  platforms: ReadonlySet<string>,
): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/grant-tree',
    auth: 'user',
    permissions: ['role'],
    summary: ['可授予的权限', 'Permissions that can be granted'],
    input: Type.Object({}),
    run: (_input, { actor, engine }) =>
      engine.database.read(actor.tenantId, async (session) => {
        const mine = await grantableMenus(session, actor, platforms);
        const rows = withAncestors(await readMenuNodes(session), (row) => mine.has(row.id));
        const menu = nestRows(
          rows.map((row) => ({ ...treeNode(row, row.name), titleEn: row.nameEn })),
        );
        const tops = await readTopMenus(session);
        const offered = new Set(rows.map((row) => row.id));
        return {
          menu,
          // Groups by top menu, since a flat list of a hundred menus is unreadable.
          topMenus: tops.map(({ id: top, name, name_en: nameEn, menus }) => ({
            id: top,
            title: name,
            titleEn: nameEn || name,
            menus: menus.filter((one) => offered.has(one)),
          })),
          dataScope: [...dataScopeNodes, ...(await scopeTree(session, 'data'))],
          apiScope: await scopeTree(session, 'api'),
        };
      }),
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/role-tree-keys',
    auth: 'user',
    permissions: ['role'],
    summary: ['角色已有的权限', 'Permissions of roles'],
    input: Type.Object({ roleIds: Type.Array(idParam, { minItems: 1, maxItems: 200 }) }),
    run: ({ roleIds }, { actor, engine }) =>
      engine.database.read(actor.tenantId, (session) => keysHeld(session, roleIds)),
  }),
  endpoint({
    method: 'POST',
    path: 'blade-system/role/grant',
    auth: 'user',
    permissions: ['role_grant'],
    summary: ['角色授权', 'Set the menus and scopes of roles'],
    input: Type.Object({
      roleIds: Type.Array(idParam, { minItems: 1, maxItems: 200 }),
      menuIds: Type.Optional(list),
      dataScopeIds: Type.Optional(Type.Array(idParam, { maxItems: 1000 })),
      apiScopeIds: Type.Optional(Type.Array(idParam, { maxItems: 1000 })),
      deptIds: Type.Optional(list),
    }),
    run: async (given, { actor, engine }) => {
      await engine.database.transaction(actor.tenantId, (tx) =>
        grantRights(tx, { engine, actor, platforms }, given),
      );
      // Drops cached rights here at once; other processes do so at the notification of the database.
      const holders = await engine.database.read(actor.tenantId, (session) =>
        session.query<{ id: string }>(
          `select distinct user_id::text as id from user_role
            where tenant_id = $1 and role_id = any($2::bigint[])`,
          [session.tenantId, given.roleIds],
        ),
      );
      identity.forget(
        actor.tenantId,
        holders.map((holder) => holder.id),
      );
      return true;
    },
  }),
];

/** Calls by which BladeX clients edit roles and their grants. @param platforms codes of the platform's menus */
export const roleEndpoints = (
  identity: Identity,
  platforms: ReadonlySet<string>,
): readonly Endpoint[] => [
  ...readEndpoints,
  ...writeEndpoints,
  ...grantEndpoints(identity, platforms),
];

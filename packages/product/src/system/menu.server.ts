import type { Session } from '@keyan/engine/store/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { id } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/actor.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';

interface MenuRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly code: string;
  readonly name: string;
  readonly name_en: string | null;
  readonly alias: string | null;
  readonly path: string;
  readonly source: string | null;
  readonly category: 1 | 2;
  readonly action: number;
  readonly is_open: number;
  readonly sort: number;
  readonly remark: string | null;
}

/** A menu or button as pages read it (contract §4). */
interface MenuNode {
  readonly id: string;
  readonly parentId: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly alias: string;
  readonly path: string;
  readonly source: string;
  readonly category: 1 | 2;
  readonly categoryName: string;
  readonly action: number;
  readonly isOpen: number;
  readonly sort: number;
  readonly remark: string;
  readonly isDeleted: 0;
  readonly hasChildren: boolean;
  readonly parentName: string;
  readonly children?: readonly MenuNode[];
}

const categoryNames = { 1: '菜单', 2: '按钮' } as const;

const readMenus = (session: Session): Promise<readonly MenuRow[]> =>
  session.query<MenuRow>(
    `select id, parent_id, code, name, name_en, alias, path, source, category, action, is_open,
       sort, remark
       from menu where tenant_id = $1 and is_deleted = 0 order by sort, id`,
    [session.tenantId],
  );

/** The rows that the test picks, with all that lie above them. */
const withAncestors = (
  rows: readonly MenuRow[],
  picked: (row: MenuRow) => boolean,
): readonly MenuRow[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = new Set<MenuRow>();
  for (const row of rows.filter(picked)) {
    let at: MenuRow | undefined = row;
    while (at && !kept.has(at)) {
      kept.add(at);
      at = byId.get(at.parent_id ?? '');
    }
  }
  return rows.filter((row) => kept.has(row));
};

const treeOf = (rows: readonly MenuRow[]): readonly MenuNode[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byParent = Map.groupBy(rows, (row) => row.parent_id ?? '');
  const node = (row: MenuRow): MenuNode => {
    const children = (byParent.get(row.id) ?? []).map(node);
    return {
      id: row.id,
      parentId: row.parent_id ?? '0',
      code: row.code,
      name: row.name,
      nameEn: row.name_en ?? '',
      alias: row.alias ?? '',
      path: row.path,
      source: row.source ?? '',
      category: row.category,
      categoryName: categoryNames[row.category],
      action: row.action,
      isOpen: row.is_open,
      sort: row.sort,
      remark: row.remark ?? '',
      isDeleted: 0,
      hasChildren: children.length > 0,
      parentName: byId.get(row.parent_id ?? '')?.name ?? '',
      ...(children.length > 0 ? { children } : {}),
    };
  };
  return rows.filter((row) => !byId.has(row.parent_id ?? '')).map(node);
};

const isPage = (row: MenuRow): boolean => row.category === 1;

/** The menus under a top menu, by id. */
const underTop = async (session: Session, topMenuId: string): Promise<ReadonlySet<string>> => {
  const rows = await session.query<{ menu_id: string }>(
    'select menu_id from top_menu_menu where tenant_id = $1 and top_menu_id = $2',
    [session.tenantId, topMenuId],
  );
  return new Set(rows.map((row) => row.menu_id));
};

/** The codes that one of the actor's own roles grants, whichever is in force now. */
const permitsOfRole = async (
  session: Session,
  actor: Actor,
  roleId: string,
): Promise<ReadonlySet<string>> => {
  const held = await session.query(
    'select 1 from user_role where tenant_id = $1 and user_id = $2 and role_id = $3',
    [session.tenantId, actor.id, roleId],
  );
  if (held.length === 0) throw new Denied(['您没有该角色', 'You do not have this role']);
  const rows = await session.query<{ code: string }>(
    `select m.code from role_menu rm
       join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
      where rm.tenant_id = $1 and rm.role_id = $2`,
    [session.tenantId, roleId],
  );
  return new Set(rows.map((row) => row.code));
};

const optionalId = Type.Optional(id);

/** Menus, buttons and roles of whoever is signed in (contract §4). */
export const menuEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/routes',
    door: 'public',
    summary: ['我的菜单', 'My pages'],
    input: Type.Object({ topMenuId: optionalId }),
    // Asked without a token it has nothing to show (contract §1).
    run: async ({ topMenuId }, { actor, engine }) =>
      actor === null
        ? []
        : engine.database.read(actor.tenantId, async (session) => {
            const within = topMenuId === undefined ? null : await underTop(session, topMenuId);
            const pages = (await readMenus(session)).filter(isPage);
            return treeOf(
              withAncestors(
                pages,
                (row) => actor.permits.has(row.code) && (within?.has(row.id) ?? true),
              ),
            );
          }),
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/buttons',
    door: 'actor',
    summary: ['我的按钮权限', 'My buttons'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      const rows = await engine.database.read(actor.tenantId, readMenus);
      return treeOf(
        withAncestors(rows, (row) => row.category === 2 && actor.permits.has(row.code)),
      );
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/top-menu',
    door: 'actor',
    summary: ['我的顶部菜单', 'My top menu'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      const rows = await engine.database.read(actor.tenantId, (session) =>
        session.query<{
          id: string;
          code: string;
          name: string;
          name_en: string | null;
          source: string | null;
          path: string | null;
          sort: number;
        }>(
          `select id, code, name, name_en, source, path, sort from top_menu t
            where tenant_id = $1 and is_deleted = 0 and exists (
              select 1 from top_menu_menu tm
                join menu m on m.tenant_id = tm.tenant_id and m.id = tm.menu_id
               where tm.tenant_id = $1 and tm.top_menu_id = t.id and m.is_deleted = 0
                 and m.code = any($2))
            order by sort, id`,
          [actor.tenantId, [...actor.permits]],
        ),
      );
      return rows.map(({ name_en, ...row }) => ({
        ...row,
        tenantId: actor.tenantId,
        nameEn: name_en ?? '',
        source: row.source ?? '',
        path: row.path ?? '',
      }));
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/auth-routes',
    door: 'public',
    summary: ['路由与角色', 'Pages and the roles that have them'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      if (actor === null) return [];
      const rows = await engine.database.read(actor.tenantId, (session) =>
        session.query<{ path: string; roles: string[] }>(
          `select m.path, array_agg(r.role_alias order by r.sort) as roles
             from menu m
             join role_menu rm on rm.tenant_id = m.tenant_id and rm.menu_id = m.id
             join role r on r.tenant_id = m.tenant_id and r.id = rm.role_id and r.is_deleted = 0
            where m.tenant_id = $1 and m.category = 1 and m.is_deleted = 0
              and m.code = any($2)
            group by m.path order by m.path`,
          [actor.tenantId, [...actor.permits]],
        ),
      );
      return rows.map(({ path, roles }) => ({ [path]: { authority: roles } }));
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/role-ext/myRole',
    door: 'actor',
    summary: ['我的角色', 'My roles'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      const rows = await engine.database.read(actor.tenantId, (session) =>
        session.query<{
          id: string;
          role_name: string;
          role_name_en: string | null;
          role_alias: string;
          sort: number;
        }>(
          `select r.id, r.role_name, r.role_name_en, r.role_alias, r.sort from user_role ur
             join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
            where ur.tenant_id = $1 and ur.user_id = $2 and r.is_deleted = 0
            order by r.sort, r.id`,
          [actor.tenantId, actor.id],
        ),
      );
      return rows.map((row) => ({
        id: row.id,
        tenantId: actor.tenantId,
        roleName: row.role_name,
        roleNameEn: row.role_name_en ?? '',
        roleAlias: row.role_alias,
        sort: row.sort,
        /** In force now: all of them, or the one switched to. */
        current: actor.roles.includes(row.role_alias),
      }));
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/role-ext/myRoleMenu',
    door: 'actor',
    summary: ['某个角色的菜单', 'The pages of one of my roles'],
    input: Type.Object({ roleId: optionalId }),
    run: async ({ roleId }, { actor, engine }) =>
      engine.database.read(actor.tenantId, async (session) => {
        const permits =
          roleId === undefined ? actor.permits : await permitsOfRole(session, actor, roleId);
        const pages = (await readMenus(session)).filter(isPage);
        return treeOf(withAncestors(pages, (row) => permits.has(row.code)));
      }),
  }),
];

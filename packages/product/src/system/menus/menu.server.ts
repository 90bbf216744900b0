import { inPackage } from '@keyan/engine/identity/package.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { groupCodeOfTopMenu } from './menu-codes.ts';

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
  readonly is_hidden: boolean;
}

/** A menu or button as pages read it. */
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
    `select id, parent_id, code, name, name_en, alias, coalesce(path, '') as path, source,
      
       case category when '2' then 2 else 1 end as category,
       case when action in ('1', '2', '3') then action::int else 0 end as action,
       case is_open when '2' then 2 else 1 end as is_open,
       sort, remark, is_hidden = '1' as is_hidden
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

/** The pages that are shown: not hidden, nor below something hidden. */
const shownPages = (rows: readonly MenuRow[]): readonly MenuRow[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isShown = (row: MenuRow): boolean => {
    const above = byId.get(row.parent_id ?? '');
    return !row.is_hidden && (above === undefined || isShown(above));
  };
  return rows.filter((row) => row.category === 1 && isShown(row));
};

/** A top menu with the menus under it, by id. */
interface TopMenuRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly name_en: string | null;
  readonly source: string | null;
  readonly path: string | null;
  readonly sort: number;
  readonly menus: readonly string[];
}

/** The top menus of a tenant, in their order. */
export const readTopMenus = (session: Session): Promise<readonly TopMenuRow[]> =>
  session.query<TopMenuRow>(
    `select id, code, name, name_en, source, path, sort, array(
        select menu_id::text from top_menu_menu tm
         where tm.tenant_id = $1 and tm.top_menu_id = t.id) as menus
       from top_menu t where tenant_id = $1 and is_deleted = 0 order by sort, id`,
    [session.tenantId],
  );

/** The pages that the test picks, and of a top menu only its own. */
const pagesOf = (
  rows: readonly MenuRow[],
  picked: (row: MenuRow) => boolean,
  top?: TopMenuRow,
): readonly MenuNode[] => {
  const within = top && new Set(top.menus);
  return treeOf(
    withAncestors(shownPages(rows), (row) => picked(row) && (within?.has(row.id) ?? true)),
  );
};

/** The group of a top menu's pages, also where an administrator gave no path. */
const rootOf = (top: TopMenuRow): string => top.path || `/${top.code}`;

/** Does the page at a path stand below the top menu? */
const holdsPath = (top: TopMenuRow, path: string | undefined): boolean =>
  path !== undefined && `${path}/`.startsWith(`${rootOf(top)}/`);

/** A top menu as the node above its pages. */
const groupOf = (top: TopMenuRow, pages: readonly MenuNode[]): MenuNode => ({
  id: top.id,
  parentId: '0',
  code: groupCodeOfTopMenu(top.code),
  name: top.name,
  nameEn: top.name_en ?? '',
  alias: '',
  path: rootOf(top),
  source: top.source ?? '',
  category: 1,
  categoryName: categoryNames[1],
  action: 0,
  isOpen: 1,
  sort: top.sort,
  remark: '',
  isDeleted: 0,
  hasChildren: true,
  parentName: '',
  children: pages.map((page) => ({ ...page, parentId: top.id, parentName: top.name })),
});

/**
 * Clients of the family open a page without anything above it at `{path}/index`, where they have
 * none: pages of the first level are put below their top menu. What belongs to no top menu stays.
 */
const grouped = (nodes: readonly MenuNode[], tops: readonly TopMenuRow[]): readonly MenuNode[] => {
  const byTop = Map.groupBy(nodes, ({ id }) => tops.find(({ menus }) => menus.includes(id)));
  return [
    ...tops.flatMap((top) => {
      const own = byTop.get(top) ?? [];
      const pages = own.filter(({ hasChildren }) => !hasChildren);
      return [
        ...(pages.length > 0 ? [groupOf(top, pages)] : []),
        ...own.filter(({ hasChildren }) => hasChildren),
      ];
    }),
    ...(byTop.get(undefined) ?? []),
  ];
};

const leavesOf = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => (node.children ? leavesOf(node.children) : [node]));

/**
 * Where clients of the family go when a user opens a top menu: its own path if that is a page of
 * it, else the first of its pages; empty where it has none that a path leads to.
 */
const landingOf = (top: TopMenuRow, pages: readonly MenuNode[]): string => {
  const paths = leavesOf(pages)
    .filter(({ path, isOpen }) => path.startsWith('/') && isOpen !== 2)
    .map(({ path }) => path);
  return paths.find((path) => path === top.path) ?? paths[0] ?? '';
};

/** The codes that one of the actor's own roles grants, whichever is in force now. */
const permissionsOfRole = async (
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
      where rm.tenant_id = $1 and rm.role_id = $2 and ${inPackage('m')}`,
    [session.tenantId, roleId],
  );
  return new Set(rows.map((row) => row.code));
};

const optionalId = Type.Optional(idParam);

/** Menus, buttons and roles of the signed-in account. */
export const menuEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/routes',
    auth: 'public',
    summary: ['我的菜单', 'My pages'],
    input: Type.Object({ topMenuId: optionalId }),
    // Without a token there is nothing to show.
    run: async (input, { actor, engine }) =>
      actor === null
        ? []
        : engine.database.read(actor.tenantId, async (session) => {
            const tops = (await readTopMenus(session)).filter(
              ({ id: topId }) => input.topMenuId === undefined || topId === input.topMenuId,
            );
            if (input.topMenuId !== undefined && tops.length === 0) return [];
            const permitted = (row: MenuRow): boolean => actor.permissions.has(row.code);
            const pages = pagesOf(
              await readMenus(session),
              permitted,
              input.topMenuId === undefined ? undefined : tops[0],
            );
            return grouped(pages, tops);
          }),
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/buttons',
    auth: 'user',
    summary: ['我的按钮权限', 'My buttons'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      const rows = await engine.database.read(actor.tenantId, readMenus);
      return treeOf(
        withAncestors(rows, (row) => row.category === 2 && actor.permissions.has(row.code)),
      );
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/top-menu',
    auth: 'user',
    summary: ['我的顶部菜单', 'My top menu'],
    input: Type.Object({
      // Our own page takes the pages of all top menus at once, without a node above them.
      pages: Type.Optional(Type.String({ maxLength: 1 })),
      without: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    run: (input, { actor, engine }) =>
      engine.database.read(actor.tenantId, async (session) => {
        const rows = await readMenus(session);
        const tops = await readTopMenus(session);
        return tops.flatMap((top) => {
          const pages = pagesOf(rows, (row) => actor.permissions.has(row.code), top);
          if (pages.length === 0) return [];
          return [
            {
              id: top.id,
              tenantId: actor.tenantId,
              code: top.code,
              name: top.name,
              nameEn: top.name_en ?? '',
              source: top.source ?? '',
              path: landingOf(top, pages),
              /** The path above its pages, which leads our own page to the first of them. */
              root: rootOf(top),
              sort: top.sort,
              ...(input.pages === '1' && !holdsPath(top, input.without) && { pages }),
            },
          ];
        });
      }),
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/auth-routes',
    auth: 'public',
    summary: ['路由与角色', 'Pages and their roles'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      if (actor === null) return [];
      const rows = await engine.database.read(actor.tenantId, (session) =>
        session.query<{ path: string; roles: string[] }>(
          `select m.path, array_agg(r.role_alias order by r.sort) as roles
             from menu m
             join role_menu rm on rm.tenant_id = m.tenant_id and rm.menu_id = m.id
             join role r on r.tenant_id = m.tenant_id and r.id = rm.role_id and r.is_deleted = 0
            where m.tenant_id = $1 and m.category = '1' and m.path is not null and m.is_deleted = 0
              and m.code = any($2)
            group by m.path order by m.path`,
          [actor.tenantId, [...actor.permissions]],
        ),
      );
      return rows.map(({ path, roles }) => ({ [path]: { authority: roles } }));
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/role-ext/myRole',
    auth: 'user',
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
    auth: 'user',
    summary: ['某个角色的菜单', 'The pages of one of my roles'],
    input: Type.Object({ roleId: optionalId }),
    run: async (input, { actor, engine }) =>
      engine.database.read(actor.tenantId, async (session) => {
        const permissions =
          input.roleId === undefined
            ? actor.permissions
            : await permissionsOfRole(session, actor, input.roleId);
        const pages = pagesOf(await readMenus(session), (row) => permissions.has(row.code));
        return grouped(pages, await readTopMenus(session));
      }),
  }),
];

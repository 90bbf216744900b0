import type { Tx } from '@keyan/engine/store/connection/database.ts';
import type { Ids } from '@keyan/engine/store/schema/ids.ts';
import {
  type AssignedIds,
  assignedIdOf,
  assignIds,
  columnArrays,
} from '../shared/mechanisms/bulk.server.ts';
import type { RoleAlias } from '../shared/roles.ts';
import { menuOrigins } from '../system/menus/dictionaries.ts';
import type { MenuNode, TopMenu } from './menu-nodes.ts';

/** Row of the `menu` table for a node of the shipped menus. */
interface MenuRow {
  readonly code: string;
  readonly parent: string | null;
  readonly name: string;
  readonly english: string;
  readonly path: string | null;
  readonly source: string | null;
  readonly category: 1 | 2;
  readonly sort: number;
  readonly roles: readonly RoleAlias[];
}

const pageRows = (page: MenuNode, parent: string | null, sort: number): readonly MenuRow[] => [
  {
    code: page.code,
    parent,
    name: page.label[0],
    english: page.label[1],
    path: page.path,
    source: page.icon ?? null,
    category: 1,
    sort,
    roles: page.roles,
  },
  ...(page.pages ?? []).flatMap((child, index) => pageRows(child, page.code, index + 1)),
  ...(page.buttons ?? []).map(
    (button, index): MenuRow => ({
      code: button.code,
      parent: page.code,
      name: button.label[0],
      english: button.label[1],
      path: null,
      source: null,
      category: 2,
      sort: index + 1,
      roles: button.roles,
    }),
  ),
];

/** Role that has every right of its tenant, including rights to menus added later. */
const almighty: RoleAlias = 'administrator';

/**
 * Renames the code of an entry that a university added if a shipped entry needs the code; otherwise
 * holders of the added entry would gain the shipped right.
 */
const giveWay = async (tx: Tx, shipped: readonly MenuRow[]): Promise<void> => {
  await tx.query(
    `update menu set code = code || '_' || id, code_key = code || '_' || id, version = version + 1
      where tenant_id = $1 and code = any($2::text[]) and origin = $3 and is_deleted = 0`,
    [tx.tenantId, shipped.map(({ code }) => code), menuOrigins.own],
  );
};

/** Adds missing menus with their default grants, and the top menus. */
export const addMenus = async (
  tx: Tx,
  ids: Ids,
  roleIds: AssignedIds,
  menus: readonly TopMenu[],
): Promise<void> => {
  await giveWay(
    tx,
    menus.flatMap((top) => top.pages.flatMap((page) => pageRows(page, null, 0))),
  );
  const known = await tx.query<{ code: string; id: string }>(
    'select code, id from menu where tenant_id = $1 and is_deleted = 0',
    [tx.tenantId],
  );
  const shipped = menus.map((top) => ({
    top,
    rows: top.pages.flatMap((page, index) => pageRows(page, null, index + 1)),
  }));
  const rows = shipped.flatMap((menu) => menu.rows);
  const placed = assignIds(
    rows.map((row) => row.code),
    known,
    ids,
  );
  const added = rows
    .filter((row) => placed.added.has(row.code))
    .map(({ roles: _roles, parent, ...row }) => ({
      ...row,
      id: assignedIdOf(placed, row.code),
      parent: parent === null ? null : assignedIdOf(placed, parent),
    }));
  await tx.query(
    `insert into menu (tenant_id, id, parent_id, code, code_key, name, name_en, path, source, category,
       sort, is_open, is_hidden, origin)
     select $1, id, parent, code, code, name, english, path, source, category, sort, '1', '0', $11
       from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
         $8::text[], $9::text[], $10::int[])
         as given (id, parent, code, name, english, path, source, category, sort)`,
    [
      tx.tenantId,
      ...columnArrays(added, [
        'id',
        'parent',
        'code',
        'name',
        'english',
        'path',
        'source',
        'category',
        'sort',
      ]),
      menuOrigins.product,
    ],
  );
  // Updates the parent only: name and position may have been changed by the university.
  await tx.query(
    `update menu set path = given.path from unnest($2::bigint[], $3::text[]) as given (id, path)
      where menu.tenant_id = $1 and menu.id = given.id and menu.path is distinct from given.path`,
    [tx.tenantId, rows.map((row) => assignedIdOf(placed, row.code)), rows.map((row) => row.path)],
  );
  const grants = rows.flatMap((row) =>
    [almighty, ...row.roles]
      .filter((role) => placed.added.has(row.code) || roleIds.added.has(role))
      .map((role) => ({ role: assignedIdOf(roleIds, role), menu: assignedIdOf(placed, row.code) })),
  );
  await tx.query(
    `insert into role_menu (tenant_id, role_id, menu_id)
     select $1, * from unnest($2::bigint[], $3::bigint[]) on conflict do nothing`,
    [tx.tenantId, ...columnArrays(grants, ['role', 'menu'])],
  );
  await addTopMenus(tx, ids, placed, shipped);
};

const addTopMenus = async (
  tx: Tx,
  ids: Ids,
  placed: AssignedIds,
  shipped: readonly { readonly top: TopMenu; readonly rows: readonly MenuRow[] }[],
): Promise<void> => {
  const known = await tx.query<{ code: string; id: string }>(
    'select code, id from top_menu where tenant_id = $1 and is_deleted = 0',
    [tx.tenantId],
  );
  const codes = shipped.map(({ top }) => top.code);
  const tops = assignIds(codes, known, ids);
  const added = shipped.flatMap(({ top }, index) =>
    tops.added.has(top.code)
      ? [
          {
            id: assignedIdOf(tops, top.code),
            code: top.code,
            name: top.label[0],
            english: top.label[1],
            source: top.icon ?? null,
            path: top.path,
            sort: index + 1,
          },
        ]
      : [],
  );
  await tx.query(
    `insert into top_menu (tenant_id, id, code, code_key, name, name_en, source, path, sort)
     select $1, id, code, code, name, english, source, path, sort
       from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
         $8::int[]) as given (id, code, name, english, source, path, sort)`,
    [
      tx.tenantId,
      ...columnArrays(added, ['id', 'code', 'name', 'english', 'source', 'path', 'sort']),
    ],
  );
  const links = shipped.flatMap(({ top, rows }) =>
    rows
      .filter((row) => row.category === 1)
      .filter((row) => placed.added.has(row.code) || tops.added.has(top.code))
      .map((row) => ({ top: assignedIdOf(tops, top.code), menu: assignedIdOf(placed, row.code) })),
  );
  await tx.query(
    `insert into top_menu_menu (tenant_id, top_menu_id, menu_id)
     select $1, * from unnest($2::bigint[], $3::bigint[]) on conflict do nothing`,
    [tx.tenantId, ...columnArrays(links, ['top', 'menu'])],
  );
};

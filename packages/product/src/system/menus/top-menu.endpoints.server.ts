import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';
import { Type } from 'typebox';
import { nestRows, treeNode, withHasChildren } from '../../shared/mechanisms/tree.server.ts';
import { topMenu } from './top-menu.ts';
import { assertKeyMenusReachable } from './top-menu-behaviour.server.ts';

const resource = untypedResource(topMenu);

interface PageRow {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly nameEn: string;
  readonly hasChildren: boolean;
}

const readPages = async (session: Session): Promise<readonly PageRow[]> => {
  const rows = await session.query<Omit<PageRow, 'hasChildren'>>(
    `select m.id::text, coalesce(m.parent_id, 0)::text as "parentId", m.name,
       coalesce(m.name_en, m.name) as "nameEn"
       from menu m where m.tenant_id = $1 and m.category = '1' and m.is_deleted = 0
      order by m.sort, m.id`,
    [session.tenantId],
  );
  return withHasChildren(rows);
};

interface HeldPage {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly held: boolean;
  readonly wanted: boolean;
}

/** Gives a top menu exactly these pages. @throws Invalid for a page that is not there. */
const givePages = async (
  tx: Tx,
  topMenuId: string,
  menuIds: readonly string[],
): Promise<readonly Change[]> => {
  const pages = await tx.query<HeldPage>(
    `select m.id::text, m.code, m.name, m.id = any($3::bigint[]) as wanted,
       exists (select from top_menu_menu tm where tm.tenant_id = $1 and tm.top_menu_id = $2
                 and tm.menu_id = m.id) as held
       from menu m where m.tenant_id = $1 and m.category = '1' and m.is_deleted = 0
      order by m.sort, m.id`,
    [tx.tenantId, topMenuId, menuIds],
  );
  if (pages.filter(({ wanted }) => wanted).length !== new Set(menuIds).size) {
    throw new Invalid([{ path: 'menuIds', message: ['菜单不存在', 'There is no such menu'] }]);
  }
  const added = pages.filter(({ held, wanted }) => wanted && !held);
  const taken = pages.filter(({ held, wanted }) => held && !wanted);
  await tx.query(
    `delete from top_menu_menu
      where tenant_id = $1 and top_menu_id = $2 and menu_id = any($3::bigint[])`,
    [tx.tenantId, topMenuId, taken.map((page) => page.id)],
  );
  await tx.query(
    `insert into top_menu_menu (tenant_id, top_menu_id, menu_id)
     select tenant_id, $2::bigint, id from menu where tenant_id = $1 and id = any($3::bigint[])
     on conflict do nothing`,
    [tx.tenantId, topMenuId, added.map((page) => page.id)],
  );
  const names = (some: readonly HeldPage[]): string => some.map(({ name }) => name).join('、');
  return added.length + taken.length === 0
    ? []
    : [
        {
          path: 'menus',
          label: ['菜单（取消 → 新增）', 'Pages (removed → added)'],
          before: names(taken),
          after: names(added),
        },
      ];
};

const ids = Type.Array(idParam, { minItems: 1, maxItems: 200 });

/** The pages of top menus, as clients of the family give them. */
export const topMenuEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/grant-top-tree',
    auth: 'user',
    permissions: ['topmenu'],
    summary: ['顶部菜单可选的菜单', 'Pages available to top menus'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      const rows = await engine.database.read(actor.tenantId, readPages);
      return {
        menu: nestRows(rows.map((row) => ({ ...treeNode(row, row.name), titleEn: row.nameEn }))),
      };
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/top-tree-keys',
    auth: 'user',
    permissions: ['topmenu'],
    summary: ['顶部菜单已有的菜单', 'Pages of the top menus'],
    input: Type.Object({ topMenuIds: ids }),
    run: async ({ topMenuIds }, { actor, engine }) => {
      const rows = await engine.database.read(actor.tenantId, (session) =>
        session.query<{ id: string }>(
          `select distinct m.id::text from top_menu_menu tm
             join menu m on m.tenant_id = tm.tenant_id and m.id = tm.menu_id and m.is_deleted = 0
            where tm.tenant_id = $1 and tm.top_menu_id = any($2::bigint[])`,
          [session.tenantId, topMenuIds],
        ),
      );
      return { menu: rows.map((row) => row.id) };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-system/topmenu/grant',
    auth: 'user',
    permissions: ['topmenu_setting'],
    summary: ['设置顶部菜单的菜单', 'Set the pages of top menus'],
    input: Type.Object({ topMenuIds: ids, menuIds: Type.Array(idParam, { maxItems: 10_000 }) }),
    run: async ({ topMenuIds, menuIds }, { actor, engine }) => {
      await engine.database.transaction(actor.tenantId, async (tx) => {
        const transaction = behaviourTransaction({ engine, actor }, tx);
        for (const each of [...new Set(topMenuIds)].sort()) {
          const before = await lockRow(transaction, resource, each);
          const changes = await givePages(tx, each, menuIds);
          if (changes.length === 0) continue;
          await commitChange(transaction, {
            resource,
            before,
            after: before,
            action: 'update',
            changes,
          });
        }
        await assertKeyMenusReachable(tx);
      });
      return true;
    },
  }),
];

import { type Behaviour, defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { indispensableMenus } from './menu-codes.ts';
import { topMenu } from './top-menu.ts';

/**
 * Nobody could find the way back to menus, roles and accounts without a top menu that has them.
 * @throws Refused
 */
export const assertKeyMenusReachable = async (tx: Tx): Promise<void> => {
  const lost = await tx.query<{ name: string }>(
    `select m.name from menu m
      where m.tenant_id = $1 and m.is_deleted = 0 and m.code = any($2::text[]) and not exists (
        select from top_menu_menu tm join top_menu t on t.tenant_id = $1 and t.id = tm.top_menu_id
         where tm.tenant_id = $1 and tm.menu_id = m.id and t.is_deleted = 0)
      order by m.sort limit 1`,
    [tx.tenantId, [...indispensableMenus]],
  );
  const [first] = lost;
  if (!first) return;
  throw new Refused([
    `至少要有一个顶部菜单包含【${first.name}】`,
    `At least one top menu must contain “${first.name}”`,
  ]);
};

/**
 * Top menus as records: those of the product keep their code and stay.
 * @param shipped codes of the top menus of the product
 */
export const topMenuBehaviour = (shipped: ReadonlySet<string>): Behaviour =>
  defineBehaviour(topMenu, {
    complete: async ({ code }, { before }) => {
      if (before?.code && shipped.has(before.code) && code !== before.code) {
        throw new Invalid([
          {
            path: 'code',
            message: [
              '【菜单编号】系统内置顶部菜单的编号不能修改',
              'The code of a built-in top menu cannot be changed',
            ],
          },
        ]);
      }
      return {};
    },
    saved: async ({ id, code }, { action, tx }) => {
      if (action !== 'remove') return;
      if (shipped.has(code ?? '')) {
        throw new Refused([
          '系统内置顶部菜单不能删除，可以在菜单设置中取消其页面',
          'Built-in top menus cannot be deleted; remove their pages in the menu settings',
        ]);
      }
      await tx.query('delete from top_menu_menu where tenant_id = $1 and top_menu_id = $2', [
        tx.tenantId,
        id,
      ]);
      await assertKeyMenusReachable(tx);
    },
  });

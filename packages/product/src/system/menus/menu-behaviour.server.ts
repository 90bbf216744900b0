import { type Behaviour, defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { superRole } from '../../shared/references/platform.ts';
import { tenantRole } from '../accounts/reach.server.ts';
import { menu } from './menu.ts';
import { indispensableMenus, reservedRouteNames, routeNames } from './menu-codes.ts';

/** Shipped menus, passed in because they are composed in an upper layer. */
export interface ShippedMenus {
  /** Codes of pages, groups and buttons. */
  readonly codes: ReadonlySet<string>;
  /** Codes of top menus. */
  readonly tops: ReadonlySet<string>;
  /** Codes of groups, below which other entries may be placed. */
  readonly groups: ReadonlySet<string>;
}

const invalid = (path: string, message: Label): Invalid => new Invalid([{ path, message }]);

/** Fields of a shipped entry that are fixed, since permissions and routes depend on them. */
const fixed = ['code', 'path', 'category', 'action'] as const;

type MenuRow = Parameters<NonNullable<Behaviour<(typeof menu)['fields']>['complete']>>[0];

/** Returns whether the product checks the code as a permission; such a code may only be used by its shipped entry. */
export const isCheckedByProduct = (shipped: ShippedMenus, code: string): boolean =>
  shipped.codes.has(code) ||
  [...code.matchAll(/_/g)].some(({ index }) => shipped.codes.has(code.slice(0, index)));

const assertCode = (
  shipped: ShippedMenus,
  actor: Actor | SystemActor,
  code: string,
  before: string | null | undefined,
): void => {
  if (code === before) return;
  if (routeNames(code).some((name) => reservedRouteNames.has(name))) {
    throw invalid('code', [
      `【菜单编号】${code} 是保留名称，请换一个`,
      `The menu code ${code} is reserved; choose another`,
    ]);
  }
  const isSuper = isSystem(actor) || actor.roles.includes(superRole);
  if (!isSuper && isCheckedByProduct(shipped, code)) {
    throw invalid('code', [
      `【菜单编号】${code} 属于系统内置菜单，请换一个`,
      `The menu code ${code} belongs to a built-in entry; choose another`,
    ]);
  }
};

interface Above {
  readonly id: string;
  readonly code: string;
  readonly category: string;
}

/** Reads the ancestors of a parent, itself included. */
const readAbove = (tx: Tx, parentId: string): Promise<readonly Above[]> =>
  tx.query<Above>(
    `with recursive above as (
       select id, parent_id, code, category, 0 as place from menu where tenant_id = $1 and id = $2
       union
       select m.id, m.parent_id, m.code, m.category, above.place + 1
         from menu m join above on m.id = above.parent_id where m.tenant_id = $1 and above.place < 100)
     select id::text, code, category from above order by place`,
    [tx.tenantId, parentId],
  );

const assertParent = async (tx: Tx, shipped: ShippedMenus, row: MenuRow): Promise<void> => {
  if (!row.parentId) {
    if (row.category === '2') {
      throw invalid('parentId', [
        '【上级菜单】按钮要放在一个菜单下',
        'A button must be placed under a page',
      ]);
    }
    return;
  }
  const [parent] = await readAbove(tx, row.parentId);
  if (parent?.category === '2') {
    throw invalid('parentId', [
      '【上级菜单】按钮下不能再放菜单',
      'Nothing can be placed under a button',
    ]);
  }
  const isPage = parent && shipped.codes.has(parent.code) && !shipped.groups.has(parent.code);
  if (isPage && row.category === '1') {
    throw invalid('parentId', [
      '【上级菜单】内置页面下不能放菜单，请选分组',
      'No pages can be placed under a built-in page; choose a group',
    ]);
  }
};

/** Returns whether an indispensable page is the entry or below it. */
const keepsWayBack = async (tx: Tx, id: string): Promise<boolean> => {
  const rows = await tx.query<{ code: string }>(
    `with recursive below as (
       select id, code from menu where tenant_id = $1 and id = $2
       union
       select m.id, m.code from menu m join below on m.parent_id = below.id
        where m.tenant_id = $1 and m.is_deleted = 0)
     select code from below`,
    [tx.tenantId, id],
  );
  return rows.some(({ code }) => indispensableMenus.has(code));
};

/** Grants a new entry to the tenant's administrators, who may grant it on. */
const grantToAdministrators = (tx: Tx, id: string): Promise<unknown> =>
  tx.query(
    `insert into role_menu (tenant_id, role_id, menu_id)
     select tenant_id, id, $2::bigint from role
      where tenant_id = $1 and role_alias = any($3::text[]) and is_deleted = 0
     on conflict do nothing`,
    [tx.tenantId, id, [superRole, tenantRole]],
  );

/** Assigns an entry and its descendants to the top menus of its parent. */
const followTopMenus = async (tx: Tx, id: string, parentId: string): Promise<void> => {
  const below = `with recursive below as (
       select id, category from menu where tenant_id = $1 and id = $2
       union
       select m.id, m.category from menu m join below on m.parent_id = below.id
        where m.tenant_id = $1 and m.is_deleted = 0)`;
  await tx.query(
    `${below} delete from top_menu_menu tm using below
      where tm.tenant_id = $1 and tm.menu_id = below.id`,
    [tx.tenantId, id],
  );
  await tx.query(
    `${below} insert into top_menu_menu (tenant_id, top_menu_id, menu_id)
     select $1, tm.top_menu_id, below.id from below join top_menu_menu tm
         on tm.tenant_id = $1 and tm.menu_id = $3
      where below.category = '1' on conflict do nothing`,
    [tx.tenantId, id, parentId],
  );
};

const forget = async (tx: Tx, id: string): Promise<void> => {
  await tx.query('delete from role_menu where tenant_id = $1 and menu_id = $2', [tx.tenantId, id]);
  await tx.query('delete from top_menu_menu where tenant_id = $1 and menu_id = $2', [
    tx.tenantId,
    id,
  ]);
};

/**
 * Rules for menus: code, path and category of shipped entries are fixed; these entries can be hidden but not removed,
 * and no other entry may use their codes.
 */
export const menuBehaviour = (shipped: ShippedMenus): Behaviour =>
  defineBehaviour(menu, {
    complete: async (row, { before, tx, actor }) => {
      const isShipped = before?.code != null && shipped.codes.has(before.code);
      if (isShipped) {
        const changed = fixed.find((name) => (row[name] ?? '') !== (before[name] ?? ''));
        if (changed) {
          throw invalid(changed, [
            `【${menu.fields[changed].spec.label[0]}】系统内置菜单的此项不能修改`,
            `${menu.fields[changed].spec.label[1]}: cannot be changed for built-in entries`,
          ]);
        }
        if (row.category === '2' && row.parentId !== before.parentId) {
          throw invalid('parentId', [
            '【上级菜单】系统内置的按钮不能移动',
            'Built-in buttons cannot be moved',
          ]);
        }
      } else {
        assertCode(shipped, actor, row.code ?? '', before?.code);
      }
      if (!before || row.parentId !== before.parentId || row.category !== before.category) {
        await assertParent(tx, shipped, row);
      }
      return {};
    },
    saved: async (row, { before, action, tx }) => {
      if (action === 'remove') {
        if (shipped.codes.has(row.code ?? '')) {
          throw new Refused([
            '系统内置菜单不能删除，可以隐藏',
            'Built-in entries cannot be deleted, but they can be hidden',
          ]);
        }
        await forget(tx, row.id);
        return;
      }
      if (row.isHidden === '1' && before?.isHidden !== '1' && (await keepsWayBack(tx, row.id))) {
        throw invalid('isHidden', [
          '【隐藏】菜单、角色和用户的管理入口不能隐藏',
          'The entries for managing menus, roles and users cannot be hidden',
        ]);
      }
      if (!before || action === 'restore') await grantToAdministrators(tx, row.id);
      if (row.parentId && (row.parentId !== before?.parentId || action === 'restore')) {
        await assertShownPath(tx, row);
        await followTopMenus(tx, row.id, row.parentId);
      }
    },
  });

/** Refuses to move an entry with an indispensable page below a hidden one. */
const assertShownPath = async (
  tx: Tx,
  row: { readonly id: string; readonly parentId: string | null },
): Promise<void> => {
  const hidden = await tx.query(
    `with recursive above as (
       select id, parent_id, is_hidden from menu where tenant_id = $1 and id = $2
       union
       select m.id, m.parent_id, m.is_hidden from menu m join above on m.id = above.parent_id
        where m.tenant_id = $1)
     select 1 from above where is_hidden = '1' limit 1`,
    [tx.tenantId, row.parentId],
  );
  if (hidden.length > 0 && (await keepsWayBack(tx, row.id))) {
    throw invalid('parentId', [
      '【上级菜单】菜单、角色和用户的管理入口不能放在隐藏的菜单下',
      'The entries for managing menus, roles and users cannot be placed under a hidden entry',
    ]);
  }
};

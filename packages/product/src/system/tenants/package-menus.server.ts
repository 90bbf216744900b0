import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { indispensableMenus } from '../menus/menu-codes.ts';

/** Menu codes that every tenant has, whatever its package. */
const everybodys: readonly string[] = [...indispensableMenus, 'wel', 'todo', 'mymsg'];

/** Returns the codes of the given platform menus, their ancestors, and the indispensable pages with their buttons. */
export const codesOfMenus = async (
  session: Session,
  menuIds: readonly string[],
): Promise<readonly string[]> => {
  const rows = await session.query<{ code: string }>(
    `with recursive
     kept as (
       select id, parent_id, code, code = any($3::text[]) as whole from menu
        where tenant_id = $1 and is_deleted = 0 and (id = any($2::bigint[]) or code = any($3::text[]))
     ),
     upward as (
       select id, parent_id, code from kept
       union
       select m.id, m.parent_id, m.code from menu m join upward on m.id = upward.parent_id
        where m.tenant_id = $1 and m.is_deleted = 0
     )
     select code from upward
     union
     -- What nobody goes without, goes with its buttons.
     select m.code from menu m join kept on m.parent_id = kept.id and kept.whole
      where m.tenant_id = $1 and m.is_deleted = 0 and m.category = '2'
     order by 1`,
    [session.tenantId, menuIds, everybodys],
  );
  return rows.map(({ code }) => code);
};

/** Returns the codes of a package; null without a package, which allows everything. */
export const codesOfPackage = async (
  session: Session,
  packageId: string | null,
): Promise<readonly string[] | null> => {
  if (packageId === null) return null;
  const [found] = await session.query<{ menus: readonly string[] }>(
    `select coalesce(menu_id::text[], '{}') as menus from tenant_package
      where tenant_id = $1 and id = $2`,
    [session.tenantId, packageId],
  );
  return codesOfMenus(session, found?.menus ?? []);
};

/** Applies a package to its tenants at commit. */
export const applyPackageToTenants = async (
  tx: Tx,
  packageId: string,
  menuIds: readonly string[],
): Promise<void> => {
  const codes = await codesOfMenus(tx, menuIds);
  await tx.query(
    `update tenant set package_codes = $3::text[]
      where package_codes is distinct from $3::text[] and tenant_id in (
        select tenant_code from tenant_file where tenant_id = $1 and package_id = $2 and is_deleted = 0)`,
    [tx.tenantId, packageId, codes],
  );
};

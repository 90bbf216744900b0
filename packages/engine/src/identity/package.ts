/** `menu.origin` of menu entries that a tenant added itself; packages do not limit them. */
const ofTenant = '2';

/**
 * Returns the SQL condition that the package of tenant `$1` contains a menu or button. Grants of roles beyond the
 * package have no effect.
 * @param menu alias of the table `menu` in the statement.
 */
export const inPackage = (menu: string): string =>
  `(not exists (select from tenant t where t.tenant_id = $1 and t.package_codes is not null)
    or ${menu}.origin = '${ofTenant}'
    or ${menu}.code in (select unnest(t.package_codes) from tenant t where t.tenant_id = $1))`;

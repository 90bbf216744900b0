/** `menu.origin` of entries that a tenant added itself: no package speaks of them. */
const ofTenant = '2';

/**
 * A condition: may people of the tenant `$1` have this menu or button, as far as its package says? Whatever a role
 * grants beyond that sleeps.
 * @param menu the alias of the table `menu` in the statement.
 */
export const inPackage = (menu: string): string =>
  `(not exists (select from tenant t where t.tenant_id = $1 and t.package_codes is not null)
    or ${menu}.origin = '${ofTenant}'
    or ${menu}.code in (select unnest(t.package_codes) from tenant t where t.tenant_id = $1))`;

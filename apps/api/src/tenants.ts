import type { Engine } from '@keyan/engine/engine.ts';
import { furnish } from '@keyan/product/composition/found-tenant.server.ts';
import type { TenantGiven } from '@keyan/product/composition/setup.server.ts';
import { type ServerApplication, serverApplication } from '@keyan/product/index.server.ts';

/**
 * Gives a tenant everything that it needs before its first person: roles, menus, dictionaries,
 * parameters, and the shipped approval routes. Run again it adds what a newer version brings.
 */
export const furnishTenant = (
  engine: Engine,
  tenant: TenantGiven,
  application: ServerApplication = serverApplication,
): Promise<void> => furnish(engine, tenant, application);

/** The same for every tenant that is there, after an upgrade. */
export async function furnishTenants(engine: Engine): Promise<void> {
  const tenants = await engine.database.read('', (session) =>
    session.query<TenantGiven>(
      `select tenant_id as "tenantId", tenant_name as name from tenant where is_deleted = 0`,
    ),
  );
  for (const tenant of tenants) await furnishTenant(engine, tenant);
}

import type { Engine } from '@keyan/engine/engine.ts';
import { Unavailable } from '@keyan/engine/store/connection/failures.ts';
import { addTenantDefaults } from '@keyan/product/composition/found-tenant.server.ts';
import type { TenantInput } from '@keyan/product/composition/setup.server.ts';
import { type ServerApplication, serverApplication } from '@keyan/product/index.server.ts';
import { platformTenant } from '@keyan/product/shared/references/platform.ts';
import { createTenantJobName } from '@keyan/product/system/tenants/tenant.server.ts';

/**
 * Writes the shipped roles, menus, dictionaries, parameters and approval routes of a tenant. On a
 * tenant that has them, adds those of newer versions.
 */
export const setUpTenant = (
  engine: Engine,
  tenant: TenantInput,
  application: ServerApplication = serverApplication,
): Promise<void> => addTenantDefaults(engine, tenant, application);

/**
 * Sets up every existing tenant after an upgrade. If the database of a tenant is unreachable, full
 * or faulty, a job sets the tenant up later and retries, so that no other tenant waits.
 */
export async function setUpTenants(engine: Engine): Promise<void> {
  const tenants = await engine.database.read('', (session) =>
    session.query<TenantInput & { readonly isElsewhere: boolean }>(
      `select tenant_id as "tenantId", tenant_name as name, exists (select from tenant_home h
          where h.tenant_code = tenant_id and h.datasource_id is not null) as "isElsewhere"
         from tenant where is_deleted = 0`,
    ),
  );
  for (const tenant of tenants) {
    try {
      await setUpTenant(engine, tenant);
    } catch (error) {
      const isApart = tenant.isElsewhere || error instanceof Unavailable;
      if (!isApart || tenant.tenantId === platformTenant) throw error;
      const { tenantId } = tenant;
      await engine.jobs.send(
        platformTenant,
        { name: createTenantJobName },
        { tenantId },
        { key: tenantId },
      );
    }
  }
}

import type { Engine } from '@keyan/engine/engine.ts';
import { deployChains } from '@keyan/engine/workflow/definitions.ts';
import { setUpTenant, type TenantGiven } from '@keyan/product/composition/setup.server.ts';
import { type ServerApplication, serverApplication } from '@keyan/product/index.server.ts';
import { addAttachmentCategories } from '@keyan/product/system/storage/attachment-category.server.ts';

/**
 * Gives a tenant everything that it needs before its first person: roles, menus, dictionaries,
 * parameters, and the shipped approval routes. Run again it adds what a newer version brings.
 */
export async function furnishTenant(
  engine: Engine,
  tenant: TenantGiven,
  application: ServerApplication = serverApplication,
): Promise<void> {
  await setUpTenant(engine, tenant, application.dictionaries.values(), application.menus);
  await engine.database.transaction(tenant.tenantId, async (tx) => {
    const processes = application.kinds.map(({ process }) => process);
    await addAttachmentCategories(tx, engine.ids, application.resources, engine.clock());
    await deployChains(tx, engine.ids, processes, engine.clock());
  });
}

/** The same for every tenant that is there, after an upgrade. */
export async function furnishTenants(engine: Engine): Promise<void> {
  const tenants = await engine.database.read('', (session) =>
    session.query<TenantGiven>(
      `select tenant_id as "tenantId", tenant_name as name from tenant where is_deleted = 0`,
    ),
  );
  for (const tenant of tenants) await furnishTenant(engine, tenant);
}

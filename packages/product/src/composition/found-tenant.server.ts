import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { deployChains } from '@keyan/engine/workflow/drawings/definitions.ts';
import type { Parameter } from '@keyan/kernel/definition/field/parameter.ts';
import type { Kind } from '@keyan/kernel/definition/life/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { addAttachmentCategories } from '../system/storage/attachment-category.server.ts';
import { createTenantJobName } from '../system/tenants/tenant.server.ts';
import type { TopMenu } from './menu-nodes.ts';
import { oneSetUpAtATime, setUpTenant, type TenantInput } from './setup.server.ts';

/**
 * Default data of every tenant: the menus, dictionaries, parameters, attachment categories and approval routes of the
 * product.
 */
export interface TenantDefaults {
  readonly resources: readonly Resource[];
  readonly kinds: readonly Kind[];
  readonly dictionaries: ReadonlyMap<string, Dictionary>;
  readonly menus: readonly TopMenu[];
  readonly parameters: readonly Parameter<string | number>[];
}

type TenantDependencies = Pick<Engine, 'database' | 'ids' | 'clock'>;

/**
 * Creates the default data of a tenant: roles, menus, dictionaries, parameters and approval routes.
 * A repeated call adds only what a newer version ships.
 */
export const addTenantDefaults = async (
  parts: TenantDependencies,
  tenant: TenantInput,
  { resources, kinds, dictionaries, menus, parameters }: TenantDefaults,
): Promise<void> => {
  await setUpTenant(parts, tenant, dictionaries.values(), menus, parameters);
  await parts.database.transaction(tenant.tenantId, async (tx) => {
    await oneSetUpAtATime(tx);
    await addAttachmentCategories(tx, parts.ids, resources, parts.clock());
    const processes = kinds.map(({ process }) => process);
    await deployChains(tx, parts.ids, processes, parts.clock());
  });
};

/** Sets up a tenant that the platform administrator created. */
export const createTenant = (
  furniture: TenantDefaults,
): EngineJob<{ readonly tenantId: string }> => ({
  name: createTenantJobName,
  label: ['建立租户', 'Set up a tenant'],
  run: async ({ data: { tenantId } }, engine) => {
    const [found] = await engine.database.read('', (session) =>
      session.query<{ name: string }>(
        'select tenant_name as name from tenant where tenant_id = $1 and is_deleted = 0',
        [tenantId],
      ),
    );
    if (!found) return { done: 0, left: 1 };
    await addTenantDefaults(engine, { tenantId, name: found.name }, furniture);
    return { done: 1 };
  },
});

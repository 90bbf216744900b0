import { hasProcess } from '@keyan/kernel/definition/base-fields.ts';
import { sql } from 'kysely';
import { draftDays } from '../drafts/drafts.ts';
import type { Engine, EngineJob } from '../engine.ts';
import type { FileService } from '../files/service.ts';
import { fillSearch } from '../search/fill.ts';
import { compile, slot } from '../store/compile.ts';
import { recordTablesOf } from '../workflow/invariants.ts';
import { recordTroubles } from '../workflow/troubles.ts';

interface TenantRow {
  readonly id: string;
  readonly inUse: boolean;
}

/** Every tenant, also those that were closed; the table itself belongs to no tenant. */
const allTenants = (engine: Engine): Promise<readonly TenantRow[]> =>
  engine.database.read('', (session) =>
    session.query<TenantRow>('select tenant_id as id, is_deleted = 0 as "inUse" from tenant'),
  );

/** Every tenant that is in use. */
const tenantsOf = async (engine: Engine): Promise<readonly string[]> =>
  (await allTenants(engine)).filter(({ inUse }) => inUse).map(({ id }) => id);

/** Removes uploads that no record took, and content that no file refers to. */
export const sweepFiles = (files: Pick<FileService, 'sweep'>): EngineJob => ({
  name: 'sweep-files',
  cron: '20 3 * * *',
  run: async (_data, engine) => {
    for (const tenant of await tenantsOf(engine)) {
      const removed = await files.sweep(tenant);
      if (removed > 0) engine.log.info({ tenant, removed }, 'unused files removed');
    }
  },
});

/** Removes content that a killed process stored and never got to record. */
export const sweepStore = (files: Pick<FileService, 'sweepOrphans'>): EngineJob => ({
  name: 'sweep-store',
  cron: '10 4 * * *',
  run: async (_data, engine) => {
    const tenants = (await allTenants(engine)).map(({ id }) => id);
    const { removed, left } = await files.sweepOrphans(tenants);
    if (removed > 0) engine.log.info({ removed }, 'stored content without a row removed');
    if (left > 0) {
      engine.log.error({ left }, 'much stored content has no row: is this its database?');
    }
  },
});

/** Days for which the rows of an import wait for their confirmation, or can be looked up after. */
const importDays = 7;

/** Removes imports that were not confirmed, and the results of those older than a week. */
export const sweepImports: EngineJob = {
  name: 'sweep-imports',
  cron: '40 3 * * *',
  run: async (_data, engine) => {
    const before = new Date(engine.clock().getTime() - importDays * 24 * 3_600_000);
    for (const tenant of await tenantsOf(engine)) {
      await engine.database.transaction(tenant, async (tx) => {
        await tx.query(
          `delete from import_row r using import_batch b
            where r.tenant_id = $1 and b.tenant_id = $1 and b.id = r.batch_id and b.create_time < $2`,
          [tenant, before],
        );
        await tx.query('delete from import_batch where tenant_id = $1 and create_time < $2', [
          tenant,
          before,
        ]);
      });
    }
  },
};

/** Removes drafts past their time. */
export const sweepDrafts: EngineJob = {
  name: 'sweep-drafts',
  cron: '30 3 * * *',
  run: async (_data, engine) => {
    const before = new Date(engine.clock().getTime() - draftDays * 24 * 3_600_000);
    for (const tenant of await tenantsOf(engine)) {
      await engine.database.transaction(tenant, (tx) =>
        tx.query('delete from form_draft where tenant_id = $1 and save_time < $2', [
          tenant,
          before,
        ]),
      );
    }
  },
};

/** Open tasks whose record is not in approval: the program never leaves one. */
const orphans = (table: string): ReturnType<typeof compile> =>
  compile(
    sql`select k.id, k.business_id as "businessId" from wf_task k join ${sql.table(table)} t on t.tenant_id = k.tenant_id and t.id = k.business_id where k.tenant_id = ${slot('tenant')} and k.status = 'TODO' and (t.is_deleted = 1 or t.audit_status not in ('1', '3')) limit 100`,
  );

/**
 * Looks every night for tasks that point to a record which is not in approval. It reports and
 * touches nothing: such a task is the trace of a fault that has to be understood.
 */
export const findOrphanTasks: EngineJob = {
  name: 'find-orphan-tasks',
  cron: '0 4 * * *',
  run: async (_data, engine) => {
    const approved = [...engine.resources.values()].filter(hasProcess);
    for (const tenant of await tenantsOf(engine)) {
      for (const resource of approved) {
        const tasks = await engine.database.read(tenant, (session) =>
          session.query(orphans(resource.table).bind({ tenant })),
        );
        if (tasks.length > 0) {
          engine.log.error({ tenant, resource: resource.key, tasks }, 'orphan tasks');
        }
      }
    }
  },
};

/**
 * Offers tasks on which nobody can act (the assignee has left, a role has lost its last holder) to
 * the administrators, every night.
 */
export const offerStuckTasks: EngineJob = {
  name: 'offer-stuck-tasks',
  cron: '30 4 * * *',
  run: async (_data, engine) => {
    for (const tenant of await tenantsOf(engine)) {
      const { found, left } = await engine.workflow.offerStuckTasks(engine, tenant);
      if (found > 0) engine.log.info({ tenant, found, left }, 'tasks offered to administrators');
    }
  },
};

/** Completes the waits of approvals whose time has passed, every minute. */
export const completeWaits: EngineJob = {
  name: 'complete-waits',
  cron: '* * * * *',
  run: async (_data, engine) => {
    for (const tenant of await tenantsOf(engine)) {
      const { completed, left } = await engine.workflow.completeWaits(engine, tenant);
      if (completed > 0) engine.log.info({ tenant, completed }, 'waits completed');
      if (left > 0) engine.log.warn({ tenant, left }, 'waits that could not be completed');
    }
  },
};

/** Makes the calls outside that approvals have asked for, every minute. */
export const deliverCalls: EngineJob = {
  name: 'deliver-calls',
  cron: '* * * * *',
  run: async (_data, engine) => {
    for (const tenant of await tenantsOf(engine)) {
      const { delivered, failed } = await engine.workflow.deliverCalls(engine, tenant);
      if (delivered > 0) engine.log.info({ tenant, delivered }, 'calls made');
      if (failed > 0) engine.log.warn({ tenant, failed }, 'calls that failed');
    }
  },
};

/**
 * Checks the invariants of every process at night, after the tasks of people who left have been offered
 * to others, and keeps what does not hold in `wf_trouble`.
 */
export const checkProcesses: EngineJob = {
  name: 'check-processes',
  cron: '10 5 * * *',
  run: async (_data, engine) => {
    const tables = recordTablesOf(engine.resources.values());
    for (const tenant of await tenantsOf(engine)) {
      const troubles = await engine.database.transaction(tenant, (tx) =>
        recordTroubles(tx, engine.ids, tables, engine.clock()),
      );
      if (troubles > 0) engine.log.error({ tenant, troubles }, 'processes with troubles');
    }
  },
};

/**
 * Makes search entries that are missing or were made by an older definition: sent at every start,
 * and at night.
 */
export const fillSearchEntries: EngineJob = {
  name: 'fill-search',
  cron: '50 4 * * *',
  run: async (_data, engine) => {
    for (const tenant of await tenantsOf(engine)) {
      const made = await fillSearch(engine, tenant);
      if (made > 0) engine.log.info({ tenant, made }, 'search entries made');
    }
  },
};

/** The scheduled cleanup jobs of an installation. */
export const maintenanceJobs = (
  files: Pick<FileService, 'sweep' | 'sweepOrphans'>,
): readonly EngineJob<never>[] =>
  [
    sweepFiles(files),
    sweepStore(files),
    sweepImports,
    sweepDrafts,
    findOrphanTasks,
    offerStuckTasks,
    checkProcesses,
    completeWaits,
    deliverCalls,
    fillSearchEntries,
  ] as readonly EngineJob<never>[];

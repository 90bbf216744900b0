import type { Engine } from '@keyan/engine/engine.ts';
import { hasProcess } from '@keyan/kernel/definition/base-fields.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** How much of the story is stored; kept, so that an interrupted start continues. */
interface Progress {
  /** The moment that counts as today. */
  readonly now: string;
  /** Events stored so far; `all` when nothing is left. */
  readonly told: number | 'all';
}

export const readProgress = async (engine: Engine): Promise<Progress | null> => {
  const [row] = await engine.database.read(tenantId, (session) =>
    session.query<{ value: string }>('select value from demo_progress where tenant_id = $1', [
      tenantId,
    ]),
  );
  return row ? (JSON.parse(row.value) as Progress) : null;
};

/**
 * Keys of the resources of which the demo university has no record, deleted ones included. Of a kind with
 * an approval only what people handed in counts: what the program writes down went through none.
 */
export const emptyResources = async (engine: Engine): Promise<readonly string[]> => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ key: string }>(
      [...engine.resources.values()]
        .filter(({ scarce }) => scarce?.records !== 'none')
        .map(
          (resource) =>
            `select '${resource.key}' as key where not exists (select 1 from ${resource.table}
               where tenant_id = $1 ${hasProcess(resource) ? 'and process_instance_id is not null' : ''})`,
        )
        .join(' union all '),
      [tenantId],
    ),
  );
  return rows.map(({ key }) => key);
};

export const writeProgress = (engine: Engine, progress: Progress): Promise<void> =>
  engine.database.transaction(tenantId, async (tx) => {
    await tx.query(
      `insert into demo_progress (tenant_id, value) values ($1, $2)
       on conflict (tenant_id) do update set value = excluded.value`,
      [tenantId, JSON.stringify(progress)],
    );
  });

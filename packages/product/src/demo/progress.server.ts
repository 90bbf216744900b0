import type { Engine } from '@keyan/engine/engine.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/**
 * The parts of the demo, in the order in which they are told; `seed.server.ts` has how. A part that a newer
 * version brings is told once to a demo that is there already.
 */
export const partNames = [
  'registrations',
  'posts',
  'office',
  'funds',
  'endedProjects',
  'contracts',
  'differences',
  'looks',
  'reports',
  'claims',
  'money',
  'contractEndings',
  'outcomes',
  'projectOutcomes',
  'reviews',
  'yearlyBooks',
  'scoring',
  'certificates',
  'retractions',
  'warnings',
  'annual',
  'projectStates',
  'sponsorLimits',
  'callReview',
  'otherReviews',
  'proposals',
  'platform',
  'moneyBack',
  'absences',
  'collecting',
  'publishing',
  'calls',
  'filling',
] as const;
export type PartName = (typeof partNames)[number];

/** How far the demo is told. */
export interface DemoProgress {
  /** The moment that counts as today. */
  readonly now: string;
  /**
   * `all` once it was told from its beginning to its end; anything else means that a start was broken off. Earlier
   * versions counted events.
   */
  readonly told: 'begun' | 'all' | number;
  /** The tenant had no account before it. */
  readonly isFresh?: boolean;
  /** Parts that were told, or begun in a demo that people use; absent before there were parts. */
  readonly parts?: readonly PartName[];
}

export const readProgress = async (engine: Engine): Promise<DemoProgress | null> => {
  const [row] = await engine.database.read(tenantId, (session) =>
    session.query<{ value: string }>('select value from demo_progress where tenant_id = $1', [
      tenantId,
    ]),
  );
  return row ? (JSON.parse(row.value) as DemoProgress) : null;
};

/**
 * Was a start broken off in the middle of the demo, in a tenant that holds nothing else? Nobody has signed in
 * then, and nobody was there before: it can be told anew from its beginning.
 */
export const isDemoIncomplete = async (engine: Engine): Promise<boolean> => {
  const progress = await readProgress(engine);
  if (!progress || progress.told === 'all' || progress.isFresh === false) return false;
  const [session] = await engine.database.read(tenantId, (reading) =>
    reading.query('select 1 from session where tenant_id = $1 limit 1', [tenantId]),
  );
  return !session;
};

/** Is nothing left to tell: neither a part nor a kind of record that a newer version brought? */
export const isDemoComplete = async (engine: Engine): Promise<boolean> => {
  const { told, parts = [] } = (await readProgress(engine)) ?? {};
  const all = told === 'all' && partNames.every((name) => parts.includes(name));
  return all && (await emptyResources(engine)).length === 0;
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

export const writeProgress = (engine: Engine, progress: DemoProgress): Promise<void> =>
  engine.database.transaction(tenantId, async (tx) => {
    await tx.query(
      `insert into demo_progress (tenant_id, value) values ($1, $2)
       on conflict (tenant_id) do update set value = excluded.value`,
      [tenantId, JSON.stringify(progress)],
    );
  });

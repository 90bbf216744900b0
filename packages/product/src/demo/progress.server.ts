import type { Engine } from '@keyan/engine/engine.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { peopleName, readWrittenChapters } from './chapters.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/**
 * Names of the parts of the demo, in the order of writing; `demoParts` in `seed.server.ts` holds their functions. A part
 * that a newer version adds is written once into an existing demo.
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

/** Stored progress of writing the demo, JSON in the table `demo_progress`. */
export interface DemoProgress {
  /** Time that the demo treats as today, ISO 8601. */
  readonly now: string;
  /**
   * `all` once every chapter is written; any other value means that a start was interrupted. Earlier versions stored the
   * number of events.
   */
  readonly told: 'begun' | 'all' | number;
  /** True if the tenant had no account when writing began. */
  readonly isFresh?: boolean;
  /** Parts that are written or left out; absent in demos of versions without parts. */
  readonly parts?: readonly PartName[];
  /** Number of all chapters; absent in demos that a version without chapters began. */
  readonly chapters?: number;
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
 * Returns whether a start of a version without chapters was interrupted in an otherwise unused tenant (no account
 * before the demo, no session since): then the demo can be deleted and written again.
 */
export const isDemoIncomplete = async (engine: Engine): Promise<boolean> => {
  const progress = await readProgress(engine);
  if (!progress || progress.told === 'all' || progress.chapters || progress.isFresh === false)
    return false;
  const [session] = await engine.database.read(tenantId, (reading) =>
    reading.query('select 1 from session where tenant_id = $1 limit 1', [tenantId]),
  );
  return !session;
};

/** Returns whether the accounts of the demo exist, so that visitors can sign in. */
export const isDemoFounded = async (engine: Engine): Promise<boolean> =>
  (await readProgress(engine))?.told === 'all' ||
  (await readWrittenChapters(engine)).has(peopleName);

/**
 * Returns the written percentage of the demo, 0 to 99; null if the demo is complete, was never begun, or was begun by a
 * version without chapters.
 */
export const demoPercentage = async (engine: Engine): Promise<number | null> => {
  const [row] = await engine.database.short<{ value: string; written: number }>(tenantId, {
    sql: `select value, (select count(*)::int from demo_chapter
                           where tenant_id = $1 and name not like 'record %') as written
            from demo_progress where tenant_id = $1`,
    parameters: [tenantId],
  });
  if (!row) return null;
  const { told, chapters = 0 } = JSON.parse(row.value) as DemoProgress;
  return told === 'all' || chapters === 0
    ? null
    : Math.min(99, Math.floor((100 * row.written) / chapters));
};

/** Returns whether all parts are written and no resource lacks specimens, including those that a newer version added. */
export const isDemoComplete = async (engine: Engine): Promise<boolean> => {
  const { told, parts = [] } = (await readProgress(engine)) ?? {};
  const all = told === 'all' && partNames.every((name) => parts.includes(name));
  return all && (await emptyResources(engine)).length === 0;
};

/**
 * Returns the keys of the resources without any record in the demo tenant; deleted records count as records. In
 * resources with an approval only submitted records count. Until the demo is complete, records that visitors create
 * do not count.
 */
export const emptyResources = async (engine: Engine): Promise<readonly string[]> => {
  const progress = await readProgress(engine);
  const until = progress && progress.told !== 'all' ? progress.now : 'infinity';
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ key: string }>(
      [...engine.resources.values()]
        .filter(({ scarce }) => scarce?.records !== 'none')
        .map(
          (resource) =>
            `select '${resource.key}' as key where not exists (select 1 from ${resource.table}
               where tenant_id = $1 and create_time <= $2
                 ${hasProcess(resource) ? 'and process_instance_id is not null' : ''})`,
        )
        .join(' union all '),
      [tenantId, until],
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

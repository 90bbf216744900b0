import type { Engine } from '@keyan/engine/engine.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { chaptersTold, peopleName } from './chapters.server.ts';
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
  /** Parts that were told, or left out; absent before there were parts. */
  readonly parts?: readonly PartName[];
  /** Number of all chapters; absent where an earlier version began that knew none. */
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
 * Was a start of an earlier version, which knew no chapters, broken off in the middle of the demo, in a tenant that
 * holds nothing else? Nobody has signed in then, and nobody was there before: it can be told anew from its beginning.
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

/** Do the people of the demo stand, so that visitors can sign in? */
export const isDemoFounded = async (engine: Engine): Promise<boolean> =>
  (await readProgress(engine))?.told === 'all' || (await chaptersTold(engine)).has(peopleName);

/** Percentage of the demo that is told; null where all of it is, or none is to be. */
export const demoPercentage = async (engine: Engine): Promise<number | null> => {
  const [row] = await engine.database.short<{ value: string; told: number }>(tenantId, {
    sql: `select value, (select count(*)::int from demo_chapter
                           where tenant_id = $1 and name not like 'record %') as told
            from demo_progress where tenant_id = $1`,
    parameters: [tenantId],
  });
  if (!row) return null;
  const { told, chapters = 0 } = JSON.parse(row.value) as DemoProgress;
  return told === 'all' || chapters === 0
    ? null
    : Math.min(99, Math.floor((100 * row.told) / chapters));
};

/** Is nothing left to tell: neither a part nor a kind of record that a newer version brought? */
export const isDemoComplete = async (engine: Engine): Promise<boolean> => {
  const { told, parts = [] } = (await readProgress(engine)) ?? {};
  const all = told === 'all' && partNames.every((name) => parts.includes(name));
  return all && (await emptyResources(engine)).length === 0;
};

/**
 * Keys of the resources of which the demo university has no record, deleted ones included. Of a kind with
 * an approval only what people handed in counts: what the program writes down went through none. While the demo is
 * told, what visitors write meanwhile does not count.
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

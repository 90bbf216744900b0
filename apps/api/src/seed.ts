import { withoutDurableCommits } from '@keyan/engine/base/commits.ts';
import { createEngine, type Engine } from '@keyan/engine/engine.ts';
import { createMessages } from '@keyan/engine/messages/service.ts';
import { removeTenant, removeTenantRows } from '@keyan/engine/store/homes/remove-tenant.ts';
import {
  demoPercentage,
  isDemoComplete,
  isDemoFounded,
  isDemoIncomplete,
} from '@keyan/product/demo/progress.server.ts';
import { demoSite as siteOf } from '@keyan/product/demo/site.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import pg from 'pg';
import type { Parts } from './parts.ts';
import { setUpTenant } from './tenants.ts';

/** Texts that a demo installation shows to visitors. */
export const demoSite = siteOf();

const demoTenant = {
  tenantId: university.tenantId,
  name: university.name[0],
  nameEn: university.name[1],
};

const never = new AbortController().signal;

/**
 * Runs work while no other process of the installation runs such work: processes that start together on one empty
 * database wait for each other, and one tells the story.
 * @param signal ends the waiting
 */
const oneAtATime = async <T>(
  ownerUrl: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted();
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'keyan-demo' });
  // The lock goes with the connection. Each chapter is noted once, whoever tells it.
  client.on('error', () => undefined);
  await client.connect();
  // Another process may tell for minutes: whoever is stopped does not wait for it.
  const giveUp = (): void => void client.end();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await client.query(`select pg_advisory_lock(hashtextextended('demo story', 0))`);
    return await withoutDurableCommits(work);
  } finally {
    signal.removeEventListener('abort', giveUp);
    await client.end().catch(() => undefined);
  }
};

/** Gathers statistics of every table for the planner, as the owner of the tables. */
const analyse = async (ownerUrl: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    await owner.query('analyze');
  } finally {
    await owner.end();
  }
};

/**
 * Removes what a start of an earlier version told that was broken off, and the tenants that the demo made: nobody has
 * signed in, so that nobody else made one.
 * @param ownerUrl the database as the owner of its tables
 */
export const removeDemo = async ({ engine }: Parts, ownerUrl: string): Promise<void> => {
  const made = await engine.database.read(university.tenantId, (session) =>
    session.query<{ tenant_id: string }>('select tenant_id from tenant where tenant_id <> $1', [
      university.tenantId,
    ]),
  );
  for (const { tenant_id } of made) await removeTenant(ownerUrl, tenant_id);
  await removeTenantRows(ownerUrl, university.tenantId);
};

/** The engine of the seed runs on a clock of its own, so that the past gets its right moments. */
const seedParts = ({ engine: given, live, files, workflow, financeSources }: Parts) => {
  const clock = { now: new Date() };
  const engine: Engine = createEngine({
    ...given,
    resources: [...given.resources.values()],
    behaviours: [...given.behaviours.values()],
    clock: () => clock.now,
    messages: createMessages({ ids: given.ids, clock: () => clock.now, live }),
  });
  return { engine, files, workflow, financeSources, clock };
};

/**
 * Gives the demo tenant its people on the first start, so that visitors can sign in; the rest is told by `tellDemo`.
 * Writing does not wait for the disk: the next start tells again what a crash loses.
 * @param ownerUrl the database as the owner of its tables
 * @param signal breaks it off
 * @returns whether anything is left to tell
 */
export const foundDemo = async (
  parts: Parts,
  ownerUrl: string,
  say: (line: string) => void,
  signal: AbortSignal = never,
): Promise<boolean> => {
  if (!(await isDemoFounded(parts.engine))) {
    await oneAtATime(ownerUrl, signal, async () => {
      if (await isDemoIncomplete(parts.engine)) {
        say('An earlier version was stopped while it told the demo: it is told anew');
        await removeDemo(parts, ownerUrl);
      }
      await setUpTenant(parts.engine, demoTenant);
      const { foundDemo: found } = await import('@keyan/product/demo/seed.server.ts');
      await found(seedParts(parts), signal, say);
    });
  }
  return !(await isDemoComplete(parts.engine));
};

/** Listeners and the signal of a telling. */
export interface TellingOptions {
  /** Hears of chapters that are left out. */
  readonly say: (line: string) => void;
  /** Hears how much is told, in percent, after each chapter. */
  readonly onProgress?: (percentage: number) => void;
  /** Breaks it off; the next start goes on. */
  readonly signal?: AbortSignal;
}

/** Number of chapters after which PostgreSQL analyses its tables: with old statistics lists of processes take seconds. */
const analysedEvery = 100;

/**
 * Tells the demo to its end, whatever a start before left to tell; people may be at work meanwhile.
 * @param ownerUrl the database as the owner of its tables
 * @returns whether anything was left to tell
 * @throws what the environment refuses (a database that is away, a full disk), and the reason of the signal
 */
export const tellDemo = (
  parts: Parts,
  ownerUrl: string,
  { say, onProgress, signal = never }: TellingOptions,
): Promise<boolean> =>
  oneAtATime(ownerUrl, signal, async () => {
    if (await isDemoComplete(parts.engine)) return false;
    const { tellDemo: tell } = await import('@keyan/product/demo/seed.server.ts');
    let chapters = 0;
    onProgress?.((await demoPercentage(parts.engine)) ?? 0);
    await tell(seedParts(parts), signal, async (name, leftOut) => {
      if (leftOut !== null) {
        // Entries may have been read within the chapter that was undone.
        parts.dictionaries.forget();
        say(`Left out of the demo: ${name}: ${leftOut}`);
      }
      chapters += 1;
      if (chapters % analysedEvery === 0) await analyse(ownerUrl);
      onProgress?.((await demoPercentage(parts.engine)) ?? 100);
    });
    await analyse(ownerUrl);
    return true;
  });

/**
 * Founds the demo and tells all of it, for whoever needs the whole.
 * @param ownerUrl the database as the owner of its tables
 * @returns whether this call told anything of it
 */
export const seedDemo = async (
  parts: Parts,
  ownerUrl: string,
  say: (line: string) => void,
): Promise<boolean> => {
  const isLeft = await foundDemo(parts, ownerUrl, say);
  // A newer version may bring roles, menus and dictionaries, too.
  await setUpTenant(parts.engine, demoTenant);
  return isLeft && tellDemo(parts, ownerUrl, { say });
};

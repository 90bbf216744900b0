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

const neverAborted = new AbortController().signal;

/**
 * Runs work while no other process of the installation runs it: of processes that start at the same
 * time on an empty database, one writes the demo and the others wait.
 * @param signal ends the waiting
 */
const withDemoLock = async <T>(
  ownerUrl: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted();
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'keyan-demo' });
  // The lock ends with the connection. Each finished chapter is stored, so no process writes one
  // twice.
  client.on('error', () => undefined);
  await client.connect();
  // Another process may hold the lock for minutes: a process that is stopped ends its wait at once.
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
 * Deletes an unfinished demo of an earlier version, and the tenants that the demo made. All tenants
 * other than the platform are the demo's, as nobody has signed in yet.
 * @param ownerUrl address of the schema's owner
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

/** Makes the services of the demo with a separate clock, so that past events get past times. */
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
 * Writes the accounts of the demo tenant at the first start, so that visitors can sign in;
 * `writeDemo` writes the rest. Commits do not wait for the disk: the next start writes again what a
 * crash loses.
 * @param ownerUrl address of the schema's owner
 * @param signal stops the writing
 * @returns whether anything remains to write
 */
export const writeDemoAccounts = async (
  parts: Parts,
  ownerUrl: string,
  say: (line: string) => void,
  signal: AbortSignal = neverAborted,
): Promise<boolean> => {
  if (!(await isDemoFounded(parts.engine))) {
    await withDemoLock(ownerUrl, signal, async () => {
      if (await isDemoIncomplete(parts.engine)) {
        say('An earlier version was stopped while it wrote the demo: the demo is written again');
        await removeDemo(parts, ownerUrl);
      }
      await setUpTenant(parts.engine, demoTenant);
      const { foundDemo: found } = await import('@keyan/product/demo/seed.server.ts');
      await found(seedParts(parts), signal, say);
    });
  }
  return !(await isDemoComplete(parts.engine));
};

/** Callbacks and the stop signal of writing the demo. */
export interface DemoWritingOptions {
  /** Called with a line for each skipped chapter. */
  readonly say: (line: string) => void;
  /** Called after each chapter with the percentage that is written. */
  readonly onProgress?: (percentage: number) => void;
  /** Stops the writing; the next start continues. */
  readonly signal?: AbortSignal;
}

/**
 * Number of chapters between two runs of `analyze`: with old statistics lists of processes take
 * seconds.
 */
const chaptersPerAnalyse = 100;

/**
 * Writes the rest of the demo that earlier starts have not written; people may use the program
 * meanwhile.
 * @param ownerUrl address of the schema's owner
 * @returns whether anything remained to write
 * @throws an error of the environment (an unreachable database, a full disk), or the reason of the
 * signal
 */
export const writeDemo = (
  parts: Parts,
  ownerUrl: string,
  { say, onProgress, signal = neverAborted }: DemoWritingOptions,
): Promise<boolean> =>
  withDemoLock(ownerUrl, signal, async () => {
    if (await isDemoComplete(parts.engine)) return false;
    const { writeDemo: write } = await import('@keyan/product/demo/seed.server.ts');
    let chapters = 0;
    onProgress?.((await demoPercentage(parts.engine)) ?? 0);
    await write(seedParts(parts), signal, async (name, leftOut) => {
      if (leftOut !== null) {
        // The rolled-back chapter may have cached its dictionary entries.
        parts.dictionaries.forget();
        say(`Left out of the demo: ${name}: ${leftOut}`);
      }
      chapters += 1;
      if (chapters % chaptersPerAnalyse === 0) await analyse(ownerUrl);
      onProgress?.((await demoPercentage(parts.engine)) ?? 100);
    });
    await analyse(ownerUrl);
    return true;
  });

/**
 * Writes the whole demo at once, for tests and commands that need all of it.
 * @param ownerUrl address of the schema's owner
 * @returns whether this call wrote any of it
 */
export const seedDemo = async (
  parts: Parts,
  ownerUrl: string,
  say: (line: string) => void,
): Promise<boolean> => {
  const isLeft = await writeDemoAccounts(parts, ownerUrl, say);
  // A newer version may add roles, menus and dictionaries.
  await setUpTenant(parts.engine, demoTenant);
  return isLeft && writeDemo(parts, ownerUrl, { say });
};

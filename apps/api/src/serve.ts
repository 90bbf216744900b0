import { warmSearch } from '@keyan/engine/search/warm.ts';
import pg from 'pg';
import { addressFailure, assertAddress } from './address.ts';
import { createApp, version } from './app.ts';
import { keepArchive } from './archive/watch.ts';
import { openMigrated, printLine, projectRoot, runCommand } from './commands/command.ts';
import { readEnv } from './env.ts';
import { greeting } from './greeting.ts';
import { startJobs } from './jobs.ts';
import { onStop, reportToLauncher } from './lifecycle.ts';
import { openParts } from './parts.ts';
import { demoSite, seedDemo } from './seed.ts';
import { openTelemetry } from './telemetry/telemetry.ts';
import { setUpTenants } from './tenants.ts';

/** How to undo what was started so far, in order. */
const closers: (() => Promise<unknown>)[] = [];
let closing: Promise<void> = Promise.resolve();
/** Undoes the start, last step first. A second caller waits for the first. */
const close = (): Promise<void> => {
  closing = closing.then(async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  });
  return closing;
};

const stopping = new AbortController();
/** Remembers how to undo a step; when a stop was asked for meanwhile, the start ends here. */
const started = (closer: () => Promise<unknown>): void => {
  closers.push(closer);
  stopping.signal.throwIfAborted();
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

/** The server: configuration, database, migrations, demo data on the first run, then listening. */
const serve = async (page: Promise<void>, onServing: () => Promise<unknown>): Promise<void> => {
  const env = readEnv(process.env, projectRoot);
  const database = await openMigrated(env, true);
  started(() => database.close());
  await assertAddress(env.host, env.port);
  const parts = await openParts(env, database);
  started(() => parts.close());
  started(keepArchive(env, database, parts.engine.log));
  started(await openTelemetry(env, parts, version));
  // Thousands of rows came at once: without their statistics lists of processes take seconds.
  if (env.demo && (await seedDemo(parts, database.ownerUrl, printLine)))
    await analyse(database.ownerUrl);
  await setUpTenants(parts.engine);

  const told = env.demo ? demoSite : { tenantId: demoSite.tenantId };
  const site = { ...told, embeds: env.embedHosts };
  await page;
  const server = await createApp(env, parts, site);
  started(async () => server.close());
  const address = await server
    .listen({ host: env.host, port: env.port })
    .catch((error: unknown) => Promise.reject(addressFailure(error, env.host, env.port)));
  reportToLauncher('serving');
  printLine(greeting(address, site));
  // Whatever becomes of it, the server goes on.
  onServing().catch(() => undefined);
  // After the first answer can be given: both take connections, too.
  void warmSearch(parts.engine.searchStretches, site.tenantId);
  if (env.jobs) startJobs(parts);
};

/**
 * Runs the server until it is asked to stop.
 * @param page settles once the page is built; the database is brought up to date meanwhile
 * @param onServing begins what can wait until the server answers
 */
export const runServer = (
  page: Promise<void> = Promise.resolve(),
  onServing: () => Promise<unknown> = async () => undefined,
): Promise<void> => {
  // A failed build ends the start where the server waits for the page.
  page.catch(() => undefined);
  return runCommand(async () => {
    const serving = serve(page, onServing);
    onStop(async () => {
      stopping.abort();
      await close();
      // Asked to stop in the middle of a start: what that began meanwhile is closed, too.
      await serving.catch(() => undefined);
      await close();
    }, printLine);
    try {
      await serving;
    } catch (error) {
      await close();
      if (!stopping.signal.aborted) throw error;
    }
  });
};

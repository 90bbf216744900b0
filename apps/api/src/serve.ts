import { warmSearch } from '@keyan/engine/search/warm.ts';
import { addressFailure, assertAddress } from './address.ts';
import { createApp, version } from './app.ts';
import { keepArchive, watchArchive } from './archive/watch.ts';
import { openMigrated, printLine, projectRoot, runCommand } from './commands/command.ts';
import { DemoWriter } from './demo-writer.ts';
import { readEnv } from './env.ts';
import { startText } from './greeting.ts';
import { startJobs } from './jobs.ts';
import { onStop, reportToLauncher } from './lifecycle.ts';
import { openParts } from './parts.ts';
import { demoSite, writeDemoAccounts } from './seed.ts';
import { openTelemetry } from './telemetry/telemetry.ts';
import { setUpTenants } from './tenants.ts';

/** Functions that undo the completed steps of the start, in the order of the steps. */
const undoSteps: (() => Promise<unknown>)[] = [];
let closing: Promise<void> = Promise.resolve();
/** Undoes the start, last step first. Further calls return the promise of the first. */
const undoStart = (): Promise<void> => {
  closing = closing.then(async () => {
    for (let closer = undoSteps.pop(); closer; closer = undoSteps.pop()) await closer();
  });
  return closing;
};

const stopping = new AbortController();
/**
 * Registers the function that undoes a step; throws to end the start if a stop was requested
 * meanwhile.
 */
const registerUndo = (closer: () => Promise<unknown>): void => {
  undoSteps.push(closer);
  stopping.signal.throwIfAborted();
};

/**
 * Starts the server: configuration, database, migrations, demo data on the first run, then
 * listening.
 */
const serve = async (page: Promise<void>, onServing: () => Promise<unknown>): Promise<void> => {
  const env = readEnv(process.env, projectRoot);
  const database = await openMigrated(env, true);
  registerUndo(() => database.close());
  await assertAddress(env.host, env.port);
  const parts = await openParts(env, database);
  registerUndo(() => parts.close());
  const archive = watchArchive(env, database, parts.engine.log);
  if (archive) registerUndo(keepArchive(archive));
  registerUndo(await openTelemetry(env, parts, { version, archive }));
  const { signal } = stopping;
  const { ownerUrl } = database;
  const isLeft = env.demo && (await writeDemoAccounts(parts, ownerUrl, printLine, signal));
  const demoWriter = isLeft ? new DemoWriter() : undefined;
  await setUpTenants(parts.engine);

  const shownSite = env.demo ? demoSite : { tenantId: demoSite.tenantId };
  const site = { ...shownSite, embeds: env.embedHosts };
  await page;
  const server = await createApp(env, parts, site);
  demoWriter?.announce(server);
  registerUndo(async () => server.close());
  const address = await server
    .listen({ host: env.host, port: env.port })
    .catch((error: unknown) => Promise.reject(addressFailure(error, env.host, env.port)));
  reportToLauncher('serving');
  printLine(startText(address, site));
  // A failure of this work does not stop the server.
  onServing().catch(() => undefined);
  // Searches are warmed only once the server answers, as both need connections.
  void warmSearch(parts.engine.searchStretches, site.tenantId);
  if (env.jobs) startJobs(parts);
  const demoWritten = demoWriter?.run(parts, { ownerUrl, say: printLine, signal });
  if (demoWritten) registerUndo(() => demoWritten);
};

/**
 * Runs the server until it is asked to stop.
 * @param page settles once the page is built; migrations run meanwhile
 * @param onServing starts work that can be delayed until the server answers
 */
export const runServer = (
  page: Promise<void> = Promise.resolve(),
  onServing: () => Promise<unknown> = async () => undefined,
): Promise<void> => {
  // The server awaits the page later and fails there; this handler only prevents an unhandled
  // rejection before.
  page.catch(() => undefined);
  return runCommand(async () => {
    const serving = serve(page, onServing);
    onStop(async () => {
      stopping.abort();
      await undoStart();
      // If the stop comes during the start, steps begun meanwhile are undone as well.
      await serving.catch(() => undefined);
      await undoStart();
    }, printLine);
    try {
      await serving;
    } catch (error) {
      await undoStart();
      if (!stopping.signal.aborted) throw error;
    }
  });
};

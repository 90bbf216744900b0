import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readEnv } from '../env.ts';
import { type OpenDatabase, openDatabase } from '../postgres/database.ts';
import { withClient } from '../postgres/roles.ts';
import { openMetrics } from '../telemetry/metrics.ts';
import { openInstallation } from '../testing/installation.ts';
import { type ArchiveWatch, watchArchive } from './watch.ts';

const folder = mkdtempSync(join(tmpdir(), `keyan-test-${process.pid}-`));
const archive = join(folder, 'archive');
const env = readEnv({ DATA_DIR: join(folder, 'data'), ARCHIVE_DIR: archive }, folder);
const complaints: string[] = [];
const log = { error: (_details: object, text: string) => void complaints.push(text) };

let database: OpenDatabase;
let watch: ArchiveWatch;
beforeAll(async () => {
  chmodSync(folder, 0o711);
  const settings = { fsync: 'off', shared_buffers: '64MB' };
  database = await openDatabase(env, { serving: true, say: () => undefined, settings });
  const found = watchArchive(env, database, log);
  if (!found) throw new Error('nothing is archived');
  watch = found;
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A change, in a segment that is finished at once. */
const change = (name: string): Promise<unknown> =>
  withClient(database.adminUrl ?? '', (client) =>
    client.query(`create table ${name} (id int); select pg_switch_wal()`),
  );

/** Looks until the state is as expected. */
const until = (expected: () => void): Promise<void> =>
  vi.waitFor(
    async () => {
      await watch.look();
      expected();
    },
    { timeout: 90_000, interval: 200 },
  );

test('an archive that cannot be written shows in its state until it can', {
  timeout: 240_000,
}, async () => {
  await change('one');
  await until(() => expect(watch.state.lastArchived).not.toBeNull());
  expect(watch.state.failures).toBe(0);
  expect(complaints).toEqual([]);

  const aside = `${archive}-aside`;
  renameSync(archive, aside);
  await change('two');
  await until(() => expect(watch.state.failures).toBeGreaterThan(1));
  const before = watch.state.completeUntil;
  await watch.look();
  expect(watch.state.completeUntil).toEqual(before);
  expect(complaints).toContain('archiving failed');

  rmSync(archive, { recursive: true, force: true });
  renameSync(aside, archive);
  await change('three');
  await until(() => expect(watch.state.completeUntil.getTime()).toBeGreaterThan(before.getTime()));
});

test('operators read it as metrics, and no such metric where nothing is archived', async () => {
  const installation = await openInstallation(1);
  onTestFinished(() => installation.close());
  const [process] = installation.processes;
  if (!process) throw new Error('no process runs');
  const textOf = async (of?: ArchiveWatch): Promise<string> => {
    const metrics = openMetrics(process.parts, of);
    const text = await metrics.text();
    metrics.close();
    return text;
  };
  const text = await textOf(watch);
  expect(text).toMatch(/^keyan_archive_last_timestamp_seconds [1-9]/m);
  expect(text).toMatch(/^keyan_archive_failures_total [1-9]/m);
  expect(text).toMatch(/^keyan_archive_age_seconds \d/m);
  expect(await textOf()).not.toContain('keyan_archive');
});

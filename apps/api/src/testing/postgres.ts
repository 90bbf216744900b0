import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, readMigrations } from '@keyan/engine/store/schema/migrate.ts';
import type { TestServer } from '@keyan/engine/testing/database.ts';
import type { TestProject } from 'vitest/node';
import { openCluster } from '../postgres/cluster.ts';
import { isProcessAlive, runningPostmaster } from '../postgres/postmaster.ts';
import { prepareEmbedded, prepareSchema } from '../postgres/roles.ts';
import { closeKeepingDemo } from './kept-demo.ts';

const prefix = 'keyan-test-';
const template = 'keyan_template';

/** The server lives as long as the test run, so its data need not survive a power cut. */
const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '128MB' };

/**
 * Global set-up of the `database` tests: starts one PostgreSQL in a temporary folder and migrates
 * one template, which `testDatabase()` copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweep();
  const dataDir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  chmodSync(dataDir, 0o711);
  const cluster = await openCluster({ dataDir, serving: false, say: () => undefined, settings });
  const owner = cluster.url('keyan_owner', template);
  await prepareEmbedded(cluster.url('postgres', 'postgres'), template, {
    owner: cluster.password('keyan_owner'),
    app: cluster.password('keyan_app'),
  });
  const fault = await migrateTemplate(owner);
  const server: TestServer = {
    admin: cluster.url('postgres', '{database}'),
    owner: cluster.url('keyan_owner', '{database}'),
    app: cluster.url('keyan_app', '{database}'),
    template,
    fault,
    folder: dataDir,
  };
  project.provide('postgres', server);
  return async () => {
    const kept = await closeKeepingDemo(cluster, dataDir);
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  };
}

/**
 * Migrates the template database.
 * @returns error text or null: tests without migrated tables run in spite of an error.
 */
async function migrateTemplate(owner: string): Promise<string | null> {
  try {
    await prepareSchema(owner);
    await migrate(owner, await readMigrations(join(import.meta.dirname, '../../migrations')));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Deletes folders of killed test runs: a folder's name contains the number of its process. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : NaN);
    if (!Number.isInteger(owner) || isProcessAlive(owner)) continue;
    const folder = join(tmpdir(), name);
    try {
      const pointer = join(folder, 'postgres.path');
      const home = existsSync(pointer)
        ? readFileSync(pointer, 'utf8').trim()
        : join(folder, 'postgres');
      const orphan = runningPostmaster(join(home, 'data'));
      if (orphan) process.kill(orphan.pid, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The folder belongs to another account, which deletes it at its next run.
    }
  }
}

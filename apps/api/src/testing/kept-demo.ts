import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Cluster } from '../postgres/cluster.ts';
import { databaseName } from '../postgres/database.ts';
import { withClient } from '../postgres/roles.ts';

/** Database of the demo in the cluster of the tests, and the folder of its files there. */
export const demoTemplate = 'keyan_demo';

/**
 * Folder in which `npm test` hands the demo from the database tests to the journeys; undefined for a run of one of them
 * alone, which tells its own.
 */
export const keptFolder = (): string | undefined => process.env.TOLD_DEMO;

/** Leaves the demo alone in the cluster, under the name that a server expects. @returns whether it was told */
const keepDatabase = async (cluster: Cluster): Promise<boolean> => {
  const told = await withClient(cluster.url('postgres', 'postgres'), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where not datistemplate and datname <> 'postgres'`,
    );
    if (!rows.some(({ name }) => name === demoTemplate)) return false;
    for (const { name } of rows) {
      if (name === demoTemplate) continue;
      await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
    }
    await client.query(`alter database ${demoTemplate} rename to ${databaseName}`);
    return true;
  });
  if (told) {
    const demo = cluster.url('postgres', databaseName);
    await withClient(demo, (client) => client.query('analyze'));
  }
  return told;
};

/** Moves what a folder holds into another one. */
const moveInto = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && existsSync(target)) moveInto(source, target);
    else renameSync(source, target);
  }
  rmSync(from, { recursive: true });
};

/**
 * Closes the cluster of the tests and makes its folder the data folder of a server that has told the demo, where a run
 * of all tests wants it and a test has told it. Where that fails, the journeys tell their own.
 * @returns whether the folder was kept
 */
export const closeKeepingDemo = async (cluster: Cluster, dataDir: string): Promise<boolean> => {
  const kept = keptFolder();
  const told =
    kept !== undefined &&
    (await keepDatabase(cluster).catch((error: unknown) => {
      console.error('The demo is not kept for the journeys:', error);
      return false;
    }));
  await cluster.close();
  if (!told) return false;
  moveInto(join(dataDir, demoTemplate), dataDir);
  renameSync(dataDir, kept);
  return true;
};

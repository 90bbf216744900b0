import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Cluster } from '../postgres/cluster.ts';
import { databaseName } from '../postgres/database.ts';
import { withClient } from '../postgres/roles.ts';

/** Name of the demo's database and files folder in the cluster of the tests. */
export const demoTemplate = 'keyan_demo';

/**
 * Returns the folder in which `npm test` passes the written demo from database tests to journeys;
 * undefined if only one of them runs: journeys then write their own demo.
 */
export const keptFolder = (): string | undefined => process.env.WRITTEN_DEMO;

/**
 * Drops all databases but the demo and renames it as a server expects. @returns whether the demo
 * was written
 */
const keepDatabase = async (cluster: Cluster): Promise<boolean> => {
  const isFound = await withClient(cluster.url('postgres', 'postgres'), async (client) => {
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
  if (isFound) {
    const demo = cluster.url('postgres', databaseName);
    await withClient(demo, (client) => client.query('analyze'));
  }
  return isFound;
};

/** Moves the contents of a folder into another one. */
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
 * Closes the cluster of the tests and turns its folder into the data folder of a server with the
 * demo, if a run of all tests asks for it and a test has written the demo. On failure journeys
 * write their own demo.
 * @returns whether the folder was retained
 */
export const closeKeepingDemo = async (cluster: Cluster, dataDir: string): Promise<boolean> => {
  const kept = keptFolder();
  const isKept =
    kept !== undefined &&
    (await keepDatabase(cluster).catch((error: unknown) => {
      console.error('The demo is not kept for the journeys:', error);
      return false;
    }));
  await cluster.close();
  if (!isKept) return false;
  moveInto(join(dataDir, demoTemplate), dataDir);
  renameSync(dataDir, kept);
  return true;
};

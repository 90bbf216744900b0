import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openMigrated } from '@keyan/api/commands/command.ts';
import { readEnv } from '@keyan/api/env.ts';
import { runningPostmaster } from '@keyan/api/postgres/postmaster.ts';
import { removeDataDir, startServer, temporaryDataDir } from '@keyan/api/testing/server.ts';
import { application } from '@keyan/product/index.ts';
import pg from 'pg';
import { buildServer } from '../../scripts/server.ts';
import { tenant } from '../people.ts';
import { freePort, root } from '../servers.ts';

/**
 * Maximum milliseconds between a starting point and the kill: from the first moment, or from a
 * given percentage of the demo.
 */
const maxLifeMilliseconds = 5000;
/** Percentage of the demo that must be written before the last kill. */
const lastReached = 90;

/**
 * Returns the percentage of the demo that the server reports as written; null if complete,
 * undefined while it does not answer.
 */
const readPercentage = async (port: number): Promise<number | null | undefined> => {
  try {
    const { headers } = await fetch(`http://127.0.0.1:${port}/api/keyan/site`);
    const percentage = headers.get('x-demo-progress');
    return percentage === null ? null : Number(percentage);
  } catch {
    return undefined;
  }
};

/** Waits until this percentage of the demo is written. */
const waitForPercentage = async (
  child: ChildProcess,
  port: number,
  percentage: number,
): Promise<void> => {
  for (;;) {
    const reached = await readPercentage(port);
    if (reached === null || (reached !== undefined && reached >= percentage)) return;
    if (child.exitCode !== null) throw new Error(`a start ended with ${child.exitCode}`);
    await wait(20);
  }
};

/** Kills a process that is still running, and waits for its end. */
const kill = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    if (child.exitCode !== null) return reject(new Error(`a start ended with ${child.exitCode}`));
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

/**
 * Starts the server once and kills it at a random moment: every second time at a percentage of the
 * demo that rises with the rounds, every third time with its database.
 * @returns description of the moment
 */
const killOne = async (
  program: string,
  dataDir: string,
  round: number,
  kills: number,
): Promise<string> => {
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' },
  });
  const began = performance.now();
  if (round % 2 === 1) await waitForPercentage(child, port, (lastReached * round) / kills);
  await wait(Math.random() * maxLifeMilliseconds);
  const reached = await readPercentage(port);
  await kill(child);
  const moment = `${Math.round(performance.now() - began)} ms`;
  const postmaster = runningPostmaster(join(dataDir, 'postgres', 'data'));
  const isBoth = round % 3 === 2 && postmaster !== undefined;
  if (isBoth) process.kill(postmaster.pid, 'SIGKILL');
  const progress = reached === undefined ? 'before it answered' : `at ${reached ?? 100} %`;
  return `killed after ${moment}, ${progress}${isBoth ? ', the database too' : ''}`;
};

/** Table with one row per finished chapter, which must be equal in both demos. */
const chapters = 'demo_chapter';
/**
 * Maximum difference in the numbers of rows of other tables, as a share: chapters written in
 * parallel pick records by ids and scores, which vary.
 */
const mayDiffer = 0.02;

/** Numbers of rows by table, and the skipped chapters of the demo. */
interface Census {
  readonly rows: ReadonlyMap<string, number>;
  readonly leftOut: number;
}

const tables = [
  ...application.resources.map(({ table }) => table),
  'message',
  'attachment',
  'history',
  chapters,
];

/** Starts a server on a folder, waits until the demo is complete, and counts rows. */
const census = async (program: string, dataDir: string): Promise<Census> => {
  const server = await startServer({ dataDir, program });
  const env = readEnv({ ...process.env, DATA_DIR: dataDir }, root);
  const database = await openMigrated(env, false);
  const admin = new pg.Client({ connectionString: database.adminUrl ?? database.ownerUrl });
  admin.on('error', () => undefined);
  await admin.connect();
  const rows = new Map<string, number>();
  for (const table of tables) {
    const { rows: counted } = await admin.query<{ n: number }>(
      `select count(*)::int as n from ${table} where tenant_id = $1`,
      [tenant],
    );
    rows.set(table, counted[0]?.n ?? 0);
  }
  const { rows: left } = await admin.query('select 1 from demo_chapter where left_out is not null');
  await admin.end();
  await database.close();
  await server.end();
  return { rows, leftOut: left.length };
};

/**
 * Kills a first start at random moments and starts again until the demo is written, then compares the demo with one that
 * was written without a kill: chapters exactly, other rows within `mayDiffer`.
 * @param written folder with a written demo; if empty, a demo is written
 * @returns whether nothing is missing or there twice
 */
export const killStarts = async (kills: number, written: string): Promise<boolean> => {
  const { main } = await buildServer();
  const folders = { killed: temporaryDataDir(), whole: written || temporaryDataDir() };
  for (let round = 0; round < kills; round += 1) {
    console.log(
      `start ${round + 1}/${kills}: ${await killOne(main, folders.killed, round, kills)}`,
    );
  }
  const [found, expected] = [await census(main, folders.killed), await census(main, folders.whole)];
  removeDataDir(folders.killed);
  if (!written) removeDataDir(folders.whole);
  const differing = [...expected.rows].filter(
    ([table, count]) =>
      Math.abs(count - (found.rows.get(table) ?? 0)) >
      (table === chapters ? 0 : Math.max(1, count * mayDiffer)),
  );
  for (const [table, count] of differing) {
    console.log(`✗ ${table}: ${found.rows.get(table)} rows instead of ${count}`);
  }
  const all = [...found.rows.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${kills} kills; ${found.rows.get(chapters)} chapters, ${all} rows in ${tables.length} tables, ${differing.length} tables differ from a demo ` +
      `that was written at once; ${found.leftOut} chapters left out, ${expected.leftOut} there`,
  );
  return differing.length === 0 && found.leftOut === expected.leftOut;
};

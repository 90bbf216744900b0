/**
 * Kills the server, kills its database, and fills its disk during submissions, approvals, uploads
 * and movements of money, repeatedly, and counts the outcomes: `npm run crash [-- --server 20
 * --postgres 10 --disk 2 --papers 5000]`. Acknowledged writes must exist exactly once, others at
 * most once; a record and its process must agree; a file must have the bytes that were sent. After
 * a killed database or a full disk the server must recover by itself. Exits with 1 if anything is
 * lost, doubled or half done.
 *
 * `npm run crash -- --starts 20 [--written FOLDER]` kills a first start at twenty random moments instead, starts again until
 * the demo is written, and compares it with a demo that was written without a kill (`bench/crash/starts.ts`).
 *
 * Filling a disk needs a separate file system in memory, which only root on Linux may mount.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openMigrated } from '@keyan/api/commands/command.ts';
import { readEnv } from '@keyan/api/env.ts';
import {
  removeDataDir,
  type ServerProcess,
  startServer,
  temporaryDataDir,
} from '@keyan/api/testing/server.ts';
import pg from 'pg';
import { type DisturbanceName, disturbances } from './crash/disturbances.ts';
import { acknowledged, judge, openLedger } from './crash/ledger.ts';
import { author, startLoad } from './crash/load.ts';
import { judgeMoney, moneySteps } from './crash/money.ts';
import { killStarts } from './crash/starts.ts';
import { waitingFiles } from './papers.ts';
import { callerOf, signIn } from './people.ts';
import { root } from './servers.ts';

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: '20' },
    postgres: { type: 'string', default: '10' },
    disk: { type: 'string', default: '2' },
    papers: { type: 'string', default: '5000' },
    starts: { type: 'string', default: '0' },
    written: { type: 'string', default: '' },
  },
});
if (Number(values.starts) > 0) {
  process.exit((await killStarts(Number(values.starts), values.written)) ? 0 : 1);
}
// Number of submissions per round; a person may have a thousand files without a record.
const submissionsPerRound = 40;
/** Maximum duration of a round in milliseconds. */
const maxRoundMilliseconds = 20_000;
const afterRecovery = 1500;
const unlimited = { REQUESTS_PER_MINUTE: '1000000' };

const dataDir = temporaryDataDir();
const mounted =
  Number(values.disk) > 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1500m,mode=0711', 'tmpfs', dataDir]).status === 0;
if (mounted) chmodSync(dataDir, 0o711);
else if (Number(values.disk) > 0) {
  console.log('The disk is not filled: a file system in memory could not be mounted here.');
}

const rounds: readonly DisturbanceName[] = (Object.keys(disturbances) as DisturbanceName[])
  .filter((name) => name !== 'disk' || mounted)
  .flatMap((name) => Array.from({ length: Number(values[name]) }, () => name));

const seeded = spawnSync(
  process.execPath,
  [join(root, 'apps/api/src/commands/seed.ts'), '--papers', values.papers],
  { env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, stdio: 'inherit' },
);
if (seeded.status !== 0) process.exit(2);

/** Prepares the files of a round's papers directly in the data folder of the running server. */
const filesFor = async (userId: string): Promise<string[]> => {
  const database = await openMigrated(readEnv({ ...process.env, DATA_DIR: dataDir }, root), false);
  const admin = new pg.Client({ connectionString: database.adminUrl ?? database.ownerUrl });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    return await waitingFiles(admin, userId, submissionsPerRound);
  } finally {
    await admin.end();
    await database.close();
  }
};

const ledger = openLedger();
const round = async (server: ServerProcess, name: DisturbanceName): Promise<string> => {
  const caller = await callerOf(server.url, author);
  const { id: authorId } = await caller<{ id: string }>('GET', 'blade-user/info');
  const load = await startLoad(server.url, ledger, await filesFor(authorId), authorId);
  const before = acknowledged(ledger);
  // The disturbance comes after a random number of calls, so that its moment does not depend on the
  // speed of the machine.
  const enough = before + 10 + Math.random() * 100;
  const deadline = Date.now() + maxRoundMilliseconds;
  while (acknowledged(ledger) < enough && Date.now() < deadline) await wait(1);
  const heard = acknowledged(ledger) - before;
  const happened = await disturbances[name].act(server);
  if (disturbances[name].survives) await wait(afterRecovery);
  await load.stop();
  const later = acknowledged(ledger) - before - heard;
  return `${heard} acknowledged, then ${happened}; ${later} later, ${load.refused()} refused`;
};

let running: ServerProcess | undefined;
for (const [index, name] of rounds.entries()) {
  running ??= await startServer({ dataDir, env: unlimited });
  console.log(`round ${index + 1}/${rounds.length}: ${await round(running, name)}`);
  if (!disturbances[name].survives) running = undefined;
}
await running?.end();

/** The final state is read from a new process. */
const server = await startServer({ dataDir, env: unlimited });
const headers = await signIn(server.url, author);
const content = async (id: string): Promise<Uint8Array | undefined> => {
  const response = await fetch(`${server.url}/api/blade-resource/common/file/download?url=${id}`, {
    headers,
  });
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
};
const people = {
  author: await callerOf(server.url, author),
  office: await callerOf(server.url, 'rd_achieve'),
};
const verdict = await judge(ledger, people, content);
await judgeMoney(ledger.money, server.url, verdict);
await server.end();
if (mounted) spawnSync('umount', [dataDir]);
removeDataDir(dataDir);

console.log(
  `${rounds.length} rounds; ${ledger.submissions.tried.size} submissions and ` +
    `${ledger.approvals.tried.size} approvals sent, ${ledger.submissions.acknowledged.size} and ` +
    `${ledger.approvals.acknowledged.size} acknowledged, ${ledger.files.size} files, ` +
    `${moneySteps(ledger.money)} steps of money on ${ledger.money.courses.length} arrivals: ` +
    `${verdict.lost} lost, ${verdict.doubled} doubled, ${verdict.halfDone} half done ` +
    `(${verdict.unheard} done whose answer was cut off)`,
);
process.exit(verdict.lost + verdict.doubled + verdict.halfDone === 0 ? 0 : 1);

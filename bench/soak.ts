/**
 * Runs ten people of ten roles on a separate server with jobs: lists, records, home pages,
 * searches, drafts, submissions, approvals, claims, exports, uploads: `npm run soak [-- --minutes
 * 60 --rate 20 --data FOLDER --seed 1 --busy]`. Requests begin at a steady rate, independent of
 * responses. Each minute, prints the memory of all processes, percentiles, and errors by kind.
 *
 * Exits with 1 if memory rises over the second half, responses become slower, or a request fails.
 * With `--busy` times are not judged, since the machine has other load.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runningPostmaster } from '@keyan/api/postgres/postmaster.ts';
import { removeDataDir, temporaryDataDir, waitForDemo } from '@keyan/api/testing/server.ts';
import { chanceOf } from '@keyan/product/demo/random.server.ts';
import { buildServer } from '../scripts/server.ts';
import { freePort, startProduct } from './servers.ts';
import { type Act, accounts, acts, emptyBelt, type Person } from './soak/acts.ts';
import { installationMemory } from './soak/memory.ts';
import { findingsOf, type Minute, minuteOf, newCounting } from './soak/minutes.ts';
import { startWork } from './soak/people.ts';
import { reachesOf } from './soak/reach.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    /** Number of requests per second. */
    rate: { type: 'string', default: '20' },
    /**
     * Data folder with a complete demo, which the load changes; default: a new one, deleted
     * afterwards.
     */
    data: { type: 'string', default: '' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
    busy: { type: 'boolean', default: false },
  },
});
const minutesWanted = Number(values.minutes);
const rate = Number(values.rate);
/** Maximum number of unanswered requests; above, no further one is sent. */
const maxUnanswered = 200;
const minute = 60_000;

const folder = values.data || temporaryDataDir();
const { main } = await buildServer();
const server = await startProduct(folder, await freePort(), { jobs: true, program: main });
const site = `http://127.0.0.1:${server.port}`;
await waitForDemo(site);

const people = new Map<string, Person>();
await Promise.all(
  accounts.map(async (account) => {
    const worker = await startWork(site, account);
    people.set(account, { ...worker, reaches: await reachesOf(worker) });
  }),
);

const chance = chanceOf(Number(values.seed));
const weights = Object.fromEntries(
  Object.entries(acts).map(([name, { weight }]) => [name, weight]),
);
const belt = emptyBelt();
let counting = newCounting();
let underWay = 0;

const peopleOf = ({ who = accounts }: Act): readonly Person[] =>
  who.flatMap((account) => people.get(account) ?? []);

/** Draws acts until one has something to do. */
const draw = (): readonly [name: string, request: Promise<unknown>] => {
  for (;;) {
    const name = chance.weighted(weights);
    const act = acts[name];
    const request = act?.begin({ person: chance.pick(peopleOf(act)), belt, chance });
    if (request) return [name, request];
  }
};

const once = async (): Promise<void> => {
  if (underWay >= maxUnanswered) {
    counting.heldBack += 1;
    return;
  }
  underWay += 1;
  const began = performance.now();
  const [name, request] = draw();
  try {
    await request;
  } catch (error) {
    const kind = `${name}: ${error instanceof Error ? error.message : String(error)}`;
    counting.errors.set(kind, (counting.errors.get(kind) ?? 0) + 1);
  } finally {
    underWay -= 1;
    counting.times.push(performance.now() - began);
  }
};

const cell = (value: number): string => String(Math.round(value)).padStart(9);
const report = (minutes: readonly Minute[]): void => {
  const last = minutes.at(-1);
  if (!last) return;
  const { memory, errors, ...figures } = last;
  console.log(
    [
      minutes.length,
      memory.server,
      memory.workers,
      memory.database,
      memory.pages,
      figures.calls,
      figures.p50,
      figures.p95,
      figures.p99,
      figures.heldBack,
      [...errors.values()].reduce((sum, one) => sum + one, 0),
    ]
      .map(cell)
      .join(''),
  );
  for (const [kind, count] of errors) console.log(`          ${count} × ${kind}`);
};

const measured: Minute[] = [];
/** Sends the requests of one minute, at moments independent of responses. */
const workFor = async (began: number): Promise<void> => {
  for (let sent = 0; sent < 60 * rate; sent += 1) {
    const pause = began + (sent * 1000) / rate - performance.now();
    if (pause > 0) await wait(pause);
    void once();
  }
  await wait(Math.max(0, began + minute - performance.now()));
};

const soak = async (): Promise<void> => {
  const began = performance.now();
  while (measured.length < minutesWanted) {
    await workFor(began + measured.length * minute);
    const postmaster = runningPostmaster(join(folder, 'postgres', 'data'));
    const memory = installationMemory(server.process.pid ?? 0, postmaster?.pid);
    measured.push(minuteOf(counting, memory));
    counting = newCounting();
    report(measured);
  }
};

const reached = [...people.values()].map(({ account, reaches }) => `${account} ${reaches.length}`);
console.log(`seed ${values.seed}; kinds that each may list: ${reached.join(', ')}`);
console.log('Memory in MB (server, its workers, PostgreSQL, pages of tables), times in ms.');
const heads = ['minute', 'server', 'workers', 'pg', 'pages', 'calls', 'p50', 'p95', 'p99'];
console.log([...heads, 'held', 'errors'].map((name) => name.padStart(9)).join(''));
try {
  await soak();
} finally {
  await server.stop();
  if (!values.data) removeDataDir(folder);
}
const findings = findingsOf(measured, values.busy);
for (const { what, met, text } of findings) {
  console.log(`${met ? 'met    ' : 'NOT MET'}  ${what}: ${text}`);
}
process.exit(findings.every(({ met }) => met) ? 0 : 1);

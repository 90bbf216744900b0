/**
 * Compares approvals of this checkout with those of another one, on one machine at the same time:
 * `npm run bench:approvals -- --before <folder> [--papers 5000 --rounds 10 --count 300 --clients
 * 8]`.
 *
 * Both servers run on separate embedded databases, filled and loaded by the code of their checkout.
 * They are measured in turns, so that other load of the machine affects both alike; a round gives
 * one ratio of their rates, and the median of these is reported. Statements per approval are
 * counted in the log of PostgreSQL while one person approves.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openCluster } from '@keyan/api/postgres/cluster.ts';
import { databaseName } from '@keyan/api/postgres/database.ts';
import pg from 'pg';
import { load, type Next, percentile } from './load.ts';
import {
  databaseProcessorOf,
  fill,
  freePort,
  processorOf,
  type Running,
  root,
  startProduct,
  untilIdle,
} from './servers.ts';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    papers: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '10' },
    count: { type: 'string', default: '300' },
    clients: { type: 'string', default: '8' },
  },
});
if (values.before === undefined) throw new Error('--before names the folder of the other checkout');
const before = resolve(values.before);
const [papers, rounds, count, clients] = [
  values.papers,
  values.rounds,
  values.count,
  values.clients,
].map(Number) as [number, number, number, number];

/** Number of approvals during which statements are counted. */
const counted = 100;
/** Maximum duration of one load, in seconds. */
const maxLoadSeconds = 600;

/** Checkout with its running server. */
interface Side {
  readonly name: string;
  readonly folder: string;
  readonly server: Running;
  readonly admin: pg.Client;
  readonly next: Next;
  stop(): Promise<void>;
}

/** Module that makes the load, of either checkout. */
type Changes = typeof import('./changes.ts');

const open = async (name: string, tree: string): Promise<Side> => {
  const folder = join(tmpdir(), `keyan-approvals-${name}`);
  fill(folder, { papers }, tree);
  const port = await freePort();
  const server = await startProduct(folder, port, { jobs: false, tree });
  // The cluster is opened without migrations, since this checkout must not change the tables of the
  // other one.
  const cluster = await openCluster({ dataDir: folder, serving: false, say: () => undefined });
  const admin = new pg.Client({ connectionString: cluster.url('postgres', databaseName) });
  admin.on('error', () => undefined);
  await admin.connect();
  await untilIdle(folder);
  const changes = (await import(join(tree, 'bench/changes.ts'))) as Changes;
  const wanted = (rounds + 1) * count + counted;
  const next = await changes.openApprovals(`http://127.0.0.1:${port}`, admin, wanted);
  const stop = async () => {
    await admin.end();
    await server.stop();
    await cluster.close();
  };
  return { name, folder, server, admin, next, stop };
};

/** Returns this many requests, for one round. */
const some = (next: Next, number: number): Next => {
  let left = number;
  return () => {
    left -= 1;
    return left < 0 ? null : next();
  };
};

interface Round {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  /** Milliseconds of processor time per approval. */
  readonly node: number;
  readonly database: number;
}

const round = async ({ name, folder, server, next }: Side): Promise<Round> => {
  const [node, database] = [processorOf(server.process), databaseProcessorOf(folder)];
  const result = await load(server.port, clients, maxLoadSeconds, some(next, count));
  const done = result.times.length;
  if (result.failures > 0 || done < count) {
    throw new Error(
      `${name}: ${done} of ${count}, ${result.failures} failed, ${result.firstFailure}`,
    );
  }
  return {
    ...result,
    node: (processorOf(server.process) - node) / done,
    database: (databaseProcessorOf(folder) - database) / done,
  };
};

/** Returns the size of each log file of PostgreSQL. */
const logsOf = (folder: string): ReadonlyMap<string, number> => {
  const logs = join(folder, 'postgres', 'data', 'log');
  return new Map(
    readdirSync(logs).map((name) => [join(logs, name), statSync(join(logs, name)).size]),
  );
};

/** Counts the statements per approval, and their different kinds. */
const statementsOf = async ({ folder, server, admin, next }: Side): Promise<number> => {
  await admin.query(`alter system set log_statement = 'all'`);
  await admin.query('select pg_reload_conf()');
  await wait(1000);
  const sizes = logsOf(folder);
  const { times } = await load(server.port, 1, maxLoadSeconds, some(next, counted));
  // The log of calls is written in batches, within a second.
  await wait(2000);
  const lines = [...logsOf(folder)].flatMap(([file]) =>
    readFileSync(file)
      .subarray(sizes.get(file) ?? 0)
      .toString()
      .split('\n'),
  );
  await admin.query('alter system reset log_statement');
  await admin.query('select pg_reload_conf()');
  return (
    lines.filter((line) => / LOG: {2}(statement|execute [^:]*): /.test(line)).length / times.length
  );
};

const median = (numbers: readonly number[]): number =>
  percentile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );

const say = (...columns: readonly (string | number)[]): void =>
  console.log(
    columns.map((one) => (typeof one === 'number' ? one.toFixed(2) : one).padStart(12)).join(''),
  );

const sides: Side[] = [];
try {
  sides.push(await open('before', before), await open('now', root));
  for (const side of sides) await round(side);
  const made = new Map(sides.map((side): [Side, Round[]] => [side, []]));
  say('round', ...sides.map(({ name }) => `${name}/s`), 'ratio');
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
      made.get(side)?.push(await round(side));
    }
    const [old, now] = sides.map((side) => made.get(side)?.[turn]?.rate ?? 0) as [number, number];
    say(String(turn + 1), old, now, now / old);
  }
  const [olds, nows] = [...made.values()] as [Round[], Round[]];
  const ratio = (of: (round: Round) => number): number =>
    median(nows.map((one, turn) => of(one) / of(olds[turn] as Round)));
  const costs = {
    'approvals/s': ({ rate }: Round) => rate,
    'p50, ms': ({ p50 }: Round) => p50,
    'p95, ms': ({ p95 }: Round) => p95,
    'Node, ms': ({ node }: Round) => node,
    'PG, ms': ({ database }: Round) => database,
    'both, ms': ({ node, database }: Round) => node + database,
  };
  say('median', ...sides.map(({ name }) => name), 'ratio');
  for (const [name, of] of Object.entries(costs)) {
    say(name, median(olds.map(of)), median(nows.map(of)), ratio(of));
  }
  const statements: number[] = [];
  for (const side of sides) statements.push(await statementsOf(side));
  const [old = 0, now = 0] = statements;
  say('statements', old, now, now / old);
} finally {
  for (const side of sides) await side.stop();
}

import { existsSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openMigrated } from '@keyan/api/commands/command.ts';
import { readEnv } from '@keyan/api/env.ts';
import pg from 'pg';
import { signInAll } from './accounts.ts';
import { baselineTables, dropBaselineTables } from './baseline-tables.ts';
import { type Case, casesOf } from './cases.ts';
import { kindCases } from './kinds.ts';
import { load } from './load.ts';
import { organisation, organisationCases } from './organisation.ts';
import { heading, linesOf, summaryOf } from './report.ts';
import {
  fill,
  freePort,
  memoryOf,
  type Running,
  root,
  start,
  startProduct,
  untilIdle,
} from './servers.ts';
import { measureSides } from './sides.ts';

/**
 * `npm run bench [-- --papers 200000 --seconds 8 --clients 16 --only list,detail --folder path]`:
 * compares the product with a baseline server on the same PostgreSQL and rows, in one run.
 * Questions are distinct and shuffled; ten accounts send them. Prints results, each account's
 * percentiles and which budgets are met; fails only on wrong responses.
 *
 * `npm run bench -- --outputs 1000000 --only libraries,find,scholar,done,my-info,school-info`: a
 * million outputs of all kinds instead, and their lists (`bench/kinds.ts`, decision 0201).
 *
 * `npm run bench -- --organisation --papers 0`: trees, grants and accounts of a university with
 * 10,000 people instead (`bench/organisation.ts`).
 */
const { values: options } = parseArgs({
  options: {
    papers: { type: 'string' },
    outputs: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '8' },
    clients: { type: 'string' },
    only: { type: 'string' },
    folder: { type: 'string' },
    organisation: { type: 'boolean', default: false },
  },
});
const outputs = Number(options.outputs);
const papersWanted = Number(options.papers ?? (outputs > 0 ? 0 : 200_000));
/** Each person has some five hundred outputs. */
const people = Math.ceil(outputs / 500);
const sizes = {
  papers: papersWanted,
  outputs,
  people,
  ...(options.organisation && organisation),
};
const kind = options.organisation
  ? 'organisation'
  : outputs > 0
    ? `outputs-${outputs}`
    : String(papersWanted);
const folder = options.folder ?? join(tmpdir(), `keyan-bench-${kind}`);
const seconds = Number(options.seconds);
const wanted = options.only?.split(',');
const say = (line = ''): void => console.log(line);

/** Maximum number of requests per second, to prepare enough. */
const maxRequestsPerSecond = 600;
const warmSeconds = 2;

/** Prints the compressed sizes of the scripts that a page loads first. */
const scriptSizes = (): void => {
  const dist = join(root, 'apps/web/dist/assets');
  if (!existsSync(dist)) {
    say('Page: not built (npm start builds it)');
    return;
  }
  const gz = readdirSync(dist).filter((name) => name.endsWith('.js.gz'));
  const total = gz.reduce((sum, name) => sum + statSync(join(dist, name)).size, 0);
  say(`Page: ${gz.length} script files, ${Math.round(total / 1024)} KiB gzip in all`);
};

/** Measures the cases one by one; returns the lines of the summary. */
const measure = async (
  api: Running,
  bare: Running,
  admin: pg.Client,
  papers: number,
): Promise<readonly string[]> => {
  const site = `http://127.0.0.1:${api.port}`;
  const askers = await signInAll(site);
  const summary: string[] = [];
  const run = async (one: Case): Promise<void> => {
    const clients = options.clients === undefined ? one.clients : Number(options.clients);
    const expected = maxRequestsPerSecond * (seconds + warmSeconds);
    const ours = await one.ours(expected);
    const theirs = await one.bare?.(expected);
    await load(api.port, 2, warmSeconds, ours);
    if (theirs) await load(bare.port, 2, warmSeconds, theirs);
    const sides = [
      { server: api, next: ours },
      ...(theirs ? [{ server: bare, next: theirs }] : []),
    ];
    const [first, second] = await measureSides(sides, clients, seconds, folder);
    if (!first) return;
    const outcome = { ours: first, bare: second, papers };
    for (const line of linesOf(one, clients, outcome, askers)) say(line);
    summary.push(...summaryOf(one, outcome));
    if (first.failures > 0) process.exitCode = 1;
  };
  await untilIdle(folder);
  for (const line of heading) say(line);
  const cases = options.organisation
    ? await organisationCases(site, admin)
    : [...(await casesOf(site, admin, askers)), ...(await kindCases(admin, askers))];
  for (const one of cases.filter(({ name }) => wanted?.includes(name) ?? true)) await run(one);
  return summary;
};

fill(folder, sizes);
const ports = [await freePort(), await freePort()] as const;
const api = await startProduct(folder, ports[0], { jobs: false });
say(`Cold start to first answer on the filled folder: ${Math.round(api.startup)} ms`);
try {
  // Opens the database beside the running server, as every command does.
  const env = readEnv({ ...process.env, DATA_DIR: folder }, root);
  const database = await openMigrated(env, false);
  const adminUrl = database.adminUrl ?? database.ownerUrl;
  const admin = new pg.Client({ connectionString: adminUrl });
  admin.on('error', () => undefined);
  await admin.connect();
  await admin.query(baselineTables);
  const [counted] = (
    await admin.query<{ papers: number; history: number }>(
      'select count(*)::int as papers, (select count(*)::int from history) as history from paper',
    )
  ).rows;
  const papers = counted?.papers ?? 0;
  say(`${papers} papers, ${counted?.history} history rows`);
  const bare = await start(
    [],
    'bench/baseline.ts',
    { PORT: String(ports[1]), BASELINE_URL: adminUrl },
    ports[1],
    '/health',
  );
  try {
    const summary = await measure(api, bare, admin, papers);
    say();
    for (const line of summary) say(line);
    say();
    say(
      `Memory after the load: product ${memoryOf(api.process)} MB, bare server ${memoryOf(bare.process)} MB`,
    );
    scriptSizes();
  } finally {
    await bare.stop();
    await admin.query(dropBaselineTables);
    await admin.end();
    await database.close();
  }
} finally {
  await api.stop();
}

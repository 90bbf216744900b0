import { existsSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openMigrated } from '@keyan/api/commands/command.ts';
import { readEnv } from '@keyan/api/env.ts';
import pg from 'pg';
import { load, merged, type Result, type Shot, send } from './load.ts';
import { freshPaper, waitingFiles } from './papers.ts';
import { signIn, tenant } from './people.ts';
import {
  databaseProcessorOf,
  fill,
  freePort,
  memoryOf,
  processorOf,
  type Running,
  root,
  start,
  startProduct,
} from './servers.ts';

/**
 * `npm run bench [-- --papers 200000 --seconds 5 --clients 1,16,64 --only list,detail,submit]`: the product against a bare server (the skeleton), on
 * the same PostgreSQL and rows, in the same run. It prints figures and asserts nothing.
 */
const { values: options } = parseArgs({
  options: {
    papers: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '1,16,64' },
    only: { type: 'string', default: 'list,detail,submit' },
    folder: { type: 'string', default: join(tmpdir(), 'keyan-bench') },
  },
});
const seconds = Number(options.seconds);
const clientCounts = options.clients.split(',').map(Number);
const wanted = options.only.split(',');
const say = (line = ''): void => console.log(line);

interface Case {
  readonly name: string;
  readonly ours: (clients: number) => Promise<() => Shot | null>;
  readonly bare: () => Shot;
}

const casesOf = async (
  api: Running,
  admin: pg.Client,
  ids: readonly string[],
): Promise<readonly Case[]> => {
  const site = `http://127.0.0.1:${api.port}`;
  const reader = await signIn(site, 'rd_achieve');
  const writer = await signIn(site, 'teacher');
  const info = await send(api.port, {
    method: 'GET',
    path: '/api/blade-user/info',
    headers: writer,
  });
  const userId = (JSON.parse(info.body) as { data: { id: string } }).data.id;
  let turn = 0;
  const counted = (modulus: number): number => {
    turn += 1;
    return turn % modulus;
  };
  const nextId = (): string => ids[counted(ids.length)] ?? '';
  const nextYear = (): number => 2020 + counted(7);
  const papers = '/api/kh-edu-research/papers';
  return [
    {
      name: 'list',
      ours: async () => () => ({
        method: 'GET',
        path: `${papers}/list?view=lib&statYear=${nextYear()}&descs=publishDate&current=1&size=10`,
        headers: reader,
      }),
      bare: () => ({ method: 'GET', path: `/list?statYear=${nextYear()}&size=10` }),
    },
    {
      name: 'detail',
      ours: async () => () => ({
        method: 'GET',
        path: `${papers}/detail?id=${nextId()}`,
        headers: reader,
      }),
      bare: () => ({ method: 'GET', path: `/detail?id=${nextId()}` }),
    },
    {
      name: 'submit',
      ours: async (clients) => {
        const files = await waitingFiles(admin, userId, (clients === 1 ? 300 : 900) * seconds);
        return () => {
          const file = files.pop();
          return file
            ? {
                method: 'POST',
                path: `${papers}/submit`,
                headers: writer,
                body: JSON.stringify(freshPaper(userId, file)),
              }
            : null;
        };
      },
      bare: () => ({
        method: 'POST',
        path: '/submit',
        body: JSON.stringify(freshPaper(userId, '0')),
      }),
    },
  ];
};

const cell = (value: number, digits = 0): string => value.toFixed(digits).padStart(8);

interface Measured extends Result {
  /** Milliseconds of processor time per request. */
  readonly node: number;
  readonly database: number;
}

/** One server and its requests, to be measured. */
interface Side {
  readonly server: Running;
  readonly next: () => Shot | null;
}

/** The product and the skeleton take turns, so that other work of the machine affects both alike. */
const turns = 4;

/** Runs the loads and measures their processor time, which other work of the machine affects less. */
const measureSides = async (
  sides: readonly Side[],
  clients: number,
): Promise<readonly Measured[]> => {
  const runs = sides.map((side) => ({ side, results: [] as Result[], node: 0, database: 0 }));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const run of runs) {
      const { server, next } = run.side;
      const node = processorOf(server.process);
      const database = databaseProcessorOf(options.folder);
      run.results.push(await load(server.port, clients, seconds / turns, next));
      run.node += processorOf(server.process) - node;
      run.database += databaseProcessorOf(options.folder) - database;
    }
  }
  return runs.map(({ results, node, database }) => {
    const result = merged(results);
    const requests = Math.max(1, result.times.length);
    return { ...result, node: node / requests, database: database / requests };
  });
};

const printRow = (name: string, clients: number, ours: Measured, bare: Measured): void => {
  const ratio = (ours.rate / bare.rate).toFixed(2).padStart(6);
  say(
    `${name.padEnd(7)}${String(clients).padStart(4)}${cell(ours.rate)}${cell(bare.rate)}${ratio}` +
      `${cell(ours.p50, 1)}${cell(ours.p99, 1)}${cell(bare.p50, 1)}${cell(bare.p99, 1)}` +
      `${cell(ours.node, 2)}${cell(ours.database, 2)}${cell(bare.node, 2)}${cell(bare.database, 2)}` +
      (ours.failures > 0 ? `  FAILED ${ours.failures}: ${ours.firstFailure}` : ''),
  );
};

/** Script that a page loads before anything is asked for, as it travels. */
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

const measure = async (
  api: Running,
  bare: Running,
  admin: pg.Client,
  ids: readonly string[],
): Promise<void> => {
  say(
    'Call   clients product    bare ratio     p50     p99  bare50  bare99    node      pg   bnode     bpg',
  );
  say(
    '               (per second)                 (milliseconds)        (processor ms per request)',
  );
  const cases = await casesOf(api, admin, ids);
  for (const one of cases.filter(({ name }) => wanted.includes(name))) {
    for (const clients of clientCounts) {
      const warm = await one.ours(1);
      await load(api.port, 2, 1, warm);
      await load(bare.port, 2, 1, one.bare);
      const sides = [
        { server: api, next: await one.ours(clients) },
        { server: bare, next: one.bare },
      ];
      const [ours, theirs] = await measureSides(sides, clients);
      if (ours && theirs) printRow(one.name, clients, ours, theirs);
    }
  }
  say();
  say(
    `Memory after the load: product ${memoryOf(api.process)} MB, bare server ${memoryOf(bare.process)} MB`,
  );
};

/** What the skeleton writes to: the product's own tables with their indexes, and nothing else. */
const baselineTables = `
  create table if not exists baseline_paper (like paper including all);
  create table if not exists baseline_author (like paper_authors including all);
  create table if not exists baseline_history (like history including all)`;

fill(options.folder, Number(options.papers));
const ports = [await freePort(), await freePort()] as const;
const api = await startProduct(options.folder, ports[0]);
say(`Cold start to first answer on the filled folder: ${Math.round(api.startup)} ms`);
try {
  // Beside the running server, as every command works.
  const env = readEnv({ ...process.env, DATA_DIR: options.folder }, root);
  const database = await openMigrated(env, false);
  const adminUrl = database.adminUrl ?? database.ownerUrl;
  const admin = new pg.Client({ connectionString: adminUrl });
  admin.on('error', () => undefined);
  await admin.connect();
  await admin.query(baselineTables);
  const found = await admin.query<{ id: string }>(
    `select id from paper where tenant_id = $1 and audit_status = '2' order by id desc limit 5000`,
    [tenant],
  );
  const [counted] = (
    await admin.query<{ papers: number; history: number }>(
      'select count(*)::int as papers, (select count(*)::int from history) as history from paper',
    )
  ).rows;
  say(`${counted?.papers} papers, ${counted?.history} history rows`);
  const bare = await start(
    [],
    'bench/baseline.ts',
    { PORT: String(ports[1]), BASELINE_URL: adminUrl },
    ports[1],
    '/health',
  );
  try {
    await measure(
      api,
      bare,
      admin,
      found.rows.map((row) => row.id),
    );
    scriptSizes();
  } finally {
    await bare.stop();
    await admin.query('drop table if exists baseline_paper, baseline_author, baseline_history');
    await admin.end();
    await database.close();
  }
} finally {
  await api.stop();
}

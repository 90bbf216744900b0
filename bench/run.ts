import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openMigrated } from '@keyan/api/commands/command.ts';
import { readEnv } from '@keyan/api/env.ts';
import pg from 'pg';
import { load, type Result, type Shot, send } from './load.ts';
import { freePort, memoryOf, type Running, root, start } from './servers.ts';

/**
 * `npm run bench [-- --papers 200000 --seconds 5 --clients 1,16,64 --only list,detail,submit]`: everything on against the bare skeleton, on the
 * same PostgreSQL and rows, in the same run. It prints; it judges nothing.
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
const tenant = '000000';
const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
const say = (line = ''): void => console.log(line);

const runScript = (script: string, args: readonly string[], env: Record<string, string>): void => {
  const done = spawnSync(process.execPath, [join(root, script), ...args], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  if (done.status !== 0) throw new Error(`${script} failed`);
};

/** The data of the benchmark, made once and used again. */
const prepare = (): void => {
  const marker = join(options.folder, `papers-${options.papers}`);
  if (existsSync(marker)) return;
  say(`Filling ${options.folder} with ${options.papers} papers…`);
  runScript('apps/api/src/commands/seed.ts', ['--papers', options.papers], {
    DATA_DIR: options.folder,
  });
  mkdirSync(marker, { recursive: true });
};

const signIn = async (port: number, account: string): Promise<Record<string, string>> => {
  const password = createHash('md5').update('Keyan@2026').digest('hex');
  const query = new URLSearchParams({
    tenantId: tenant,
    username: account,
    password,
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  });
  const answer = await send(port, {
    method: 'POST',
    path: `/api/blade-auth/oauth/token?${query}`,
    headers: { authorization: basic, 'tenant-id': tenant },
  });
  const token = (JSON.parse(answer.body) as { access_token?: string }).access_token;
  if (!token) throw new Error(`No sign-in: ${answer.body}`);
  return { authorization: basic, 'blade-auth': `bearer ${token}` };
};

/**
 * Files that wait for their paper, as if the person had uploaded them: each submission takes one.
 * Written beside the calls, whose own limit of uploads a minute would be measured otherwise.
 */
const waitingFiles = async (admin: pg.Client, userId: string, count: number): Promise<string[]> => {
  const sha256 = createHash('sha256').update('bench').digest();
  await admin.query(
    `insert into blob (tenant_id, sha256, blob_key, size, used_at) values ($1, $2, 'bench', 5, now())
     on conflict do nothing`,
    [tenant, sha256],
  );
  const { rows } = await admin.query<{ id: string }>(
    `insert into attachment (tenant_id, id, catalog, name, suffix, size, sha256, create_user, create_time)
     select $1, (random() * 9e18)::bigint, '13', '论文全文.pdf', 'pdf', 5, $2, $3, now()
       from generate_series(1, $4) returning id`,
    [tenant, sha256, userId, count],
  );
  return rows.map((row) => row.id);
};

/** Titles that no two papers share, nor nearly: words drawn by a counter. */
const words =
  '稻田湖泊湿地遥感蛋白算法政策教育法律音乐材料晶体河流森林城市乡村经济统计物理化学'.match(
    /.{2}/gu,
  ) ?? [];
let titles = Date.now() % 1_000_000_000;
const freshTitle = (): string => {
  titles += 1;
  let rest = titles;
  let title = '';
  for (let length = 0; length < 9; length += 1) {
    title += words[(rest * 7 + length * 13) % words.length];
    rest = Math.floor(rest / words.length) + titles * (length + 3);
  }
  return `${title}${titles.toString(36)}研究`;
};

const paperBody = (userId: string, fileId: string): string =>
  JSON.stringify({
    artName: freshTitle(),
    paperType: '01',
    publishLanguage: '01',
    journalName: '土壤学报',
    publishDate: '2026-05-01',
    publishScope: '2',
    journalLevel: 'A2',
    indexTypes: ['03'],
    discipline: '21010',
    subjectClass: '01',
    schoolSign: '1',
    statYear: 2026,
    isStatistics: '1',
    secretLevel: '0',
    authors: [
      {
        personType: '01',
        userId,
        name: '林晓岚',
        unit: '计算机与信息工程学院',
        authorType: '01',
        contributionRate: '100',
      },
    ],
    attachments: [{ id: fileId, catalog: '13' }],
  });

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
  const reader = await signIn(api.port, 'rd_achieve');
  const writer = await signIn(api.port, 'teacher');
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
                body: paperBody(userId, file),
              }
            : null;
        };
      },
      bare: () => ({
        method: 'POST',
        path: '/submit',
        body: JSON.stringify({ artName: freshTitle(), author: '林晓岚' }),
      }),
    },
  ];
};

const cell = (value: number, digits = 0): string => value.toFixed(digits).padStart(8);

const printRow = (name: string, clients: number, ours: Result, bare: Result): void => {
  const ratio = (ours.rate / bare.rate).toFixed(2).padStart(6);
  say(
    `${name.padEnd(7)}${String(clients).padStart(4)}${cell(ours.rate)}${cell(bare.rate)}${ratio}` +
      `${cell(ours.p50, 1)}${cell(ours.p99, 1)}${cell(bare.p50, 1)}${cell(bare.p99, 1)}` +
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
  say('What   clients    ours    bare ratio     p50     p99  bare50  bare99   (per second; ms)');
  const cases = await casesOf(api, admin, ids);
  for (const one of cases.filter(({ name }) => wanted.includes(name))) {
    for (const clients of clientCounts) {
      const warm = await one.ours(1);
      await load(api.port, 2, 1, warm);
      await load(bare.port, 2, 1, one.bare);
      const ours = await load(api.port, clients, seconds, await one.ours(clients));
      const theirs = await load(bare.port, clients, seconds, one.bare);
      printRow(one.name, clients, ours, theirs);
    }
  }
  say();
  say(`Memory after the load: ours ${memoryOf(api.process)} MB, bare ${memoryOf(bare.process)} MB`);
};

const baselineTables = `
  create table if not exists baseline_paper (tenant_id text, id bigint primary key, art_name text,
    journal_name text, publish_date date, create_time timestamptz);
  create table if not exists baseline_author (tenant_id text, id bigint primary key, parent_id bigint, name text);
  create table if not exists baseline_history (tenant_id text, id bigint primary key, paper_id bigint,
    time timestamptz, changes jsonb)`;

prepare();
const ports = [await freePort(), await freePort()] as const;
const api = await start(
  'apps/api/src/main.ts',
  {
    PORT: String(ports[0]),
    DATA_DIR: options.folder,
    LOG_LEVEL: 'silent',
    // The limit of one user's calls is not what is measured.
    REQUESTS_PER_MINUTE: '10000000',
  },
  ports[0],
  '/api/keyan/health',
);
say(`Cold start to first answer on the filled folder: ${Math.round(api.startup)} ms`);
try {
  // Beside the running server, as every command works.
  const env = readEnv({ ...process.env, DATA_DIR: options.folder }, root);
  const database = await openMigrated(env, false);
  const adminUrl = database.adminUrl ?? database.ownerUrl;
  const admin = new pg.Client({ connectionString: adminUrl });
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

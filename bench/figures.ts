/**
 * Measures figures of a university with much data: `npm run bench:figures [-- --outputs 1000000 --entries 1000000
 * --projects 20000 --rounds 30 --folder path]`. Writes the demo, adds outputs of all kinds, entries of the ledger and as
 * many arrivals, bookings and expenses, asks each home and each panel of the dashboard, and computes an annual report.
 * Prints the median and the slowest beside a bare count of papers by year on the same PostgreSQL. A folder is filled once
 * and used again.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApp } from '@keyan/api/app.ts';
import { seedOutputs } from '@keyan/api/bulk/outputs.ts';
import { openMigrated } from '@keyan/api/commands/command.ts';
import { readEnv } from '@keyan/api/env.ts';
import { openParts } from '@keyan/api/parts.ts';
import { demoSite, seedDemo } from '@keyan/api/seed.ts';
import { removeDataDir, temporaryDataDir } from '@keyan/api/testing/server.ts';
import { toWire } from '@keyan/engine/identity/password.ts';
import { mergeKeptCounts } from '@keyan/engine/server/kept-counts.ts';
import {
  headlineQuestions,
  type PanelQuestion,
  panelQuestions,
} from '@keyan/product/office/dashboard/panel-questions.ts';
import { computeReport } from '@keyan/product/reports/annual/run.server.ts';
import pg from 'pg';
import { fillLedger } from './ledger-rows.ts';
import { type Measured, measured, printMeasured, warmUps } from './medians.ts';

const { values } = parseArgs({
  options: {
    outputs: { type: 'string', default: '1000000' },
    entries: { type: 'string', default: '1000000' },
    projects: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '30' },
    folder: { type: 'string' },
    // `home`, `panels` or `annual` measures that part only.
    only: { type: 'string' },
  },
});
const [outputs, entries, projects, rounds] = [
  values.outputs,
  values.entries,
  values.projects,
  values.rounds,
].map(Number) as [number, number, number, number];
const parts = values.only?.split(',') ?? ['home', 'panels', 'annual'];
const tenant = '000000';
const dataDir = values.folder ?? temporaryDataDir();
const env = readEnv(
  { DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEVELOP: 'off', REQUESTS_PER_MINUTE: '1000000' },
  dataDir,
);
const database = await openMigrated(env, true);
const app = await openParts(env, database);
const admin = new pg.Client(database.ownerUrl);
admin.on('error', () => undefined);
await admin.connect();
await admin.query(`set app.tenant = '${tenant}'`);

/**
 * Copies the rows of a demo table over five years; values that must be unique are left empty. The
 * leaders of the added projects enter the copies in turn.
 */
const multiplyRows = async (
  table: string,
  days: readonly string[],
  count: number,
): Promise<void> => {
  const { rows } = await admin.query<{ name: string; unique: boolean }>(
    `select a.attname as name, exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique
              and not i.indisprimary and a.attnum = any(i.indkey)) and not a.attnotnull as unique
       from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' order by a.attnum`,
    [table],
  );
  const owners: Readonly<Record<string, string>> = {
    id: '700000000000 + n',
    program_id: 'p.id',
    program_leader: 'p.program_leader',
    create_user: 'p.program_leader',
  };
  const valueIn = ({ name, unique }: { name: string; unique: boolean }): string =>
    owners[name] !== undefined
      ? owners[name]
      : days.includes(name)
        ? `date '2022-01-01' + (n % 1780)::int`
        : unique && !['tenant_id', 'is_deleted'].includes(name)
          ? 'null'
          : `t.${name}`;
  const names = rows.map(({ name }) => name).join(', ');
  await admin.query(
    `with given as materialized (
       select x.*, row_number() over (order by id) - 1 as place from ${table} x where tenant_id = $1 and is_deleted = 0
     ), many as (select n, n % (select count(*) from given) as place from generate_series(1, $2::bigint) n)
     insert into ${table} (${names})
     select ${rows.map(valueIn).join(', ')} from many join given t using (place)
      join program p on p.tenant_id = $1 and p.id = 900000000 + 1 + n % ${projects}`,
    [tenant, count],
  );
  await admin.query(`vacuum analyze ${table}`);
};

/** Runs a part of the filling unless the folder already has it. */
const once = async (name: string, work: () => Promise<void>): Promise<void> => {
  const marker = join(dataDir, `figures-${name}`);
  if (existsSync(marker)) return;
  await work();
  writeFileSync(marker, '');
};

const fill = async (): Promise<void> => {
  const say = (line: string): void => console.log(line);
  const { ids, resources } = app.engine;
  await seedDemo(app, database.ownerUrl, say);
  await once(`outputs-${outputs}`, () =>
    seedOutputs(database.ownerUrl, outputs, ids.next(), resources, say),
  );
  await once(`money-${entries}-${projects}`, async () => {
    await fillLedger(admin, tenant, { entries, projects });
    await multiplyRows('funding_divide', ['arrive_date'], Math.round(entries / 5));
    await multiplyRows('jfdzys', ['arrive_date'], Math.round(entries / 5));
    await multiplyRows(
      'funds_expenditure',
      ['expense_date', 'pay_date'],
      Math.round((entries * 3) / 5),
    );
  });
  // A job of the server merges changes of stored counts each minute; no server runs here.
  await mergeKeptCounts(app.engine.database, tenant);
};

const server = await createApp(env, app, demoSite);
const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
const signIn = async (account: string): Promise<string> => {
  const query = new URLSearchParams({
    tenantId: tenant,
    username: account,
    password: toWire('Keyan@2026'),
    grant_type: 'password',
  });
  const answer = await server.inject({
    method: 'POST',
    url: `/api/blade-auth/oauth/token?${query}`,
    headers: { authorization: basic },
  });
  return (answer.json() as { access_token: string }).access_token;
};
/** Times of the calls of each person in the last minute. */
const asks = new Map<string, number[]>();
/** Maximum number of figure calls of a person per minute, below the limit of the server. */
const maxCallsPerMinute = 230;

/** Waits until the person may make this many figure calls without being refused. */
const room = async (token: string, calls: number): Promise<void> => {
  const recent = () => (asks.get(token) ?? []).filter((at) => at > performance.now() - 60_000);
  while (recent().length + calls > maxCallsPerMinute) await sleep(1000);
  asks.set(token, [...recent(), ...Array.from({ length: calls }, () => performance.now() + 5000)]);
};

const ask = async (token: string, path: string, body?: object): Promise<void> => {
  const { statusCode, body: text } = await server.inject({
    method: body ? 'POST' : 'GET',
    url: `/api/kh-edu-research/${path}`,
    headers: { authorization: basic, 'blade-auth': `bearer ${token}` },
    ...(body ? { payload: body } : {}),
  });
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text.slice(0, 200)}`);
};

const year = new Date().getFullYear();
/** Makes the input of a panel's questions: five years, all rows that the reader may read. */
const asked = (questions: readonly PanelQuestion[]) => ({
  questions: questions.map(({ figure, by, flows, change }) => ({
    figure,
    ...(by ? { by } : {}),
    ...(flows ? { from: year - 4, to: year } : {}),
    ...(change ? { change } : {}),
  })),
});

/** Accounts whose home pages are measured, one per range of readable records. */
const homes = ['rd_leader', 'school_leader', 'dept_secretary', 'teacher', 'finance', 'rd_achieve'];

/** Computes the latest annual report as its job does. @returns milliseconds */
const annual = async (): Promise<number | null> => {
  const { rows } = await admin.query<{ id: string }>(
    `update annual_report set resume_at = status, status = '9' where id = (
       select id from annual_report where tenant_id = $1 and is_deleted = 0 and report = 'keji' and status <> '3'
        order by year desc limit 1) returning id::text`,
    [tenant],
  );
  const [report] = rows;
  if (!report) return null;
  const began = performance.now();
  const signal = new AbortController().signal;
  await computeReport.run({ tenantId: tenant, data: { id: report.id }, signal }, app.engine);
  return performance.now() - began;
};

try {
  await fill();
  const bare = await measured('bare count of papers by year', rounds, () =>
    admin.query(
      `select stat_year, count(*) from paper where tenant_id = $1 and is_deleted = 0 and audit_status = '2' group by 1`,
      [tenant],
    ),
  );
  const all: Measured[] = [];
  if (parts.includes('home')) {
    for (const account of homes) {
      const token = await signIn(account);
      for (const call of ['queryMyInfo', 'querySchoolInfo']) {
        all.push(
          await measured(`${call} of ${account}`, rounds, () => ask(token, `wel/index/v1/${call}`)),
        );
      }
    }
  }
  if (parts.includes('panels')) {
    for (const account of ['rd_leader', 'dept_leader']) {
      const token = await signIn(account);
      for (const [name, questions] of Object.entries({
        headline: headlineQuestions,
        ...panelQuestions,
      })) {
        await room(token, rounds + warmUps);
        all.push(
          await measured(`${name} of ${account}`, rounds, () =>
            ask(token, 'statistics/figures', asked(questions)),
          ),
        );
      }
    }
  }
  console.log(`${outputs} outputs, ${entries} entries, ${projects} projects; milliseconds`);
  printMeasured(bare, all);
  if (parts.includes('annual')) {
    const took = await annual();
    console.log(
      took === null ? 'no annual report is open' : `annual report ${Math.round(took)} ms`,
    );
  }
} finally {
  await server.close();
  await app.close();
  await admin.end();
  await database.close();
  if (values.folder === undefined) removeDataDir(dataDir);
}

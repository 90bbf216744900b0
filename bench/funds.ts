/**
 * How long money takes to read where there is much of it: `npm run bench:funds [-- --entries 1000000 --projects 20000]`.
 * Fills a database of its own, asks each page a hundred times, and prints the median and the slowest of them beside a
 * bare transfer: two balances changed in one transaction on the same PostgreSQL.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createApp } from '@keyan/api/app.ts';
import { openMigrated } from '@keyan/api/commands/command.ts';
import { readEnv } from '@keyan/api/env.ts';
import { openParts } from '@keyan/api/parts.ts';
import { furnishTenant } from '@keyan/api/tenants.ts';
import { removeDataDir, temporaryDataDir } from '@keyan/api/testing/server.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import { createUsers } from '@keyan/product/composition/people.server.ts';
import { createPeople } from '@keyan/product/testing.ts';
import pg from 'pg';

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    projects: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '100' },
  },
});
const [entries, projects, rounds] = [values.entries, values.projects, values.rounds].map(
  Number,
) as [number, number, number];
const tenant = '000000';
const password = 'Keyan@2026';

const dataDir = temporaryDataDir();
const env = readEnv(
  { DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEVELOP: 'off', REQUESTS_PER_MINUTE: '1000000' },
  dataDir,
);
const database = await openMigrated(env, true);
const parts = await openParts(env, database);
await furnishTenant(parts.engine, { tenantId: tenant, name: '江陵大学' });
await createPeople(parts.engine, tenant);
await createUsers(
  parts.engine,
  tenant,
  [{ account: 'finance', realName: '苏静姝', department: '000', roles: ['finance'] }],
  await hashPassword(toWire(password)),
  { initial: false },
);
const admin = new pg.Client(database.ownerUrl);
admin.on('error', () => undefined);
await admin.connect();
await admin.query(`set app.tenant = '${tenant}'`);

/** Fills the ledger as posting would: entries over five years, their balances and their months. */
const fill = async (): Promise<void> => {
  const measures = [
    'budget',
    'arrived',
    'carried',
    'taxed',
    'overhead',
    'indirect',
    'booked',
    'held',
    'spent',
    'settled',
  ];
  await admin.query(
    `insert into program (tenant_id, id, program_name, program_num, program_kind, level, program_leader, department_id,
        start_date, end_date, fund_mode, status, funds, create_user, create_time, update_user, update_time)
     select $1::varchar, 900000000 + n, '项目' || n, 'B' || lpad(n::text, 8, '0'), (array['vertical', 'horizontal', 'school'])[1 + n % 3], '02',
            case when n % 400 = 0 then (select id from users where tenant_id = $1::varchar and account = 'teacher') else n end,
            (select id from dept where tenant_id = $1::varchar and dept_code = '310'), date '2022-01-01' + n % 700, date '2026-06-01' + n % 900,
            '2', '20', 300000, 0, now(), 0, now() from generate_series(1, $2::int) n`,
    [tenant, projects],
  );
  await admin.query(
    `insert into ledger_funds (tenant_id, owner_id, account, arrived, booked, spent, source, source_id, effect, action, time, on_day, dept_id)
     select $1::varchar, 900000000 + 1 + n % $2::int, (array['10201', '10202', '10302', '0'])[1 + (n / $2::int) % 4],
            case when (n / $2::int) % 5 = 0 then 30000 else 0 end, case when (n / $2::int) % 5 = 0 then 26000 else 0 end,
            case when (n / $2::int) % 5 > 0 then 120.5 else 0 end, 'fundsExpenditure', n, 'spent', 'pay',
            timestamptz '2022-01-01' + (n % 1780) * interval '1 day', date '2022-01-01' + n % 1780,
            (select id from dept where tenant_id = $1::varchar and dept_code = '310')
       from generate_series(0, $3::int - 1) n`,
    [tenant, projects, entries],
  );
  const sums = measures.map((one) => `sum(${one})`).join(', ');
  const names = measures.join(', ');
  await admin.query(
    `insert into ledger_funds_balance (tenant_id, owner_id, account, ${names})
     select tenant_id, owner_id, a.account, ${sums} from ledger_funds e cross join lateral (values (e.account), ('')) a(account) group by 1, 2, 3`,
  );
  await admin.query(
    `insert into ledger_funds_month (tenant_id, owner_id, account, dept_id, month, ${names})
     select tenant_id, owner_id, a.account, dept_id, date_trunc('month', on_day)::date, ${sums}
       from ledger_funds e cross join lateral (values (e.account), ('')) a(account) group by 1, 2, 3, 4, 5`,
  );
  await admin.query(
    `insert into ledger_funds_year (tenant_id, owner_id, account, year, ${names})
     select tenant_id, owner_id, account, extract(year from month)::int, ${sums} from ledger_funds_month group by 1, 2, 3, 4`,
  );
  await admin.query('create table bare (id int primary key, amount numeric(18,2) not null)');
  await admin.query('insert into bare select n, 0 from generate_series(1, 20000) n');
  for (const table of [
    'program',
    'ledger_funds',
    'ledger_funds_balance',
    'ledger_funds_month',
    'ledger_funds_year',
    'bare',
  ]) {
    await admin.query(`vacuum analyze ${table}`);
  }
};

const server = await createApp(env, parts, { tenantId: tenant });
const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
const signIn = async (account: string): Promise<string> => {
  const query = new URLSearchParams({
    tenantId: tenant,
    username: account,
    password: toWire(password),
    grant_type: 'password',
  });
  const answer = await server.inject({
    method: 'POST',
    url: `/api/blade-auth/oauth/token?${query}`,
    headers: { authorization: basic },
  });
  return (answer.json() as { access_token: string }).access_token;
};
const get = async (token: string, path: string): Promise<void> => {
  const { statusCode, body } = await server.inject({
    url: `/api/${path}`,
    headers: { authorization: basic, 'blade-auth': `bearer ${token}` },
  });
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body.slice(0, 200)}`);
};

interface Measured {
  readonly name: string;
  readonly median: number;
  readonly slowest: number;
}

const measure = async (
  name: string,
  ask: (round: number) => Promise<unknown>,
): Promise<Measured> => {
  for (let round = 0; round < 5; round += 1) await ask(round);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await ask(round);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { name, median: at(0.5), slowest: at(0.95) };
};

try {
  await fill();
  const [finance, teacher] = [await signIn('finance'), await signIn('teacher')];
  const idOf = (round: number): string => String(900_000_001 + ((round * 197) % projects));
  const service = 'kh-edu-research/fundsQuery';
  const transfer = async (round: number): Promise<void> => {
    await admin.query('begin');
    await admin.query('update bare set amount = amount - 1 where id = $1', [1 + (round % 9999)]);
    await admin.query('update bare set amount = amount + 1 where id = $1', [
      10_001 + (round % 9999),
    ]);
    await admin.query('commit');
  };
  const bare = await measure('bare transfer of two rows', transfer);
  const measured = [
    await measure('page of a project', (round) =>
      get(finance, `${service}/book?programId=${idOf(round)}`),
    ),
    await measure('entries of a project', (round) =>
      get(finance, `${service}/entries?programId=${idOf(round)}`),
    ),
    await measure("a person's funds by year", () =>
      get(teacher, 'kh-edu-research/wel/index/v1/myFundsByYear'),
    ),
    await measure("a person's funds in all", () =>
      get(teacher, 'kh-edu-research/wel/index/v1/myFundsAll'),
    ),
    await measure("a person's projects", () => get(teacher, `${service}/summary?by=project`)),
    await measure("the university's year by department", () =>
      get(finance, `${service}/summary?by=college&from=2026&to=2026`),
    ),
    await measure("the university's year by source", () =>
      get(finance, `${service}/summary?by=source&from=2026&to=2026`),
    ),
    await measure('the university by year', () => get(finance, `${service}/summary?by=year`)),
    await measure("the university's year by budget item", () =>
      get(finance, `${service}/summary?by=item&from=2026&to=2026`),
    ),
    await measure('the university by budget item', () =>
      get(finance, `${service}/summary?by=item`),
    ),
    await measure('list of 经费查询', () =>
      get(finance, 'kh-edu-research/programInfo/list?view=funds&size=10'),
    ),
  ];
  console.log(`${entries} entries on ${projects} projects, ${rounds} rounds; milliseconds`);
  for (const { name, median, slowest } of [bare, ...measured]) {
    const ratio = (median / bare.median).toFixed(1);
    console.log(
      `${name.padEnd(40)} median ${median.toFixed(1).padStart(8)}  p95 ${slowest.toFixed(1).padStart(8)}  × ${ratio}`,
    );
  }
} finally {
  await server.close();
  await parts.close();
  await admin.end();
  await database.close();
  removeDataDir(dataDir);
}

/**
 * Measures reading of money with many entries: `npm run bench:funds [-- --entries 1000000
 * --projects 20000]`. Fills a separate database, requests each page a hundred times, and prints the
 * median and the maximum beside a plain transfer: two balances changed in one transaction in the
 * same PostgreSQL.
 */
import { parseArgs } from 'node:util';
import { createApp } from '@keyan/api/app.ts';
import { openMigrated } from '@keyan/api/commands/command.ts';
import { readEnv } from '@keyan/api/env.ts';
import { openParts } from '@keyan/api/parts.ts';
import { setUpTenant } from '@keyan/api/tenants.ts';
import { removeDataDir, temporaryDataDir } from '@keyan/api/testing/server.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import { createUsers } from '@keyan/product/composition/people.server.ts';
import { createPeople } from '@keyan/product/testing.ts';
import pg from 'pg';
import { fillLedger } from './ledger-rows.ts';
import { printMeasured, measured as timed } from './medians.ts';

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
await setUpTenant(parts.engine, { tenantId: tenant, name: '江陵大学' });
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

try {
  await fillLedger(admin, tenant, { entries, projects });
  await admin.query('create table bare (id int primary key, amount numeric(18,2) not null)');
  await admin.query('insert into bare select n, 0 from generate_series(1, 20000) n');
  await admin.query('vacuum analyze bare');
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
  const measure = (name: string, ask: (round: number) => Promise<unknown>) =>
    timed(name, rounds, ask);
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
  printMeasured(bare, measured);
} finally {
  await server.close();
  await parts.close();
  await admin.end();
  await database.close();
  removeDataDir(dataDir);
}

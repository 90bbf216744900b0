/**
 * Measures reading of many projects: `npm run bench:projects [-- --projects 20000 --members 10]`.
 * Fills a separate database, requests lists, the page of a project and the eligibility of a team of
 * ten, and prints the median and the maximum beside a plain list: the same page of projects with
 * its total, straight from PostgreSQL.
 */

import { parseArgs } from 'node:util';
import { createApp } from '@keyan/api/app.ts';
import { openMigrated } from '@keyan/api/commands/command.ts';
import { readEnv } from '@keyan/api/env.ts';
import { openParts } from '@keyan/api/parts.ts';
import { setUpTenant } from '@keyan/api/tenants.ts';
import { removeDataDir, temporaryDataDir } from '@keyan/api/testing/server.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { createUsers } from '@keyan/product/composition/people.server.ts';
import { createPeople } from '@keyan/product/testing.ts';
import pg from 'pg';
import { printMeasured, measured as timed } from './medians.ts';

const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '20000' },
    members: { type: 'string', default: '10' },
    people: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '100' },
  },
});
const [projects, members, people, rounds] = [
  values.projects,
  values.members,
  values.people,
  values.rounds,
].map(Number) as [number, number, number, number];
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
  [
    { account: 'section', realName: '方立言', department: '000', roles: ['rd_project'] },
    ...Array.from({ length: people }, (_, at) => ({
      account: `p${at}`,
      realName: `教师${at}`,
      department: '310',
      roles: ['teacher'] as const,
    })),
  ],
  await hashPassword(toWire(password)),
  { initial: false },
);
const admin = new pg.Client(database.ownerUrl);
admin.on('error', () => undefined);
await admin.connect();
await admin.query(`set app.tenant = '${tenant}'`);

const server = await createApp(env, parts, { tenantId: tenant });
const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

interface Signed {
  readonly id: string;
  readonly token: string;
}

const signIn = async (account: string): Promise<Signed> => {
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
  const { access_token: token, user_id: id } = answer.json() as Record<string, string>;
  return { id: String(id), token: String(token) };
};

const call = async ({ token }: Signed, path: string, payload?: RowLike): Promise<RowLike> => {
  const { statusCode, body } = await server.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/kh-edu-research/${path}`,
    headers: { authorization: basic, 'blade-auth': `bearer ${token}` },
    ...(payload && { payload }),
  });
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body.slice(0, 300)}`);
  return (JSON.parse(body) as { data: RowLike }).data;
};

/** Inserts projects of five years, each with a leader and members, nearly all under way. */
const fill = async (): Promise<void> => {
  await admin.query(
    `insert into program (tenant_id, id, program_name, program_num, program_kind, level, program_leader, department_id,
        start_date, end_date, fund_mode, status, funds, resource, plan_year, create_user, create_time, update_user, update_time)
     select $1::varchar, 900000000 + n, '项目' || n, 'B' || lpad(n::text, 8, '0'), (array['vertical', 'horizontal', 'school'])[1 + n % 3], '02',
            p.ids[1 + n % cardinality(p.ids)], (select id from dept where tenant_id = $1::varchar and dept_code = '310'),
            date '2022-01-01' + n % 700, date '2026-06-01' + n % 900, '2',
            (array['20', '20', '20', '40'])[1 + n % 4], 300000, '2004', 2022 + n % 5, p.ids[1 + n % cardinality(p.ids)],
            now(), 0, now()
       from generate_series(1, $2::int) n,
       (select array_agg(id order by id) as ids from users where tenant_id = $1::varchar and account like 'p%') p`,
    [tenant, projects],
  );
  await admin.query(
    `insert into program_members (tenant_id, id, parent_id, sort_order, sort, person_type, user_id, member_role)
     select $1::varchar, 950000000 + n * 100 + m, 900000000 + n, m, m, '01',
            p.ids[1 + (n * 7 + m * 131) % cardinality(p.ids)], case when m = 1 then '01' else '02' end
       from generate_series(1, $2::int) n, generate_series(1, $3::int) m,
       (select array_agg(id order by id) as ids from users where tenant_id = $1::varchar and account like 'p%') p`,
    [tenant, projects, members],
  );
  for (const table of ['program', 'program_members', 'users']) {
    await admin.query(`vacuum analyze ${table}`);
  }
};

/** Publishes a call for proposals that limits how many projects a person leads and joins. */
const publishCall = async (section: Signed): Promise<string> => {
  const plan = await call(section, 'declarePlan/submit', {
    planName: '面上项目',
    programKind: 'vertical',
    planYear: new Date().getFullYear() + 1,
    resource: '2004',
    level: '02',
    startTime: '2020-01-01 08:00:00',
    endTime: '2099-12-31 17:00:00',
    needReview: '0',
    fundMode: '2',
    deptQuotaMode: '0',
    personLimit: 1,
    joinLimit: 2,
    onGoingLimit: 3,
    excludeOverdue: '1',
    theoryAllowed: '0',
  });
  const { version } = await call(section, `declarePlan/detail?id=${String(plan.id)}`);
  await call(section, 'declarePlan/publishPlan', { id: plan.id, ids: plan.id, version });
  return String(plan.id);
};

try {
  await fill();
  const [section, person] = [await signIn('section'), await signIn('p7')];
  const planId = await publishCall(section);
  const ids = await admin.query<{ id: string }>(
    `select id::text from users where tenant_id = $1 and account like 'p%' order by id`,
    [tenant],
  );
  const idOf = (round: number): string => String(900_000_001 + ((round * 197) % projects));
  const personAt = (at: number): string => ids.rows[at % ids.rows.length]?.id ?? '';
  const own = await admin.query<{ id: string }>(
    'select id::text from program where tenant_id = $1 and program_leader = $2 order by id',
    [tenant, person.id],
  );
  const team = (round: number) =>
    Array.from({ length: 10 }, (_, at) => ({
      sort: at + 1,
      personType: '01',
      userId: at === 0 ? person.id : personAt(round * 11 + at * 37),
      memberRole: at === 0 ? '01' : '02',
    }));
  const measure = (name: string, ask: (round: number) => Promise<unknown>) =>
    timed(name, rounds, ask);
  const bare = await measure('bare list: ten projects and how many there are', async (round) => {
    const found = [tenant, ['vertical', 'horizontal', 'school'][round % 3]];
    await admin.query(
      'select count(*) from program where tenant_id = $1 and program_kind = $2 and is_deleted = 0',
      found,
    );
    await admin.query(
      `select * from program where tenant_id = $1 and program_kind = $2 and is_deleted = 0
        order by create_time desc, id desc limit 10`,
      found,
    );
  });
  const listed = async (who: Signed, more: string): Promise<void> => {
    const { records } = await call(who, `programInfo/list?view=vertical&size=10&${more}`);
    if ((records as readonly unknown[]).length === 0) throw new Error(`nothing listed: ${more}`);
  };
  const measured = [
    await measure('ledger of the section', (round) =>
      listed(section, `current=${1 + (round % 40)}`),
    ),
    await measure('ledger of the section by a leader', (round) =>
      listed(section, `current=1&programLeader=${personAt(round * 13)}`),
    ),
    await measure("a person's projects", (round) =>
      listed(person, `current=1&sort=-planYear&at=${round}`),
    ),
    await measure('eligibility of a team of ten', (round) =>
      call(person, 'declareInfo/validateMember', {
        planId,
        leaderId: person.id,
        members: team(round),
      }),
    ),
    await measure('open calls for a person', () => call(person, 'program/open')),
    await measure('record of a project', (round) =>
      call(section, `programInfo/detail?id=${idOf(round)}`),
    ),
    await measure('page of a project, for the section', (round) =>
      call(section, `programInfo/home?id=${idOf(round)}`),
    ),
    await measure('page of a project, for its leader', (round) =>
      call(person, `programInfo/home?id=${own.rows[round % own.rows.length]?.id ?? ''}`),
    ),
  ];
  console.log(`${projects} projects × ${members} members, ${rounds} rounds; milliseconds`);
  printMeasured(bare, measured);
} finally {
  await server.close();
  await parts.close();
  await admin.end();
  await database.close();
  removeDataDir(dataDir);
}

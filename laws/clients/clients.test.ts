import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, startApplication } from '../support/application.ts';
import { path as at } from '../support/filing.ts';
import { password } from '../support/world.ts';
import { accounts } from './accounts.ts';
import { ends, reports, starts, strangers, tokens } from './auth.ts';
import { manners, StockClient } from './client.ts';
import { dictionaries, regionSheets, regions } from './dictionaries.ts';
import { departments, menus, roles, topMenus } from './roles.ts';
import { notices, resources } from './services.ts';
import { type Memory, walk } from './steps.ts';
import { rows, scopes, tenants } from './system.ts';
import { flows, logs, models, tools } from './work.ts';

/**
 * Stock clients of the family against the running server, over HTTP: what each page of theirs sends, and
 * the fields that it reads of the answer. Each client walks through all pages, from sign-in to sign-out.
 */
const app = await startApplication([home]);
const url = await app.server.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

const idOf = async (table: string, column: string, value: string): Promise<string> =>
  (
    await app.database.query<{ id: string }>(
      `select id::text from ${table} where tenant_id = $1 and ${column} = $2 limit 1`,
      [home, value],
    )
  )[0]?.id ?? '';

/** Values that the pages choose from. */
let world: Memory;

beforeAll(async () => {
  const teacher = await app.as('teacher');
  await teacher.post(at('academicPartTime/submit'), {
    partTimeType: '02',
    orgName: '美术研究',
    orgType: '02',
    post: '08',
    startDate: '2025-01-01',
  });
  const [running] = await app.database.query<{ id: string }>(
    'select id::text from wf_instance limit 1',
  );
  await app.database.query(
    `insert into usual_log (tenant_id, id, level, log_id, data, server_host, server_ip, create_time)
     values ($1, 1, 'info', 'law', 'done', 'host', '', now())`,
    [home],
  );
  world = {
    menu: await idOf('menu', 'code', 'paperLib'),
    role: await idOf('role', 'role_alias', 'teacher'),
    unit: app.departments[home]?.get('310') ?? '',
    other: app.departments[home]?.get('320') ?? '',
    instance: running?.id ?? '',
  };
  const admin = await app.as('admin');
  const post = { category: '1', postCode: 'law', postName: '岗位' };
  world.post = String((await admin.post('blade-system/post/submit', post)).data.id);
});

const pages = {
  accounts,
  roles,
  menus,
  topMenus,
  departments,
  dictionaries,
  rows,
  scopes,
  tenants,
  regions,
  resources,
  notices,
  reports,
  logs,
  tools,
  flows,
};

for (const [index, manner] of manners.entries()) {
  const client = new StockClient(url, manner);
  const known = (): Memory => ({
    ...world,
    tag: manner.name.toLowerCase(),
    number: String(90 + index),
  });

  test(`${manner.name} signs in, and its frame has all that it asks for`, async () => {
    await walk(client, strangers, known());
    const read = await client.signIn('admin', password);
    expect(tokens[manner.token](read, 'token')).toEqual([]);
    await walk(client, starts, known());
    expect(tokens[manner.token](await client.refresh(), 'token')).toEqual([]);
  });

  const own = { ...pages, ...(manner.name === 'TD' ? { regionSheets, models } : {}) };
  for (const [name, steps] of Object.entries(own)) {
    test(`${manner.name}: ${name}`, async () => {
      await walk(client, steps, known());
    });
  }

  test(`${manner.name} of a teacher starts, and signs out`, async () => {
    const teacher = new StockClient(url, manner);
    await teacher.signIn('teacher', password);
    await walk(teacher, starts, known());
    await walk(teacher, ends, known());
  });
}

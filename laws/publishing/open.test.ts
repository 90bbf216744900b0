import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryTimeout, Unavailable } from '@keyan/engine/store/connection/failures.ts';
import { answerOpenCall } from '@keyan/product/publishing/open/access.server.ts';
import { callWebhooks } from '@keyan/product/publishing/open/hooks.server.ts';
import { openFieldsOf, openResources } from '@keyan/product/publishing/open/open-resources.ts';
import { linesSql } from '@keyan/product/publishing/open/reading.server.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { home, startApplication } from '../support/application.ts';
import { ok } from '../support/filing.ts';
import { complete, type Input, sample } from '../support/inputs.ts';

/** Facts about other systems that read records, and those that are called when records reach a state. */
const app = await startApplication();
afterAll(() => app.close());

const admin = await app.as('admin');
const { engine } = app.parts;
const secret = 'a secret of the library';

const sql = <R = unknown>(text: string, parameters: readonly unknown[] = []): Promise<R[]> =>
  engine.database.read(home, (session) => session.query<R>(text, parameters));

const made = new Map<string, string>();

const create = async (key: string, more: Input = {}): Promise<string> => {
  const resource = app.resources.find((one) => one.key === key);
  if (!resource) throw new Error(`no ${key}`);
  const [input = {}] = sample(complete(resource, app.targets()), 1);
  const { id } = await engine.asSystem('law', home).save(resource, { ...input, ...more });
  return id;
};

const client = { id: '', version: 0 };

const scopesAre = async (scopes: readonly object[], more: object = {}): Promise<void> => {
  const row = await ok(
    admin.post('keyan/openClient/submit', {
      ...(client.id && client),
      clientName: '图书馆',
      clientId: 'library',
      ...(client.id ? {} : { clientSecret: secret }),
      scopes,
      ...more,
    }),
  );
  client.id = String(row.id);
  client.version = Number(row.version);
};

const ask = (url: string, token = '') =>
  app.server.inject({
    method: 'GET',
    url: `/api/open/v1/${url}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });

const askToken = (id: string, given: string) =>
  app.server.inject({
    method: 'POST',
    url: '/api/open/v1/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${given}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'grant_type=client_credentials',
  });

const tokenOf = async (): Promise<string> => {
  const answer = await askToken('library', secret);
  return (answer.json() as { access_token: string }).access_token;
};

beforeAll(async () => {
  for (const { resource } of openResources) {
    const { key, table, secrecy, processes } = resource;
    if (key === 'dept') continue;
    made.set(key, await create(key, key === 'programInfo' ? { programKind: 'vertical' } : {}));
    const approved = [
      ...(processes.length > 0 ? ["audit_status = '2'", 'finish_time = now()'] : []),
      ...(secrecy ? ["secret_level = '0'"] : []),
      // Changes are listed once they have settled.
      "update_time = now() - interval '1 hour'",
    ];
    await sql(`update ${table} set ${approved.join(', ')}`);
  }
});

test('a client reads what its scopes name, and is refused anything else', async () => {
  const wrong = await admin.post('keyan/openClient/submit', {
    clientName: '图书馆',
    clientId: 'library',
    clientSecret: secret,
    scopes: [{ resourceKey: 'personnel', fields: 'name,idNumber' }],
  });
  expect(wrong.errors.map(({ message }) => message).join()).toContain('idNumber');
  await scopesAre([{ resourceKey: 'papersapp', fields: 'artName, doi' }]);
  expect((await askToken('library', secret)).statusCode).toBe(401);
  await ok(admin.post('keyan/openClient/enable', { ids: client.id }));
  client.version += 1;
  for (const [id, given] of [
    ['library', 'wrong'],
    ['nobody', secret],
  ] as const) {
    expect((await askToken(id, given)).json()).toMatchObject({ error: 'invalid_client' });
  }
  const token = await tokenOf();
  const page = (await ask('papersapp', token)).json() as { data: Input[] };
  expect(Object.keys(page.data[0] ?? {}).toSorted()).toEqual(
    ['artName', 'changedAt', 'deleted', 'doi', 'id'].toSorted(),
  );
  const one = await ask(`papersapp/${made.get('papersapp')}`, token);
  expect(one.json()).toMatchObject({ id: made.get('papersapp'), deleted: false });
  expect((await ask('bookapp', token)).json()).toMatchObject({ error: 'insufficient_scope' });
  expect((await ask('users', token)).statusCode).toBe(404);
  for (const bad of ['', 'x', `${token}x`]) {
    expect((await ask('papersapp', bad)).statusCode).toBe(401);
  }
  expect((await ask('papersapp?cursor=x', token)).statusCode).toBe(400);
});

test('records of one moment are listed once, whatever the length of their ids', async () => {
  const columns = await sql<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_name = 'paper' and is_generated = 'NEVER'
        and column_name not in ('id', 'doi', 'doi_key', 'differs_by')`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await sql(
    `insert into paper (id, differs_by, ${names}) select n, '另一篇', ${names} from paper, unnest('{8, 9, 10, 700}'::bigint[]) n
      where id = $1`,
    [made.get('papersapp')],
  );
  onTestFinished(async () => {
    await sql('delete from paper where id <= 700');
  });
  const token = await tokenOf();
  const listed: string[] = [];
  for (let cursor = ''; ; ) {
    const query = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const page = (await ask(`papersapp?limit=2${query}`, token)).json() as {
      readonly data: readonly Input[];
      readonly cursor: string;
      readonly hasMore: boolean;
    };
    listed.push(...page.data.map(({ id }) => String(id)));
    if (!page.hasMore) break;
    cursor = page.cursor;
  }
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toEqual(expect.arrayContaining(['8', '9', '10', '700']));
});

describe('secret records and private fields never leave', () => {
  test.each(openResources.map(({ resource }) => [resource.key, resource] as const))(
    '%s',
    async (key, resource) => {
      if (key === 'dept') return;
      await scopesAre([{ resourceKey: key, fields: '*' }]);
      const token = await tokenOf();
      const id = made.get(key) ?? '';
      const shown = (await ask(`${key}/${id}`, token)).json() as Input;
      expect(Object.keys(shown)).toEqual(
        expect.arrayContaining(openFieldsOf(resource).slice(0, 3)),
      );
      const closed = Object.entries(resource.fields).filter(
        ([, { spec }]) => spec.secret || ('masked' in spec && spec.masked) || spec.openTo,
      );
      for (const [name] of closed) expect(shown).not.toHaveProperty(name);
      if (!resource.secrecy) return;
      for (const level of ['1', '2', '3']) {
        await sql(`update ${resource.table} set secret_level = $2 where id = $1`, [id, level]);
        expect((await ask(`${key}/${id}`, token)).statusCode).toBe(404);
        const { data } = (await ask(`${key}?changedSince=2020-01-01`, token)).json() as {
          data: Input[];
        };
        expect(Object.keys(data.find((one) => one.id === id) ?? {})).toEqual(
          expect.not.arrayContaining([resource.title]),
        );
      }
      await sql(`update ${resource.table} set secret_level = '0' where id = $1`, [id]);
    },
  );
});

test('pages bring each change once, and what is gone as deleted', async () => {
  await scopesAre([{ resourceKey: 'standard', fields: 'standardName' }]);
  const token = await tokenOf();
  for (let n = 0; n < 4; n += 1) await create('standard');
  await sql(
    `update standard set audit_status = '2', finish_time = now(), secret_level = '0', update_time = now() - interval '30 minutes'
      where audit_status <> '2'`,
  );
  const seen: string[] = [];
  let cursor = '';
  for (;;) {
    const page = (await ask(`standard?limit=2&cursor=${cursor}`, token)).json() as {
      data: Input[];
      cursor: string;
      hasMore: boolean;
    };
    seen.push(...page.data.map(({ id }) => String(id)));
    cursor = page.cursor;
    if (!page.hasMore) break;
  }
  const all = await sql<{ id: string }>('select id::text from standard where is_deleted = 0');
  expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted());

  await sql(
    `update standard set is_deleted = 1, update_time = now() - interval '1 minute' where id = $1`,
    [seen[0]],
  );
  const later = (await ask(`standard?cursor=${cursor}`, token)).json() as { data: Input[] };
  expect(later.data).toMatchObject([{ id: seen[0], deleted: true }]);
});

test.each(openResources.map((open) => [open.resource.key, open] as const))(
  'a page of %s is read from its place on, however many records are older',
  async (_key, open) => {
    for (const behind of [null, { since: '2024-01-01T00:00:00Z', id: '0' }]) {
      const { sql: text, parameters } = linesSql(open, home, behind, 101);
      const plan = await engine.database.transaction(home, async (tx) => {
        // Tables of a test are so small that all of it is read and sorted.
        await tx.query('set local enable_seqscan = off');
        await tx.query('set local enable_sort = off');
        return tx.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, parameters);
      });
      const said = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(said).toContain(`${open.resource.table}_changed`);
      expect(said).not.toContain('Sort');
      if (behind) expect(said).toMatch(/Index Cond: .*ROW\(t?\.?update_time, t?\.?id\) > ROW/);
    }
  },
);

test('a database that is away is told in the words of the interface, with when to try again', async () => {
  for (const away of [new Unavailable(null), new QueryTimeout(null)]) {
    const { body, status, headers } = await answerOpenCall(() => Promise.reject(away));
    expect([status, body, headers?.['retry-after']]).toMatchObject([
      503,
      { error: 'temporarily_unavailable' },
      '5',
    ]);
  }
  await expect(answerOpenCall(() => Promise.reject(new Error('a mistake')))).rejects.toThrow();
});

test('another secret ends the tokens that were given out', async () => {
  const token = await tokenOf();
  expect((await ask('standard', token)).statusCode).toBe(200);
  await scopesAre([{ resourceKey: 'standard', fields: '*' }], { clientSecret: 'another secret' });
  expect((await ask('standard', token)).statusCode).toBe(401);
  const described = (await ask('openapi.json')).json() as {
    paths: Readonly<Record<string, object>>;
  };
  for (const { resource } of openResources)
    expect(described.paths).toHaveProperty(`/${resource.key}`);
});

interface Heard {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe('webhooks', () => {
  const heard: Heard[] = [];
  const answers: number[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      heard.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  beforeAll(() => new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done)));
  afterAll(() => receiver.close());

  const run = (hosts: readonly string[] = ['127.0.0.1']) =>
    callWebhooks(hosts).run(
      { tenantId: home, data: {}, signal: new AbortController().signal },
      engine,
    );
  const rows = async (): Promise<readonly Input[]> =>
    (await ok(admin.get('keyan/webhook/deliveries'))).records as readonly Input[];

  test('a state that is reached is told, signed, tried again, and told again by hand', async () => {
    const { port } = receiver.address() as AddressInfo;
    const given = {
      hookName: '图书馆',
      resourceKey: 'papersapp',
      reached: '2',
      address: `http://127.0.0.1:${port}/hook`,
      signSecret: 'a key to sign with',
    };
    const wrong = await admin.post('keyan/webhook/submit', { ...given, reached: 'x' });
    expect(wrong.errors.map(({ path }) => path)).toContain('reached');
    const hook = await ok(admin.post('keyan/webhook/submit', given));
    await ok(admin.post('keyan/webhook/enable', { ids: hook.id }));
    const reach = async (id: string, level: string): Promise<void> => {
      await sql(`update paper set secret_level = $2 where id = $1`, [id, level]);
      await sql(
        `insert into history (tenant_id, id, resource, business_id, action, actor_name, time, version, changes)
         values ($1, $2, 'papersapp', $3, 'approve', '系统', $4, 7,
                 '[{"path":"auditStatus","label":["状态","Status"],"before":"1","after":"2"}]')`,
        [home, engine.ids.next(), id, engine.clock()],
      );
    };
    const paper = made.get('papersapp') ?? '';
    await reach(await create('papersapp'), '2');
    await reach(paper, '0');
    answers.push(500);
    expect(await run()).toMatchObject({ done: 0, left: 1 });
    expect(await rows()).toMatchObject([{ record: paper, outcome: '0', answer: 500, tries: 1 }]);

    await sql(`update webhook_delivery set next_time = now() - interval '1 minute'`);
    expect(await run()).toMatchObject({ done: 1 });
    const last = heard.at(-1);
    const seconds = String(last?.headers['x-keyan-timestamp']);
    const signature = createHmac('sha256', given.signSecret)
      .update(`${seconds}.${last?.body}`)
      .digest('hex');
    expect(last?.headers['x-keyan-signature']).toBe(`v1=${signature}`);
    expect(JSON.parse(last?.body ?? '')).toMatchObject({
      event: 'reached',
      resource: 'papersapp',
      id: paper,
      state: '2',
    });
    expect(heard).toHaveLength(2);
    // Told once.
    await run();
    expect(heard).toHaveLength(2);

    const [row] = await rows();
    await ok(admin.post('keyan/webhook/replay', { id: row?.id }));
    expect(heard).toHaveLength(app.parts.serviceHosts.includes('127.0.0.1') ? 3 : 2);
  });

  test('after a day it is given up, and no closed network is called', async () => {
    await sql(
      `update webhook_delivery set outcome = '0', next_time = now() - interval '1 minute', tries = 9, create_time = now() - interval '25 hours'`,
    );
    const before = heard.length;
    await run([]);
    expect(heard).toHaveLength(before);
    expect(await rows()).toMatchObject([{ outcome: '2' }]);
    const teacher = await app.as('teacher');
    expect((await teacher.get('keyan/webhook/deliveries')).status).toBe(403);
  });
});

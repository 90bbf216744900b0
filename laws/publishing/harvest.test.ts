import { outlets } from '@keyan/product/publishing/outlets.ts';
import type { PublishingSettings } from '@keyan/product/publishing/publishing.ts';
import { compareRegister } from '@keyan/product/publishing/register.server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { home, startApplication } from '../support/application.ts';
import { ok } from '../support/filing.ts';
import { complete, sample } from '../support/inputs.ts';
import { errorIn, headersIn, schemaFaults, walk } from '../support/oai.ts';

/** Facts about what leaves the university: what it is, who decides, and that secrets stay. */
const app = await startApplication();
afterAll(() => app.close());

const admin = await app.as('admin');
const { engine } = app.parts;
const address = 'https://keyan.example.edu.cn';

const settings: Omit<PublishingSettings, 'version'> = {
  isOn: true,
  pagesOn: true,
  address,
  repositoryName: '某大学 <科研> & 成果',
  adminEmail: 'oai@example.edu.cn',
  ror: 'https://ror.org/033vjfk17',
  outlets: outlets.map(({ key }) => key),
  withAmounts: true,
};

const keep = async (more: Partial<PublishingSettings> = {}) => {
  const state = (await ok(admin.get('keyan/publishing/state'))) as {
    settings: PublishingSettings;
  };
  return admin.post('keyan/publishing/save', {
    ...settings,
    version: state.settings.version,
    ...more,
  });
};

let requests = 0;

/** Asks from one address after another: none asks too often. */
const ask = async (query: Readonly<Record<string, string>>): Promise<string> => {
  requests += 1;
  const remoteAddress = `10.1.${Math.floor(requests / 250) % 250}.${1 + (requests % 250)}`;
  const url = '/api/oai';
  const answer = await app.server.inject({
    method: 'GET',
    url,
    query: { ...query },
    remoteAddress,
  });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.body;
};

const valid = (text: string): string => {
  expect(schemaFaults(text)).toBe('');
  return text;
};

const sql = <R = unknown>(text: string, parameters: readonly unknown[] = []): Promise<R[]> =>
  engine.database.read(home, (session) => session.query<R>(text, parameters));

/** Ids of specimens, by the key of their resource. */
const made = new Map<string, string[]>();

/** Values that a resource does not draw, so that its outlet takes the record. */
const asked: Readonly<Record<string, object>> = {
  programInfo: { programKind: 'vertical' },
  advisoryapp: { adoptType: '02' },
};

beforeAll(async () => {
  const system = engine.asSystem('law', home);
  for (const { resource } of new Map(outlets.map((one) => [one.resource.key, one])).values()) {
    if (resource.key === 'dept') continue;
    const inputs = sample(complete(resource, app.targets()), 3);
    const ids: string[] = [];
    for (const input of inputs) {
      const { id } = await system.save(resource, { ...input, ...asked[resource.key] });
      ids.push(id);
    }
    made.set(resource.key, ids);
    const approved = [
      ...('auditStatus' in resource.fields || resource.processes.length > 0
        ? ["audit_status = '2'"]
        : []),
      ...(resource.secrecy ? ["secret_level = '0'"] : []),
    ];
    if (approved.length > 0) await sql(`update ${resource.table} set ${approved.join(', ')}`);
  }
});

test('nothing goes out before an administrator has switched it on', async () => {
  const closed = await app.server.inject({ method: 'GET', url: '/api/oai?verb=Identify' });
  expect(closed.statusCode).toBe(404);
  const { errors } = await keep({ address: 'nowhere', adminEmail: '', ror: 'x', outlets: [] });
  expect(errors.map(({ path }) => path)).toEqual(['address', 'adminEmail', 'ror', 'outlets']);
  const teacher = await app.as('teacher');
  expect((await teacher.get('keyan/publishing/state')).status).toBe(403);
  await ok(keep());
  expect((await keep({ version: 0 })).status).toBe(409);
  valid(await ask({ verb: 'Identify' }));
});

describe('every record is valid in every format', () => {
  test.each(['oai_dc', 'oai_cerif_openaire'])('%s', async (metadataPrefix) => {
    const pages = await walk(ask, { verb: 'ListRecords', metadataPrefix });
    const ids = pages.flatMap((page) => headersIn(valid(page)).map(({ id }) => id));
    for (const { key, resource, consent } of outlets) {
      const found = ids.filter((id) => id.includes(`:${key}/`));
      const expected = made.get(resource.key) ?? [];
      if (key === 'contractProject' || consent) continue;
      for (const id of expected)
        expect(found, key).toContain(`oai:keyan.example.edu.cn:${key}/${id}`);
    }
    expect(pages.join('')).not.toContain('status="deleted"');
  });
});

test('sets, formats, identifiers and single records', async () => {
  const [id = ''] = made.get('papersapp') ?? [];
  const identifier = `oai:keyan.example.edu.cn:papersapp/${id}`;
  valid(await ask({ verb: 'ListSets' }));
  valid(await ask({ verb: 'ListMetadataFormats', identifier }));
  valid(await ask({ verb: 'GetRecord', identifier, metadataPrefix: 'oai_dc' }));
  for (const set of ['kind:papersapp', 'openaire_cris_publications']) {
    const text = valid(await ask({ verb: 'ListIdentifiers', metadataPrefix: 'oai_dc', set }));
    expect(headersIn(text).map((header) => header.id)).toContain(identifier);
  }
  const set = 'kind:patentapp';
  const patents = await ask({ verb: 'ListIdentifiers', metadataPrefix: 'oai_dc', set });
  expect(headersIn(patents).every((header) => header.id.includes(':patentapp/'))).toBe(true);
});

test('what is wrong in a request is told by its code', async () => {
  const list = { verb: 'ListRecords', metadataPrefix: 'oai_dc' };
  const wrong: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['badVerb', {}],
    ['badVerb', { verb: 'Lists' }],
    ['badArgument', { verb: 'Identify', set: 'x' }],
    ['badArgument', { verb: 'ListRecords' }],
    ['badArgument', { ...list, from: '2026-13-01' }],
    ['badArgument', { ...list, from: '2026-11-02', until: '2026-11-01' }],
    ['badArgument', { ...list, from: '2026-11-01', until: '2026-11-02T00:00:00Z' }],
    ['badArgument', { ...list, resumptionToken: 'x' }],
    ['badResumptionToken', { verb: 'ListRecords', resumptionToken: 'x.y' }],
    ['cannotDisseminateFormat', { verb: 'ListRecords', metadataPrefix: 'marc' }],
    ['idDoesNotExist', { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: 'oai:x:y/1' }],
    ['noRecordsMatch', { ...list, until: '1999-01-01' }],
    ['noRecordsMatch', { ...list, set: 'nothing' }],
  ];
  for (const [code, query] of wrong) expect(errorIn(valid(await ask(query))), code).toBe(code);
  const twice = await app.server.inject('/api/oai?verb=Identify&verb=Identify');
  expect(errorIn(valid(twice.body))).toBe('badVerb');
  const posted = await app.server.inject({
    method: 'POST',
    url: '/api/oai',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'verb=Identify',
  });
  expect(valid(posted.body)).toContain('<Identify>');
});

describe('secret records never leave (R-510)', () => {
  const secret = outlets.filter(({ resource }) => resource.secrecy);
  test.each(secret)('$key', async ({ key, resource }) => {
    const [id = ''] = made.get(resource.key) ?? [];
    const title = `绝密题目${key}`;
    const { title: field } = resource;
    const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const identifier = `oai:keyan.example.edu.cn:${key}/${id}`;
    const get = () => ask({ verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier });
    await sql(`update ${resource.table} set ${column} = $2 where id = $1`, [id, title]);
    expect(await get()).toContain(title);
    for (const level of ['1', '2', '3']) {
      await sql(`update ${resource.table} set secret_level = $2 where id = $1`, [id, level]);
      // At once, before the register knows.
      expect(headersIn(valid(await get()))).toMatchObject([{ isDeleted: true }]);
    }
    await compareRegister(engine, home);
    const pages = await walk(ask, { verb: 'ListRecords', metadataPrefix: 'oai_cerif_openaire' });
    expect(pages.join('')).not.toContain(title);
    expect(pages.flatMap(headersIn).find((header) => header.id === identifier)?.isDeleted).toBe(
      true,
    );
  });
});

/** Copies one paper `count` times, with ids from this one on. */
const copies = async (from: number, count: number): Promise<void> => {
  const columns = await sql<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_name = 'paper' and is_generated = 'NEVER' and column_name not in ('id', 'doi', 'doi_key', 'differs_by')`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await sql(
    `insert into paper (id, differs_by, ${names}) select $2::bigint + n, '另一篇', ${names} from paper, generate_series(1, $3::int) n
      where id = $1`,
    [made.get('papersapp')?.[1], from, count],
  );
};

/** Papers of the walk: a hundred thousand by hand, few in every run. */
const walked = Number(process.env.HARVEST_PAPERS ?? 350);
/** Pages between two rounds of changes. */
const stride = Math.ceil(walked / 2000);

test('a walk lists each record once while records change', async () => {
  await copies(7_000_000, walked);
  await compareRegister(engine, home);
  const set = 'kind:papersapp';
  const list = { verb: 'ListRecords', metadataPrefix: 'oai_dc', set };
  const expected = (
    await sql<{ id: string }>(
      `select record_id::text as id from published where outlet = 'papersapp'`,
    )
  ).map(({ id }) => `oai:keyan.example.edu.cn:papersapp/${id}`);
  let added = 0;
  const pages = await walk(ask, list, async (count) => {
    if (count % stride !== 0) return;
    const page = count / stride;
    // Some that were listed, some that were not, one that is new, and some that go.
    await sql(`update paper set version = version + 1 where id % 7 = $1`, [page]);
    await sql(`update paper set is_deleted = 1 where id % 11 = $1`, [page]);
    added += 1;
    await copies(9_000_000 + added, 1);
    await compareRegister(engine, home);
  });
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) valid(page);
  const listed = pages.flatMap(headersIn).map((header) => header.id);
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.toSorted()).toEqual(expected.toSorted());

  // The next harvest from the moment of the first answer brings whatever changed since.
  const [, from = ''] = /<responseDate>([^<]+)/.exec(pages[0] ?? '') ?? [];
  const later = (await walk(ask, { ...list, from })).flatMap(headersIn).map(({ id }) => id);
  const changed = await sql<{ id: string }>(
    `select record_id::text as id from published where outlet = 'papersapp' and datestamp >= $1::timestamptz`,
    [from],
  );
  expect(later.toSorted()).toEqual(
    changed.map(({ id }) => `oai:keyan.example.edu.cn:papersapp/${id}`).toSorted(),
  );
});

test('a harvester that asks too often is told when to go on, as the protocol has it', async () => {
  const from = { method: 'GET', url: '/api/oai?verb=Identify', remoteAddress: '10.9.9.9' } as const;
  for (let count = 0; count < 300; count += 1) await app.server.inject(from);
  const busy = await app.server.inject(from);
  expect([busy.statusCode, busy.headers['content-type']]).toEqual([
    503,
    'text/plain; charset=utf-8',
  ]);
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
  // Others are not told to wait.
  valid(await ask({ verb: 'Identify' }));
});

test('records that were published stay known as deleted', async () => {
  await ok(keep({ outlets: ['patentapp'] }));
  const pages = await walk(ask, {
    verb: 'ListRecords',
    metadataPrefix: 'oai_dc',
    set: 'kind:bookapp',
  });
  const headers = pages.flatMap((page) => headersIn(valid(page)));
  expect(headers.length).toBeGreaterThan(0);
  expect(headers.every(({ isDeleted }) => isDeleted)).toBe(true);
  await ok(keep({ isOn: false, pagesOn: false }));
  expect((await app.server.inject('/api/oai?verb=Identify')).statusCode).toBe(404);
});

import { outlets } from '@keyan/product/publishing/outlets.ts';
import type { PublishingSettings } from '@keyan/product/publishing/publishing.ts';
import { compareRegister } from '@keyan/product/publishing/register.server.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { home, startApplication } from '../support/application.ts';
import { ok } from '../support/filing.ts';
import { complete, sample } from '../support/inputs.ts';

/** Facts about the pages that strangers read: what people allow, what stays, and what is gone. */
const app = await startApplication();
afterAll(() => app.close());

const admin = await app.as('admin');
const teacher = await app.as('teacher');
const { engine } = app.parts;
const address = 'https://keyan.example.edu.cn';
const orcid = '0000-0002-1825-0097';

const open = async (more: Partial<PublishingSettings> = {}): Promise<void> => {
  const { settings } = (await ok(admin.get('keyan/publishing/state'))) as unknown as {
    settings: PublishingSettings;
  };
  const { version } = settings;
  await ok(
    admin.post('keyan/publishing/save', {
      isOn: false,
      pagesOn: true,
      address,
      repositoryName: '',
      adminEmail: 'a@example.edu.cn',
      ror: '',
      outlets: outlets.map(({ key }) => key),
      withAmounts: false,
      version,
      ...more,
    }),
  );
};

const see = (url: string) => app.server.inject({ method: 'GET', url });

const sql = <R = unknown>(text: string, parameters: readonly unknown[] = []): Promise<R[]> =>
  engine.database.read(home, (session) => session.query<R>(text, parameters));

const made = { paper: '', person: '' };

beforeAll(async () => {
  const system = engine.asSystem('law', home);
  const resource = (key: string) => {
    const found = app.resources.find((one) => one.key === key);
    if (!found) throw new Error(`no ${key}`);
    return found;
  };
  const [input = {}] = sample(complete(resource('papersapp'), app.targets()), 1);
  const [line = {}] = input.authors as readonly Record<string, unknown>[];
  const paper = await system.save(resource('papersapp'), {
    ...input,
    artName: '公开的论文 </script><b>',
    authors: [{ ...line, sort: 1, personType: '01', userId: teacher.id, contributionRate: '100' }],
  });
  made.paper = paper.id;
  await sql(`update paper set audit_status = '2', secret_level = '0'`);
  const files = await sql<{ id: string }>(
    'select id::text from personnel where user_id = $1 and is_deleted = 0',
    [teacher.id],
  );
  const [person] = sample(complete(resource('personnel'), app.targets()), 1);
  made.person = files[0]?.id ?? (await system.save(resource('personnel'), { ...person })).id;
  await sql(
    'update personnel set user_id = $2, orcid = $3, email = $4, office_phone = $5 where id = $1',
    [made.person, teacher.id, orcid, 'teacher@example.edu.cn', '027-12345678'],
  );
  await open();
});

const keep = async (isOn: boolean, shown: readonly string[]) => {
  const { version } = await ok(teacher.get('keyan/publicProfile/own'));
  return ok(teacher.post('keyan/publicProfile/save', { isOn, shown, version }));
};

test('a record has a page, described for people and for programs', async () => {
  const page = await see(`/public/papersapp/${made.paper}`);
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers.link).toContain('rel="describedby"; type="application/ld+json"');
  expect(page.body).toContain(
    `<link rel="canonical" href="${address}/public/papersapp/${made.paper}">`,
  );
  expect(page.body.match(/<\/script>/g)).toHaveLength(1);
  const described = await see(`/public/papersapp/${made.paper}?format=jsonld`);
  expect(described.json()).toMatchObject({
    '@id': `${address}/public/papersapp/${made.paper}`,
    name: '公开的论文 </script><b>',
    author: [{ '@type': 'Person' }],
  });
  expect((await see('/sitemap.xml')).body).toContain(`${address}/public/papersapp/${made.paper}<`);
});

test('a profile shows what its person allows, field by field', async () => {
  const page = `/public/personnel/${made.person}`;
  expect((await see(page)).statusCode).toBe(404);
  const { html } = await ok(teacher.post('keyan/publicProfile/preview', { shown: ['email'] }));
  expect(html).toContain('teacher@example.edu.cn');
  expect((await see(page)).statusCode).toBe(404);

  await keep(true, ['orcid', 'outputs']);
  const { body } = await see(page);
  expect(body).toContain(orcid);
  expect(body).toContain('公开的论文');
  for (const hidden of ['teacher@example.edu.cn', '027-12345678'])
    expect(body).not.toContain(hidden);
  const paper = await see(`/public/papersapp/${made.paper}`);
  expect(paper.headers.link).toContain(`<https://orcid.org/${orcid}>; rel="author"`);

  await keep(true, ['email']);
  expect((await see(page)).body).not.toContain(orcid);
  expect((await see(`/public/papersapp/${made.paper}`)).headers.link).not.toContain(orcid);

  const name = /<h1>([^<]+)/.exec((await see(page)).body)?.[1] ?? '-';
  await keep(false, ['email']);
  const gone = await see(page);
  expect(gone.statusCode).toBe(410);
  expect(gone.body).not.toContain(name);
  expect((await see('/sitemap.xml')).body).not.toContain(`${page}<`);
});

test('robots are told where the site map is, and nothing where nothing is open', async () => {
  const rules = async () => {
    const { statusCode, headers, body } = await see('/robots.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    return body.trimEnd().split('\n');
  };
  expect(await rules()).toEqual([
    'User-agent: *',
    'Allow: /public/',
    'Allow: /sitemap.xml',
    'Disallow: /',
    '',
    `Sitemap: ${address}/sitemap.xml`,
  ]);
  await open({ isOn: true, pagesOn: false });
  expect(await rules()).toEqual(['User-agent: *', 'Allow: /api/oai', 'Disallow: /']);
  await open({ pagesOn: false });
  expect(await rules()).toEqual(['User-agent: *', 'Disallow: /']);
  await open();
});

test('more pages than one map may name stand in parts, each page once', async () => {
  await sql(
    `insert into published (tenant_id, outlet, record_id, edition, entity, depts, datestamp)
     select $1, 'papersapp', 8000000 + n, '1', 'publications', '{}', now() from generate_series(1, 50001) n`,
    [home],
  );
  onTestFinished(async () => {
    await sql('delete from published where tenant_id = $1 and record_id < 9000000', [home]);
  });
  const locs = async (url: string): Promise<readonly string[]> =>
    [...(await see(url)).body.matchAll(/<loc>([^<]+)</g)].map(([, loc = '']) => loc);
  const parts = await locs('/sitemap.xml');
  expect(parts).toEqual([1, 2].map((part) => `${address}/sitemap.xml?part=${part}`));
  const pages = (await Promise.all(parts.map((part) => locs(part.slice(address.length))))).flat();
  const [row] = await sql<{ count: string }>(
    'select count(*) as count from published where tenant_id = $1 and not is_deleted',
    [home],
  );
  expect(pages).toHaveLength(Number(row?.count));
  expect(new Set(pages).size).toBe(pages.length);
  expect((await see('/sitemap.xml?part=3')).statusCode).toBe(404);
});

test('what is gone says so, with its title only while it is no secret', async () => {
  const page = `/public/papersapp/${made.paper}`;
  await sql(`update paper set audit_status = '5' where id = $1`, [made.paper]);
  const voided = await see(page);
  expect(voided.statusCode).toBe(410);
  expect(voided.body).toContain('公开的论文');
  await sql(`update paper set audit_status = '2', secret_level = '2' where id = $1`, [made.paper]);
  const secret = await see(page);
  expect(secret.statusCode).toBe(410);
  expect(secret.body).not.toContain('公开的论文');
  await compareRegister(engine, home);
  expect((await see('/sitemap.xml')).body).not.toContain(`/public/papersapp/${made.paper}<`);
  await sql(`update paper set secret_level = '0' where id = $1`, [made.paper]);
  await open({ outlets: ['patentapp'] });
  expect((await see(page)).body).not.toContain('公开的论文');
  for (const path of ['/public/papersapp/999', '/public/papersapp/x', '/public/users/1']) {
    expect((await see(path)).statusCode, path).toBe(404);
  }
});

test('pages are closed with one switch', async () => {
  await open({ pagesOn: false });
  expect((await see(`/public/papersapp/${made.paper}`)).statusCode).toBe(404);
  expect((await see('/sitemap.xml')).statusCode).toBe(404);
});

import { readIn } from '@keyan/engine/base/reading.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import { OutgoingClient } from '@keyan/engine/outgoing/client.ts';
import { spiderClock } from '@keyan/product/collecting/collecting.server.ts';
import { Collector } from '@keyan/product/collecting/collector.server.ts';
import { refreshFacts } from '@keyan/product/collecting/refresh.server.ts';
import { runJob } from '@keyan/product/collecting/run.server.ts';
import {
  crossrefWork,
  type FakeSource,
  json,
  playCrossref,
  startFakeSource,
} from '@keyan/product/collecting/testing.ts';
import { createUsers } from '@keyan/product/composition/people.server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openInstallation, testPassword } from './testing/installation.ts';

// A site from its first try to the papers that people claim, against a server that plays Crossref.

const installation = await openInstallation(1, { SERVICE_HOSTS: '127.0.0.1' });
const { database } = installation;
const [process] = installation.processes;
if (!process) throw new Error('no process');
const { engine, actorOf } = process.parts;
const tenantId = '000000';
await createUsers(
  engine,
  tenantId,
  [{ account: 'rd_admin', realName: '周正', department: '000', roles: ['rd_admin'] }],
  await hashPassword(toWire(testPassword)),
  { initial: false },
);
const person = async (account: string) => {
  await process.tokenFor(tenantId, account);
  const [found] = await database.query<{ id: string }>(
    `select id::text from users where tenant_id = $1 and account = $2`,
    [tenantId, account],
  );
  const actor = found && (await actorOf(tenantId, found.id));
  if (!actor) throw new Error(account);
  return actor;
};
const office = engine.as(await person('rd_admin'));
const teacher = await person('teacher');
const resource = (key: string) => {
  const found = engine.resources.get(key);
  if (!found) throw new Error(key);
  return found;
};
const collector = new Collector({
  outgoing: new OutgoingClient({ hosts: ['127.0.0.1'], clock: () => new Date(), pause: 1 }),
  secrets: engine.secrets,
});

const affiliation = [{ name: 'Jiangling University' }];
const mine = (doi: string, more: object = {}) =>
  crossrefWork(doi, {
    author: [
      {
        family: 'Lin',
        given: 'Xiaolan',
        affiliation,
        ORCID: 'https://orcid.org/0000-0002-1825-0097',
      },
      { family: 'Nobody', given: 'N', affiliation: [{ name: 'Other University' }] },
    ],
    ...more,
  });
let works = ['10.5555/c.1', '10.5555/c.2', '10.5555/c.3'].map((doi) => mine(doi));
let player: FakeSource;
let jobId = '';
let siteId = '';

const run = (signal = new AbortController().signal) =>
  runJob(engine, collector, { tenantId, jobId, signal });
const theses = () =>
  database.query<{
    id: string;
    title: string;
    doi: string;
    status: string;
    pages: string;
    version: string;
    retracted: string;
    cited: number;
  }>(
    `select id::text, title, doi, status, pages, origin_version as version, is_retracted as retracted, cited_num as cited
       from collection_thesis where tenant_id = $1 and doi like '10.5555/c.%' and is_deleted = 0 order by doi`,
    [tenantId],
  );
const lastLog = async () =>
  (
    await database.query<{
      result: string;
      message: string | null;
      pages: number;
      items: number;
      fresh: number;
      updated: number;
      same: number;
    }>(
      `select run_result as result, message, page_num as pages, item_num as items, new_num as fresh,
              update_num as updated, dup_num as same
         from spider_log where tenant_id = $1 and job_id = $2 order by id desc limit 1`,
      [tenantId, jobId],
    )
  )[0];
const job = async () =>
  (
    await database.query<{
      status: string;
      position: string | null;
      until: string | null;
      resume: string | null;
    }>(
      `select job_status as status, position, done_until::text as until, resume_time::text as resume
         from spider_job where id = $1`,
      [jobId],
    )
  )[0];

beforeAll(async () => {
  player = await startFakeSource(playCrossref(() => works));
  // Whatever identifies a person does: an address, an ORCID.
  await database.query(`update users set email = '0000-0002-1825-0097' where id = $1`, [
    teacher.id,
  ]);
  const site = await office.save(resource('spiderSite'), {
    siteName: 'Crossref',
    siteCode: 'played',
    spiderType: '2',
    sourceKind: 'crossref',
    baseUrl: player.origin,
    interval: 1000,
    timeout: 10_000,
    retryTimes: 2,
    needLogin: '0',
    accessKey: 'a-secret-key',
    headers: [{ headerKey: 'X-Key', headerValue: '${accessKey}' }],
    params: [{ paramName: 'plain', paramValue: '${accessKey}' }],
    pages: [],
    status: '1',
  });
  siteId = site.id;
  // A test does not wait for the pace that people must keep.
  await database.query('update spider_site set interval = 1 where id = $1', [siteId]);
  const subject = await office.save(resource('spiderSubject'), {
    subjectName: 'Ours',
    siteId,
    keyword: '${schoolName}',
  });
  const made = await office.save(resource('spiderJob'), {
    jobName: 'Ours, every night',
    subjectId: subject.id,
    cron: '0 0 3 * * ?',
    isWhole: '0',
    autoPush: '1',
  });
  jobId = made.id;
});
afterAll(async () => {
  await installation.close();
  await player.close();
});

describe('a job', () => {
  test('brings what is new; who surely wrote it is asked, and nobody else', async () => {
    expect(await run()).toMatchObject({ pages: 3, items: 3, fresh: 3, failed: 0 });
    expect(await lastLog()).toMatchObject({ result: '1', fresh: 3, pages: 3, message: null });
    expect(await theses()).toMatchObject([
      { doi: '10.5555/c.1', status: '1', version: '2026-04-01T00:00:00Z', cited: 3 },
      { doi: '10.5555/c.2', status: '1' },
      { doi: '10.5555/c.3', status: '1' },
    ]);
    const [told] = await database.query<{ count: number }>(
      `select count(*)::int as count from message
        where tenant_id = $1 and msg_type = '15' and receiver_id = $2 and title_zh = '疑似您的论文'
          and biz_id in (select id from collection_thesis where doi like '10.5555/c.%')`,
      [tenantId, teacher.id],
    );
    expect(told?.count).toBe(3);
  });

  test('the log keeps every call without the secret', async () => {
    const calls = await database.query<{ address: string; status: number; bytes: number }>(
      `select c.address, c.answer as status, c.bytes from spider_log_calls c join spider_log l on l.id = c.parent_id
        where l.job_id = $1`,
      [jobId],
    );
    expect(calls).toHaveLength(3);
    expect(calls.every(({ status, bytes }) => status === 200 && bytes > 0)).toBe(true);
    expect(JSON.stringify(calls)).not.toContain('a-secret-key');
    expect(player.asked[0]).toContain('plain=a-secret-key');
  });

  test('the same works again change nothing; a later version changes what nobody changed by hand', async () => {
    expect(await run()).toMatchObject({ fresh: 0, updated: 0, same: 3 });
    const [first] = await theses();
    await database.query(`update collection_thesis set title = 'Changed by hand' where id = $1`, [
      first?.id,
    ]);
    works = works.map((work) =>
      work.DOI === '10.5555/c.1'
        ? mine('10.5555/c.1', {
            title: ['A new title'],
            page: '11-17',
            indexed: { 'date-time': '2026-04-09T00:00:00Z' },
          })
        : work,
    );
    expect(await run()).toMatchObject({ updated: 1, same: 2 });
    expect((await theses())[0]).toMatchObject({
      title: 'Changed by hand',
      pages: '11-17',
      version: '2026-04-09T00:00:00Z',
    });
    const [push] = await database.query<{ id: string; message: string }>(
      `select id::text, message from spider_push where source_item = '10.5555/c.1'`,
    );
    expect(push?.message).toBe('该题录的新版本与人工修改不同，已列出差异（1 项）');
    const { row } = await office.read(resource('spiderPush'), push?.id ?? '');
    expect(row.differences).toMatchObject([
      { fieldName: 'title', ours: 'Changed by hand', theirs: 'A new title' },
    ]);
    await office.perform(resource('spiderPush'), 'take', push?.id ?? '');
    expect((await theses())[0]).toMatchObject({ title: 'A new title' });
  });

  test('a fault keeps the place: the next run goes on there', async () => {
    works = [...works, mine('10.5555/c.4'), mine('10.5555/c.5')];
    const before = player.asked.length;
    player.once(
      { body: JSON.stringify({ message: { items: works.slice(0, 2), 'next-cursor': 'c2' } }) },
      { status: 403 },
    );
    await run();
    expect(await lastLog()).toMatchObject({
      result: '2',
      message: '对方拒绝访问（403），请核对密钥、请求头与访问许可',
    });
    const told = () => office.read(resource('spiderJob'), jobId);
    const english = await readIn('en', told);
    expect(english.row.lastMessage).toMatch(/^The site refuses/);
    expect((await told()).row.lastMessage).toMatch(/^对方拒绝访问/);
    // Whoever changes the job in English leaves the Chinese text as it stands.
    await readIn('en', () => office.save(resource('spiderJob'), { ...english.row }));
    expect((await told()).row.lastMessage).toMatch(/^对方拒绝访问/);
    expect(JSON.parse((await job())?.position ?? '{}')).toMatchObject({ cursor: 'c2' });
    expect(await run()).toMatchObject({ fresh: 2 });
    expect(
      player.asked.slice(before).map((one) => new URL(`http://x${one}`).searchParams.get('cursor')),
    ).toEqual(['*', 'c2', 'c2', 'c4', 'c6']);
    expect(await theses()).toHaveLength(5);
  });

  test('a silence that the site asks for ends the run; it goes on by itself then', async () => {
    player.once({ status: 429, headers: { 'retry-after': '3600' } });
    await run();
    expect(await lastLog()).toMatchObject({
      result: '0',
      message: expect.stringMatching(/^来源限制访问频率，将于 \d\d:\d\d 继续$/),
    });
    expect((await job())?.resume).not.toBeNull();
    await office.perform(resource('spiderJob'), 'stop', jobId);
    expect((await job())?.resume).toBeNull();
    expect(await run()).toMatchObject({ pages: 0 });
    expect((await lastLog())?.message).toBe('已停止，下次从断点继续');
  });

  test('a retraction marks the record and warns its author, once', async () => {
    const notice = mine('10.5555/notice', {
      'update-to': [
        {
          DOI: '10.5555/C.2',
          type: 'retraction',
          label: 'Retraction',
          updated: { 'date-parts': [[2026, 3, 2]] },
        },
      ],
    });
    works = [...works, notice];
    await office.perform(resource('spiderJob'), 'trigger', jobId);
    await run();
    await run();
    expect((await theses()).map(({ retracted }) => retracted)).toEqual(['0', '1', '0', '0', '0']);
    const warned = await database.query<{ title: string }>(
      `select title_zh as title from message where tenant_id = $1 and receiver_id = $2 and title_zh like '该论文已被撤稿%'`,
      [tenantId, teacher.id],
    );
    expect(warned.map(({ title }) => title)).toEqual(['该论文已被撤稿（2026-03-02），请说明']);
  });

  test('a run that is interrupted goes on where it stood, and its log says so', async () => {
    works = [...works, mine('10.5555/c.6'), mine('10.5555/c.7')];
    await office.perform(resource('spiderJob'), 'trigger', jobId);
    const stopping = new AbortController();
    const before = player.asked.length;
    player.once(
      { body: JSON.stringify({ message: { items: works.slice(0, 2), 'next-cursor': 'c2' } }) },
      { silent: true },
    );
    // The process ends while it waits for the second page, before it can write anything down.
    const dying = run(stopping.signal);
    await expect.poll(async () => JSON.parse((await job())?.position ?? '{}').cursor).toBe('c2');
    stopping.abort();
    await dying.catch(() => undefined);
    await database.query(
      `update spider_log set run_result = '3', end_time = null, message = null
        where id = (select max(id) from spider_log where job_id = $1)`,
      [jobId],
    );
    expect(await run()).toMatchObject({ fresh: 2 });
    const logs = await database.query<{ result: string; message: string | null }>(
      `select run_result as result, message from spider_log where job_id = $1 order by id desc limit 2`,
      [jobId],
    );
    expect(logs).toMatchObject([
      { result: '1' },
      { result: '0', message: '运行中断，已从断点继续' },
    ]);
    const asked = player.asked
      .slice(before)
      .map((one) => new URL(`http://x${one}`).searchParams.get('cursor'));
    expect(asked.filter((cursor) => cursor === '*')).toHaveLength(1);
    expect((await theses()).map(({ doi }) => doi)).toContain('10.5555/c.7');
  });

  test('the clock queues a job whose time has come, once, and sets its next time', async () => {
    await office.perform(resource('spiderJob'), 'start', jobId);
    // The times of three days went by while nothing ran.
    await database.query(
      `update spider_job set next_run_time = now() - interval '3 days' where id = $1`,
      [jobId],
    );
    const tick = () =>
      spiderClock.run(
        { tenantId, data: {}, signal: new AbortController().signal } as never,
        engine,
      );
    expect(await tick()).toMatchObject({ done: 1 });
    expect(await tick()).toMatchObject({ done: 0 });
    const queued = await database.query(
      `select 1 from job_run where job = 'spider-run' and key = $1 and outcome is null`,
      [jobId],
    );
    expect(queued).toHaveLength(1);
    const [row] = await database.query<{ ahead: boolean; time: string }>(
      `select next_run_time > now() as ahead,
              to_char(next_run_time at time zone 'Asia/Shanghai', 'HH24:MI:SS') as time
         from spider_job where id = $1`,
      [jobId],
    );
    expect(row).toEqual({ ahead: true, time: '03:00:00' });
    await database.query(`delete from job_run where job = 'spider-run'`);
    await office.perform(resource('spiderJob'), 'stop', jobId);
  });

  test('start says when it comes next; closed it never starts again', async () => {
    const started = await office.perform(resource('spiderJob'), 'start', jobId);
    expect(started.nextRunTime).toMatch(/03:00:00$/);
    await office.perform(resource('spiderJob'), 'close', jobId);
    await expect(office.perform(resource('spiderJob'), 'start', jobId)).rejects.toThrow();
    expect(await run()).toMatchObject({ pages: 0 });
  });
});

describe('what people ask for themselves', () => {
  const asTeacher = async (method: 'GET' | 'POST', path: string, body?: object) =>
    process.call(method, path, {
      token: await process.tokenFor(tenantId, 'teacher'),
      ...(body ? { body } : {}),
    });
  const asOffice = async (method: 'GET' | 'POST', path: string, body?: object) =>
    process.call(method, path, {
      token: await process.tokenFor(tenantId, 'rd_admin'),
      ...(body ? { body } : {}),
    });

  test('a page that is tried shows what was read of it, and stores nothing', async () => {
    const before = await theses();
    const { data } = await asOffice('POST', 'blade-spider-admin/site/try', {
      id: siteId,
      keyword: 'ours',
    });
    expect(data).toMatchObject({
      next: 'c2',
      problems: [],
      page: expect.stringContaining('10.5555/c.1'),
    });
    expect(data.items).toMatchObject([{ kind: 'work', fields: { doi: '10.5555/c.1' } }, {}]);
    expect(await theses()).toEqual(before);
    expect((await asTeacher('POST', 'blade-spider-admin/site/try', { id: siteId })).status).toBe(
      403,
    );
  });

  test('a schedule is said in words with its next five times', async () => {
    const cron = encodeURIComponent('0 0 3 * * ?');
    const { data } = await asOffice('GET', `blade-spider-admin/job/nextTriggerTime?cron=${cron}`);
    expect(data.words).toBe('每天 03:00');
    expect(data.times).toHaveLength(5);
    expect((await asOffice('GET', 'blade-spider-admin/job/nextTriggerTime?cron=x')).status).toBe(
      400,
    );
    expect((await asOffice('GET', 'blade-spider-admin/monitor/list')).data.records).toMatchObject([
      { jobName: 'Ours, every night' },
    ]);
  });

  test('a DOI fills the form from the source that is on, and says so where nobody answers (R-509)', async () => {
    works = [...works, mine('10.5555/d.1')];
    const { data } = await asTeacher('GET', 'kh-edu-research/papers/queryDoi?doi=10.5555/d.1');
    expect(data).toMatchObject({
      found: true,
      record: { fill: { artName: 'On rivers 10.5555/d.1', journalName: 'Journal of Rivers' } },
    });
    const away = await asTeacher('GET', 'kh-edu-research/papers/queryDoi?doi=10.5555/d.2');
    expect(away).toMatchObject({ status: 200, msg: '外部服务不可用，请手工填写' });
  });

  test('own works come by ORCID; where the source is off, the message says what to do', async () => {
    const path = 'kh-edu-research/papers/fromOutside';
    const identifier = 'https://orcid.org/0000-0002-1825-0097';
    const off = await asTeacher('POST', path, { source: 'orcid', identifier });
    expect(off).toMatchObject({ status: 400, msg: '外部服务不可用，请手工填写' });
    const wrong = await asTeacher('POST', path, {
      source: 'orcid',
      identifier: '0000-0002-1825-0098',
    });
    expect(wrong.status).toBe(400);
    const record = {
      'put-code': 11,
      title: { title: { value: 'Rivers of my own' } },
      'journal-title': { value: 'Journal of Rivers' },
      type: 'journal-article',
      'publication-date': { year: { value: '2025' } },
      'external-ids': { 'external-id': [] },
      contributors: { contributor: [{ 'credit-name': { value: 'Lin, Xiaolan' } }] },
    };
    const orcid = await startFakeSource((url) => ({
      body: JSON.stringify(
        url.pathname.endsWith('/11')
          ? { bulk: [{ work: record }] }
          : { group: [{ 'work-summary': [record] }] },
      ),
    }));
    await office.save(resource('spiderSite'), {
      siteName: 'ORCID',
      siteCode: 'played-orcid',
      spiderType: '2',
      sourceKind: 'orcid',
      baseUrl: orcid.origin,
      interval: 1000,
      timeout: 10_000,
      retryTimes: 1,
      needLogin: '0',
      status: '1',
    });
    const { data } = await asTeacher('POST', path, { source: 'orcid', identifier });
    expect(data).toMatchObject({ total: 1, records: [{ fill: { artName: 'Rivers of my own' } }] });
    await orcid.close();
  });
});

describe('citations and open access', () => {
  const cited = async () =>
    database.query<{ doi: string; cited: number; said: number | null; open: string | null }>(
      `select doi, cited_num as cited, source_cited as said, open_access as open
         from collection_thesis where doi in ('10.5555/c.1', '10.5555/c.3') order by doi`,
    );
  const open = (doi: string, count: number, state: string) => ({
    id: `https://openalex.org/W${count}`,
    doi: `https://doi.org/${doi}`,
    title: `On rivers ${doi}`,
    type: 'article',
    publication_year: 2026,
    authorships: [],
    cited_by_count: count,
    open_access: { oa_status: state },
  });
  let source: FakeSource;
  afterAll(() => source.close());

  test('come from OpenAlex where it is on; a count that somebody typed stays', async () => {
    source = await startFakeSource(() =>
      json({
        meta: { count: 2, next_cursor: null },
        results: [open('10.5555/C.1', 41, 'gold'), open('10.5555/c.3', 42, 'closed')],
      }),
    );
    await office.save(resource('spiderSite'), {
      siteName: 'OpenAlex',
      siteCode: 'played-openalex',
      spiderType: '2',
      sourceKind: 'openalex',
      baseUrl: source.origin,
      interval: 1000,
      timeout: 10_000,
      retryTimes: 1,
      needLogin: '0',
      status: '1',
    });
    await database.query(`update spider_site set interval = 1 where site_code like 'played%'`);
    await database.query(`update collection_thesis set cited_num = 99 where doi = '10.5555/c.3'`);
    const { told, unknown } = await refreshFacts(engine, collector, {
      tenantId,
      before: engine.clock(),
    });
    expect([told, unknown > 0]).toEqual([2, true]);
    expect(await cited()).toEqual([
      { doi: '10.5555/c.1', cited: 41, said: 41, open: 'gold' },
      { doi: '10.5555/c.3', cited: 99, said: 42, open: 'closed' },
    ]);
    const [asked = ''] = source.asked;
    expect(new URL(`http://x${asked}`).searchParams.get('filter')).toMatch(
      /^doi:(?:10\.[\w./]+\|)+10\.[\w./]+$/,
    );
    // A year passes before they are asked for again by themselves.
    const before = new Date('2026-01-01');
    const again = await refreshFacts(engine, collector, { tenantId, before });
    expect([again.told, again.unknown]).toEqual([0, 0]);
  });

  test('the office asks for one record, nobody else does', async () => {
    const [{ id } = { id: '' }] = await database.query<{ id: string }>(
      `select id::text from collection_thesis where doi = '10.5555/c.1'`,
    );
    const ask = async (account: string) =>
      process.call('POST', 'kh-edu-research/collectionThesis/refreshFacts', {
        token: await process.tokenFor(tenantId, account),
        body: { id },
      });
    expect((await ask('teacher')).status).toBe(403);
    expect((await ask('rd_admin')).data).toMatchObject({ citedNum: 41, openAccess: 'gold' });
  });
});

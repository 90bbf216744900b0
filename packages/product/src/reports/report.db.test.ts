import { WorkerPool } from '@keyan/engine/workers/pool.ts';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { download } from '../office/downloads/download.ts';
import { startTestSystem, testTenant } from '../testing.ts';
import { savedReportEndpoints } from './report.endpoints.server.ts';
import { reportBehaviour } from './report.server.ts';
import { report } from './report.ts';

const system = await startTestSystem(() => savedReportEndpoints, {
  resources: [report, download],
  behaviours: [reportBehaviour],
});
const workers = new WorkerPool({ log: pino({ level: 'silent' }) });
Object.assign(system.engine, { workers });
afterAll(async () => {
  await workers.close();
  await system.close();
});
const { database, call } = system;
await database.query(
  `insert into user_role (tenant_id, user_id, role_id)
   select u.tenant_id, u.id, r.id from users u join role r using (tenant_id)
    where u.tenant_id = $1 and u.account = 'teacher' and r.role_alias = 'rd_leader'`,
  [testTenant],
);
const admin = (await system.token('second')) ?? '';
const leader = (await system.token('teacher')) ?? '';

const path = 'blade-report/report/rest';
const save = (body: object, token = admin) => call('POST', `${path}/submit`, { token, body });
const made = async (body: object): Promise<string> => {
  const answer = await save(body);
  expect([answer.status, answer.msg]).toEqual([200, '新增成功']);
  return String(answer.data.id);
};
const run = (id: string, token = admin) => call('GET', `keyan/report/run?id=${id}`, { token });
const downloads = { page: 'download', groupBy: 'category', sums: 'sort' };

for (const [name, category, sort] of [
  ['模板一', '1', 3],
  ['模板二', '1', 4],
  ['制度', '2', 5],
] as const) {
  await database.query(
    `insert into download_zone (tenant_id, id, name, category, sort, status, create_user, create_time,
       update_user, update_time)
     values ($1, $2, $3, $4, $5, '1', 1, now(), 1, now())`,
    [testTenant, 9_000 + sort, name, category, sort],
  );
}

test('a report groups, counts and adds up, and leads to its records', async () => {
  const id = await made({ name: '下载统计', ...downloads, chart: 'columns', roles: 'rd_leader' });
  const { data } = await run(id);
  expect(data).toMatchObject({
    heads: [{ label: '分类' }, { label: '记录数' }, { label: '排序' }],
    groups: 1,
    total: 3,
    // The number of records and their sum lead to the same list.
    links: [1, 2].map((one) => Array(2).fill(`/office/download?category=${one}`)),
    drawn: 2,
  });
  expect(data.lines).toMatchObject([
    [expect.any(String), '2', '7'],
    [expect.any(String), '1', '5'],
  ]);
  const narrowed = await made({ name: '制度', ...downloads, conditions: 'category=2' });
  expect((await run(narrowed)).data).toMatchObject({
    total: 1,
    lines: [[expect.any(String), '1', '5']],
  });
});

test('a report without groups lists records with the columns that it names', async () => {
  const id = await made({ name: '清单', page: 'download', columns: 'name,category,sort' });
  const { data } = await run(id);
  expect(data).toMatchObject({ groups: 0, total: 3, more: false });
  expect(data.lines).toContainEqual(['制度', expect.any(String), '5']);
});

test('its question names only what the page has', async () => {
  expect((await save({ name: '一', page: 'nowhere', groupBy: 'x' })).msg).toBe('来源页面不存在');
  expect((await save({ name: '一', page: 'download', groupBy: 'name' })).msg).toBe(
    '字段不属于该来源',
  );
  expect(
    (await save({ name: '一', page: 'download', groupBy: 'category', sums: 'name' })).status,
  ).toBe(400);
  expect((await save({ name: '一', page: 'download', columns: '1;drop' })).status).toBe(400);
  expect((await save({ name: '一', page: 'download' })).msg).toContain('请选择分组字段或显示列');
  expect(
    (await save({ name: '一', page: 'download', groupBy: 'category,status,sort' })).status,
  ).toBe(400);
  expect((await save({ name: '一', page: 'download', groupBy: 'a,b,c,d' })).msg).toContain(
    '分组字段最多三个',
  );
});

test('who may read it, and each by their own rights', async () => {
  const list = await call('GET', `${path}/list?name=`, { token: leader });
  expect((list.data.records as { name: string }[]).map(({ name }) => name)).toEqual(['下载统计']);
  const [shared] = list.data.records as { id: string }[];
  // The report is shared, the page of its records is not.
  expect((await run(shared?.id ?? '', leader)).status).toBe(403);
  const own = await made({
    name: '各图表的报表',
    page: 'report',
    groupBy: 'chart',
    roles: 'rd_leader',
  });
  expect((await run(own)).data).toMatchObject({ total: 4 });
  // The same question finds for this reader the two reports that are shared with them.
  expect((await run(own, leader)).data).toMatchObject({ total: 2 });
  const hidden = await made({ name: '不公开', ...downloads });
  expect((await run(hidden, leader)).status).toBe(404);
  expect((await save({ name: '他人', ...downloads }, leader)).status).toBe(403);
  // Readers learn what their own pages are called, and no more.
  const seen = await call('GET', 'keyan/report/sources', { token: leader });
  expect(seen.data).toContainEqual(expect.objectContaining({ page: 'report', label: '报表' }));
  expect(JSON.stringify(seen.data)).not.toContain('"page":"param"');
  const sources = await call('GET', 'keyan/report/sources', { token: admin });
  expect(sources.data).toContainEqual(
    expect.objectContaining({ page: 'download', label: '下载专区管理' }),
  );
});

test('it goes out as a workbook; records one by one only with the export of their page', async () => {
  const { data } = await call('GET', `${path}/list?name=下载统计`, { token: admin });
  const [row] = data.records as { id: string }[];
  const book = await call('GET', `keyan/report/workbook?id=${row?.id}`, { token: admin });
  expect(book.status).toBe(200);
  expect(book.raw.subarray(0, 2).toString()).toBe('PK');
  const { data: lists } = await call('GET', `${path}/list?name=清单`, { token: admin });
  const [listing] = lists.records as { id: string }[];
  const refused = await call('GET', `keyan/report/workbook?id=${listing?.id}`, { token: admin });
  expect(refused.status).toBe(403);
});

test('stock clients list and remove reports', async () => {
  const { data } = await call('GET', `${path}/list?current=1&size=10&name=不公开`, {
    token: admin,
  });
  const [row] = data.records as { id: string }[];
  expect(row).toMatchObject({ name: '不公开', createTime: expect.any(String) });
  const removed = await call('POST', `${path}/remove?ids=${row?.id}`, { token: admin });
  expect(removed.status).toBe(200);
});

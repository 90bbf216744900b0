import { startJobs } from '@keyan/api/jobs.ts';
import { openInstallation, openTestSource, testPassword } from '@keyan/api/testing/installation.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import { inProcessBookMaker } from '@keyan/engine/testing/books.ts';
import { writeTable } from '@keyan/engine/workbooks/workbook.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { publishScope } from '@keyan/product/achievement/common/dictionaries.ts';
import {
  createDepartments,
  createUsers,
  setHeads,
} from '@keyan/product/composition/people.server.ts';
import { daysAfter } from '@keyan/product/shared/formats/dates.ts';
import { afterAll, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { attached, handle, ok, path, read } from '../support/filing.ts';

/** Everything that a university does, done in a data source of its own: no part of it looks elsewhere. */
const moved = '100001';
const installation = await openInstallation(1, { SERVICE_HOSTS: '127.0.0.1', DEVELOP: 'on' });
const source = await openTestSource();
afterAll(async () => {
  await installation.close();
  await source.close();
});
const { database, processes } = installation;
const [{ parts, server }] = processes as [(typeof processes)[0]];
startJobs(parts);
const nobody = new Client(server);
const platform = await nobody.signIn('000000', 'admin', testPassword);
const as = (account: string) => nobody.signIn(moved, account, testPassword);
const settle = () => parts.jobs.settle();

await ok(
  platform.post('blade-system/tenant/submit', { tenantCode: moved, tenantName: '江陵第二大学' }),
);
await settle();
const departments = await createDepartments(parts.engine, moved, [
  { code: '000', name: '江陵第二大学', category: '1' },
  { code: '101', name: '科研处', parent: '000', category: '2' },
  { code: '310', name: '计算机学院', parent: '000', category: '2' },
]);
const cast = [
  ['admin', '戚云帆', '000', 'administrator', 'admin'],
  ['rd_achieve', '秦婉清', '101', 'rd_achieve'],
  ['rd_leader', '顾维桢', '101', 'rd_leader'],
  ['dept_leader', '沈知远', '310', 'dept_leader', 'teacher'],
  ['teacher', '林晓岚', '310', 'teacher'],
] as const;
await createUsers(
  parts.engine,
  moved,
  cast.map(([account, realName, department, ...roles]) => ({
    account,
    realName,
    department,
    roles,
    userType: '2',
  })),
  await hashPassword(toWire(testPassword)),
  { initial: false },
);
await setHeads(parts.engine, moved, [
  { department: '310', leader: 'dept_leader', secretary: 'dept_leader' },
]);
const { id: datasourceId } = await ok(
  platform.post('blade-develop/datasource/submit', {
    name: '独立库',
    driverClass: 'org.postgresql.Driver',
    ...source.record,
  }),
);
await ok(
  platform.call('POST', 'blade-system/tenant/datasource', {
    query: { tenantId: moved, datasourceId: String(datasourceId) },
  }),
);
await settle();
const teacher = await as('teacher');
const office = await as('rd_achieve');

/** Tables with rows of the tenant in the main database. */
const leftBehind = async (): Promise<readonly string[]> => {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'tenant_id' and table_name <> 'tenant'`,
  );
  const counts = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists (select from ${name} where tenant_id = $1)`,
  );
  const rows = await database.query<{ name: string }>(counts.join(' union all '), [moved]);
  return rows.map(({ name }) => name);
};

const title = '荆楚水利史学术研讨会';
const today = dayText(new Date());
let record: RowLike;

test('files, approvals, messages and the list of tasks', async () => {
  record = await ok(
    teacher.post(path('jbhd/submit'), {
      activityName: title,
      activityType: '01',
      activityLevel: '02',
      activityForm: '1',
      hostMode: '1',
      hostUnit: '荆楚大学',
      startDate: daysAfter(today, 20),
      endDate: daysAfter(today, 21),
      place: '武汉',
      planNum: 80,
      isForeign: '0',
      budget: '20000.00',
      fundSource: '学院经费',
      content: '会议议程',
      fkDeptId: departments.get('310'),
      leaderId: teacher.id,
      phone: '13800000000',
      ...(await attached(teacher, '23')),
    }),
  );
  for (const role of ['dept_leader', 'rd_achieve', 'rd_leader']) {
    await ok(handle(await as(role), record, { flag: 'ok' }));
  }
  const shown = await read(teacher, 'jbhd', record);
  const [file] = shown.attachments as [{ id: string; link: string }];
  // As a browser opens it: nobody is signed in, the ticket says whose file it is.
  const { token } = await ok(teacher.get('blade-resource/common/file/token', { url: file.id }));
  const answer = await server.inject(`${file.link}&token=${token}`);
  expect([answer.statusCode, answer.body]).toEqual([200, '附件']);
  const { records } = await ok(teacher.get(path('message/list')));
  expect(JSON.stringify(records)).toContain(title);
});

test('search, exports and the templates of imports', async () => {
  const found = await teacher.get('keyan/search', { q: '水利史' });
  expect(found.raw.toString()).toContain(title);
  const sheet = await office.get(path('jbhd/export'));
  expect(String(sheet.headers['content-type'])).toContain('spreadsheetml');
  expect((await office.get(path('journal/template'))).status).toBe(200);
});

test('imports, by a job of its own', async () => {
  const scope = publishScope.entries[0]?.label[0] ?? '';
  const content = await writeTable(
    inProcessBookMaker,
    '期刊库',
    ['期刊名称', 'ISSN', '刊物范围', '校定级别', '目录年度'],
    [['江汉湿地学报', '1234-5679', scope, 'B1', '2025']],
  );
  const { batchId, errors } = await ok(
    office.upload(path('journal/import'), 'journals.xlsx', content),
  );
  expect(errors).toEqual([]);
  await ok(office.post(path('journal/importSure'), { batchId }));
  await settle();
  const rows = await source.database.query(
    `select 1 from journal where tenant_id = $1 and journal_name = '江汉湿地学报'`,
    [moved],
  );
  expect(rows).toHaveLength(1);
});

test('jobs and logs of its administrator', async () => {
  const admin = await as('admin');
  await parts.jobs.send(moved, { name: 'sweep-drafts' }, {});
  await settle();
  const { records: runs } = await ok(admin.get('keyan/job/runs', { job: 'sweep-drafts' }));
  expect((runs as RowLike[])[0]).toMatchObject({ state: 'done' });
  await expect
    .poll(async () => JSON.stringify((await admin.get('blade-log/api/list')).data.records))
    .toContain('/api/kh-edu-research/jbhd/submit');
});

test('nothing of all this stands in the main database', async () => {
  expect(await leftBehind()).toEqual([]);
});

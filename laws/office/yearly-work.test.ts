import type { RowLike } from '@keyan/kernel/values/row.ts';
import { proposeWork } from '@keyan/product/project/effort/project-work.server.ts';
import { computeReport } from '@keyan/product/reports/annual/run.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { faultOf, ok, path, projectOf } from '../support/filing.ts';

/** 年度工作量: proposed from members, confirmed by leaders, counted by the annual reports; gaps of outputs. */
let app: LawApplication;
let office: Client;
let teacher: Client;
let secretary: Client;
const year = 2026;
const service = path('projectWork');
const annual = path('statistics/annual');

beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_admin');
  teacher = await app.as('teacher');
  secretary = await app.as('dept_secretary');
  await app.database.query('update program set is_deleted = 1');
  const dates = {
    startDate: '2026-03-01',
    endDate: '2027-12-31',
    members: [
      {
        sort: 1,
        personType: '01',
        userId: teacher.id,
        memberRole: '01',
        task: '主持',
        workMonths: 6,
      },
    ],
  };
  await projectOf(app, teacher, dates);
  await projectOf(app, teacher, dates);
});
afterAll(() => app.close());

const listed = async (who: Client): Promise<readonly RowLike[]> =>
  (await ok(who.get(`${service}/list`, { size: '50' }))).records as RowLike[];
const whole = (row: RowLike) => ok(office.get(`${service}/detail`, { id: String(row.id) }));

test('it is proposed once for each project, in tenths of the months of the year, and the leader hears of it', async () => {
  expect(await proposeWork(app.parts.engine, home, year)).toBe(2);
  expect(await proposeWork(app.parts.engine, home, year)).toBe(0);
  const rows = await listed(teacher);
  expect(rows).toMatchObject([{ status: '0', workYear: year }, { status: '0' }]);
  const { lines } = await whole(rows[0] as RowLike);
  // Ten of twelve months of the year, six a year.
  expect(lines).toMatchObject([{ userId: teacher.id, months: '5.0', proposed: '5.0' }]);
  const [told] = await app.database.query<{ title: string }>(
    'select title_zh as title from message where receiver_id = $1 order by id desc limit 1',
    [teacher.id],
  );
  expect(told?.title).toBe('请确认 2026 年度工作量（2 个项目）');
});

const change = async (row: RowLike, months: string) => {
  const now = await whole(row);
  return teacher.post(`${service}/submit`, {
    ...now,
    lines: (now.lines as RowLike[]).map((line) => ({ ...line, months })),
  });
};

test('nobody works more than twelve months a year over the projects that are confirmed', async () => {
  const [one, other] = (await listed(teacher)) as [RowLike, RowLike];
  await ok(change(one, '8.0'));
  expect((await whole(one)).lines).toMatchObject([{ months: '8.0', proposed: '5.0' }]);
  await ok(teacher.post(`${service}/confirm`, { ids: String(one.id) }));
  const refused = await change(other, '6.0');
  expect(faultOf(refused)).toContain('2026 年各项目投入合计 14.0 个月，超过 12 个月');
  await ok(change(other, '4.0'));
  await ok(teacher.post(`${service}/confirm`, { ids: String(other.id) }));
  expect((await change(other, '3.0')).status).not.toBe(200);
});

const computed = async (): Promise<RowLike> => {
  const [known] = (await ok(office.get(`${annual}/list`, { report: 'keji', size: '5' })))
    .records as RowLike[];
  const report = known ?? (await ok(office.post(`${annual}/submit`, { report: 'keji', year })));
  await ok(office.post(`${annual}/calc`, { id: report.id }));
  await computeReport.run(
    { tenantId: home, data: { id: String(report.id) }, signal: new AbortController().signal },
    app.parts.engine,
  );
  return report;
};

test('the annual report counts the months of the year in place of those of the members', async () => {
  await app.database.query(
    `update personnel set sorter = '01', zzzt = '1', subject_class = '01', is_statistics = '1', appointment_time = null
      where user_id = $1`,
    [teacher.id],
  );
  const report = await computed();
  const register = await ok(office.get(`${annual}/table`, { id: String(report.id), table: '4' }));
  const efforts = (register.rows as { cells: { value: string }[] }[]).map(
    ({ cells }) => cells[4]?.value,
  );
  expect(efforts.toSorted()).toEqual(['0.3', '0.7']);
});

test('outputs that lack what the report needs are asked of who registered them', async () => {
  const [paper] = await app.database.query<{ id: string; writer: string }>(
    `update paper set issn = null, cn = null, volume = null, issue = null, article_no = null, paper_type = '01',
            stat_year = $1, subject_class = '01', is_statistics = '1', secret_level = '0', audit_status = '2'
      where id = (select min(id) from paper where tenant_id = $2 and is_deleted = 0)
      returning id::text, create_user::text as writer`,
    [year, home],
  );
  const report = await computed();
  const gaps = await app.database.query<{ field: string; person: string }>(
    `select field, person_id::text as person from annual_gap
      where report_id = $1 and resource = 'papersapp' and record_id = $2 order by field`,
    [report.id, paper?.id],
  );
  expect(gaps.map(({ field }) => field)).toEqual(expect.arrayContaining(['issn', 'volume']));
  expect(new Set(gaps.map(({ person }) => person))).toEqual(new Set([paper?.writer]));
});

test('gaps are filled in while reports are computed, each waiting for the other', async () => {
  const report = await computed();
  await ok(office.post(`${annual}/collect`, { id: report.id }));
  const other = await ok(office.post(`${annual}/submit`, { report: 'keji', year: year + 1 }));
  await app.database.query(
    `insert into annual_gap (tenant_id, report_id, resource, record_id, field)
     select tenant_id, $2, resource, record_id, field from annual_gap where report_id = $1
     on conflict do nothing`,
    [report.id, other.id],
  );
  const gaps = await ok(office.get(`${annual}/gaps`, { id: String(report.id), kind: 'papersapp' }));
  const rows = (gaps.records as { id: string; resource: string; version: number }[]).slice(0, 4);
  expect(rows.length).toBeGreaterThan(0);
  const filling = (id: unknown, list: typeof rows) =>
    office.post(`${annual}/fill`, {
      id,
      records: list.map(({ id: record, resource, version }) => ({
        resource,
        id: record,
        version,
        values: { volume: '12', issn: '1000-0003' },
      })),
    });
  const answers = await Promise.all([
    filling(report.id, rows),
    filling(other.id, rows.toReversed()),
    secretary.get(`${annual}/gaps`, { id: String(report.id) }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a student by the personnel file has no work, whatever the type of the line', async () => {
  await ok(
    office.post(path('personnel/submit'), {
      name: '林晓岚',
      jobNum: 'S310',
      account: 'teacher',
      dwmc: '示范大学',
      sex: '2',
      birthDate: '2003-05-06',
      poliStatus: '02',
      education: '21',
      ranks: '013',
      sorter: '08',
      subjectTitle: '520',
      fkDeptId: app.departments[home]?.get('310'),
    }),
  );
  const line = { personType: '01', task: '测试', workMonths: 6 };
  const { id } = await projectOf(app, secretary, {
    startDate: '2026-03-01',
    endDate: '2027-12-31',
    members: [
      { ...line, sort: 1, userId: secretary.id, memberRole: '01' },
      { ...line, sort: 2, userId: teacher.id, memberRole: '05' },
    ],
  });
  // Projects of students alone have none, either.
  expect(await proposeWork(app.parts.engine, home, year + 1)).toBe(1);
  const people = await app.database.query<{ user: string }>(
    `select l.user_id::text as "user" from project_work w
       join project_work_lines l on l.tenant_id = w.tenant_id and l.parent_id = w.id
      where w.tenant_id = $1 and w.program_id = $2 and w.work_year = $3`,
    [home, id, year + 1],
  );
  expect(people).toEqual([{ user: secretary.id }]);
});

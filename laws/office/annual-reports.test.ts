import type { RowLike } from '@keyan/kernel/values/row.ts';
import { annualReport } from '@keyan/product/reports/annual/annual-report.ts';
import { computeReport } from '@keyan/product/reports/annual/run.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { faultOf, ok, path, projectOf } from '../support/filing.ts';

/** Annual reports: what cells count, who sees what, how a report comes to its end (rulings 72, 79). */
let app: LawApplication;
let office: Client;
let teacher: Client;
let secretary: Client;
let stranger: Client;
let dean: Client;
beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_admin');
  teacher = await app.as('teacher');
  secretary = await app.as('dept_secretary');
  stranger = await app.as('secretary320');
  dean = await app.as('dept_leader');
  // Other projects of the world of laws are in nobody's way here.
  await app.database.query(`update program set is_deleted = 1`);
});
afterAll(() => app.close());

const service = path('statistics/annual');
const year = 2026;
const signal = new AbortController().signal;

const compute = async (report: RowLike) => {
  await ok(office.post(`${service}/calc`, { id: report.id }));
  await computeReport.run(
    { tenantId: home, data: { id: String(report.id) }, signal },
    app.parts.engine,
  );
};
const act = (name: string, more: RowLike = {}) =>
  office.post(`${service}/${name}`, { id: keji.id, ...more });
const overview = (who: Client, report: RowLike = keji) =>
  ok(who.get(`${service}/overview`, { id: String(report.id) }));
const table = (who: Client, code: string, report: RowLike = keji) =>
  ok(who.get(`${service}/table`, { id: String(report.id), table: code }));
const cell = (who: Client, at: Record<string, string>) =>
  ok(who.get(`${service}/cell`, { id: String(keji.id), ...at }));

interface Table {
  readonly rows: readonly { readonly code: string; readonly id: string }[];
  readonly columns: readonly { readonly code: string }[];
  readonly cells: readonly (readonly { readonly value: string; readonly stale?: true }[])[];
}
const valueIn = (given: RowLike, row: string, column = '1'): string | undefined => {
  const { rows, columns, cells } = given as unknown as Table;
  return cells[rows.findIndex(({ code }) => code === row)]?.[
    columns.findIndex(({ code }) => code === column)
  ]?.value;
};

let keji: RowLike;
let project: RowLike;

test('a report is one a year; only the office makes it', async () => {
  keji = await ok(office.post(`${service}/submit`, { report: 'keji', year }));
  expect(keji.name).toBe('2026 年科技统计年报');
  expect((await office.post(`${service}/submit`, { report: 'keji', year })).status).toBe(400);
  expect((await secretary.post(`${service}/submit`, { report: 'keji', year: 2025 })).status).toBe(
    403,
  );
  expect((await teacher.get(`${service}/overview`, { id: String(keji.id) })).status).toBe(403);
  expect(faultOf(await act('collect'))).toBe('请先汇总');
});

test('its cells are independent counts of the records', async () => {
  project = await projectOf(app, teacher, { startDate: '2026-01-01', endDate: '2027-12-31' });
  const { database } = app;
  await database.query(`update program_members set work_months = 6 where parent_id = $1`, [
    project.id,
  ]);
  const [arrived] = await database.query<{ id: string }>(
    `insert into funding_divide (tenant_id, id, program_id, divide_amount, arrive_date, department_id, status,
       create_user, create_time, update_user, update_time)
     select tenant_id, 991, id, 123499.50, '2026-05-01', department_id, '2', 1, now(), 1, now()
       from program where id = $1 returning id::text`,
    [project.id],
  );
  expect(arrived?.id).toBe('991');
  await compute(keji);
  const [people] = await database.query<{ all: string; women: string }>(
    `select count(*)::text as all, count(*) filter (where sex = '2')::text as women from personnel
      where tenant_id = $1 and is_deleted = 0 and zzzt = '1' and coalesce(is_statistics, '1') <> '0'
        and coalesce(subject_class, '01') = '01' and coalesce(sorter, '01') not in ('08', '10')
        and (appointment_time is null or appointment_time <= '2026-12-31')`,
    [home],
  );
  const first = await table(office, '1');
  expect([valueIn(first, '01'), valueIn(first, '01', '2')]).toEqual([people?.all, people?.women]);
  const [papers] = await database.query<{ count: string }>(
    `select count(*)::text from paper where tenant_id = $1 and is_deleted = 0 and audit_status = '2'
        and stat_year = 2026 and subject_class = '01' and is_statistics <> '0' and secret_level = '0'`,
    [home],
  );
  expect(valueIn(await table(office, '7'), '01')).toBe(papers?.count);
  // Money is rounded by the cell; its source is not known, so that it stands under others.
  const money = await table(office, '2');
  expect([valueIn(money, '21'), valueIn(money, '02'), valueIn(money, '37')]).toEqual([
    '123',
    '123',
    '123',
  ]);
  const register = (await table(office, '4')) as unknown as {
    rows: { id: string; cells: { value: string }[] }[];
  };
  expect(register.rows).toMatchObject([{ id: project.id }]);
  expect(register.rows[0]?.cells[2]?.value).toBe('123');
});

test('a cell opens the records that it counts, and a total those of its parts', async () => {
  const total = await cell(office, { table: '2', row: '02', column: '1' });
  expect(total).toMatchObject({
    value: '123',
    enterable: false,
    hidden: 0,
    records: [{ resource: 'programInfo', id: project.id, value: '123499.50' }],
  });
  expect((await cell(office, { table: '2', row: '21', column: '1' })).enterable).toBe(true);
});

test('a run over unchanged records gives the same digests', async () => {
  const digests = () =>
    app.database.query('select dept_id, digest from annual_sign where report_id = $1 order by 1', [
      keji.id,
    ]);
  const before = await digests();
  await compute(keji);
  expect(await digests()).toEqual(before);
});

test('colleges see their part from the collection on, and nothing of others', async () => {
  expect((await secretary.get(`${service}/overview`, { id: String(keji.id) })).status).toBe(404);
  await ok(act('collect'));
  const own = await overview(secretary);
  expect(own).toMatchObject({ whole: false, checks: [], may: { edit: false, export: false } });
  expect(valueIn(await table(secretary, '2'), '02')).toBe('123');
  expect(valueIn(await table(stranger, '2'), '02')).toBe('0');
  expect(await cell(stranger, { table: '2', row: '02', column: '1' })).toMatchObject({
    records: [],
    total: 0,
  });
  expect((await secretary.get(`${service}/workbook`, { id: String(keji.id) })).status).toBe(403);
});

const enter = (who: Client, more: RowLike) =>
  who.post(`${service}/enter`, { id: keji.id, table: '2', row: '21', column: '1', ...more });

test('a correction needs a reason, stays beside the cell, and flows into the totals', async () => {
  expect(faultOf(await enter(office, { value: '130', reason: '错' }))).toContain('请填写更正原因');
  expect(faultOf(await enter(office, { row: '02', value: '1', reason: '合计有误请改' }))).toBe(
    '合计由分项相加，不能直接更正',
  );
  expect((await enter(secretary, { value: '1', reason: '院系不能更正' })).status).toBe(403);
  await ok(enter(office, { value: '130', reason: '财务补录一笔' }));
  expect(valueIn(await table(office, '2'), '02')).toBe('130');
  expect(await cell(office, { table: '2', row: '21', column: '1' })).toMatchObject({
    computed: '123',
    value: '130',
    entries: [{ value: '130', seen: '123', reason: '财务补录一笔' }],
  });
  // By hand, without a reason.
  await ok(enter(office, { row: '04', value: '50' }));
  expect(valueIn(await table(office, '2'), '02')).toBe('180');
  await ok(enter(office, { row: '04', value: null }));
});

test('a later count that differs is said beside the correction, which stays', async () => {
  await app.database.query(`update funding_divide set divide_amount = 200000 where id = 991`);
  await compute(keji);
  const { rows, cells } = (await table(office, '2')) as unknown as Table;
  const at = rows.findIndex(({ code }) => code === '21');
  expect(cells[at]?.[0]).toMatchObject({ value: '130', entered: true, stale: true });
  await ok(enter(office, { value: null, reason: '以财务入账为准' }));
  expect(valueIn(await table(office, '2'), '02')).toBe('200');
});

test('a college signs what it saw, and its signature lapses with a change of its rows', async () => {
  const [signature] = (await overview(dean)).signatures as RowLike[];
  expect(signature).toMatchObject({ state: 'open', mine: true });
  const sign = (who: Client, { dept, digest } = signature as RowLike) =>
    who.post(`${service}/sign`, { id: keji.id, dept, digest });
  expect((await sign(secretary)).status).toBe(403);
  await ok(sign(dean));
  expect((await overview(dean)).signatures).toMatchObject([{ state: 'signed', mine: false }]);
  await app.database.query(`update funding_divide set divide_amount = 250000 where id = 991`);
  await compute(keji);
  const [now] = (await overview(dean)).signatures as RowLike[];
  expect(now).toMatchObject({ state: 'lapsed', changed: 1, records: signature?.records });
  // As many records as before, but not what the dean saw.
  expect(faultOf(await sign(dean))).toContain('数据已变动');
  await ok(sign(dean, now));
});

test('what records lack is listed by person and project, and filled in together', async () => {
  await app.database.query(
    `update personnel set tl_degree = null, education = null, user_id = $2, fk_dept_id = $3, zzzt = '1',
       subject_class = '01', sorter = '01', is_statistics = '1', appointment_time = null
      where id = (select min(id) from personnel where tenant_id = $1 and is_deleted = 0)`,
    [home, teacher.id, app.departments[home]?.get('310')],
  );
  await compute(keji);
  const gaps = await ok(
    secretary.get(`${service}/gaps`, { id: String(keji.id), kind: 'personnel' }),
  );
  const own = (gaps.records as RowLike[]).find(({ person }) => person === teacher.id);
  expect(own).toMatchObject({ resource: 'personnel', fields: ['education', 'tlDegree'] });
  const fillings = (values: RowLike) => ({
    id: keji.id,
    records: [{ resource: 'personnel', id: own?.id, version: own?.version, values }],
  });
  expect(
    (await stranger.post(`${service}/fill`, fillings({ tlDegree: '207' }))).data,
  ).toMatchObject([{ fault: { message: expect.any(String) } }]);
  expect(
    await ok(secretary.post(`${service}/fill`, fillings({ tlDegree: 'no such' }))),
  ).toMatchObject([{ id: own?.id, fault: { path: 'tlDegree' } }]);
  // A name that the report does not miss stays as it is.
  expect(
    await ok(
      secretary.post(
        `${service}/fill`,
        fillings({ tlDegree: '207', education: '11', name: '别名' }),
      ),
    ),
  ).toMatchObject([{ id: own?.id, fault: null }]);
  const [person] = await app.database.query<{ degree: string; name: string }>(
    'select tl_degree as degree, name from personnel where id = $1',
    [own?.id],
  );
  expect(person).toMatchObject({ degree: '207' });
  expect(person?.name).not.toBe('别名');
  const after = await ok(secretary.get(`${service}/gaps`, { id: String(keji.id) }));
  expect((after.records as RowLike[]).some(({ id }) => id === own?.id)).toBe(false);
  expect((await teacher.post(`${service}/fill`, fillings({}))).status).toBe(403);
});

test('people are reminded once of what they lack', async () => {
  await app.database.query('update personnel set tl_degree = null where user_id = $1', [
    teacher.id,
  ]);
  await compute(keji);
  const { data } = await secretary.post(`${service}/remind`, { id: keji.id, people: teacher.id });
  expect(Number(data)).toBe(1);
  const [told] = await app.database.query<{ title: string }>(
    `select title_zh as title from message where receiver_id = $1 order by id desc limit 1`,
    [teacher.id],
  );
  expect(told?.title).toContain('2026 年科技统计年报：请补填');
});

test('checks that fail keep a report from its issue, and warnings ask for a reason', async () => {
  await ok(act('examine'));
  await ok(enter(office, { row: '05', value: '9' }));
  expect((await overview(office)).checks).toMatchObject([
    { code: 'K03', level: 'error', left: '9', right: '0', difference: '9' },
  ]);
  expect(faultOf(await act('issue', { version: 1 }))).toContain('处校验错误');
  await ok(enter(office, { row: '05', value: null }));
  const { version } = await ok(office.get(`${service}/detail`, { id: String(keji.id) }));
  const refused = await act('issue', { version });
  expect(faultOf(refused)).toContain('个院系未签认');
  await ok(act('issue', { version, signNote: '外国语学院负责人出差，已电话核对' }));
  expect((await ok(office.get(`${service}/detail`, { id: String(keji.id) }))).status).toBe('3');
});

test('what was reported stays; a correction is another issue with its form and entries', async () => {
  expect((await enter(office, { value: '1', reason: '上报之后再改' })).status).toBe(400);
  expect(faultOf(await act('calc'))).not.toBe('');
  const { id } = await ok(office.post(`${service}/renew`, { id: keji.id }));
  const again = await ok(office.get(`${service}/detail`, { id: String(id) }));
  expect(again).toMatchObject({ name: '2026 年科技统计年报（第 2 次上报）', status: '0' });
  expect((await office.post(`${service}/renew`, { id: keji.id })).status).toBe(400);
});

test('the next year begins with what was carried forward, and is compared with it', async () => {
  const next = await ok(office.post(`${service}/submit`, { report: 'keji', year: year + 1 }));
  await compute(next);
  const before = valueIn(await table(office, '2'), '37');
  expect(valueIn(await table(office, '2', next), '01')).toBe(before);
  const found = (await overview(office, next)).checks as RowLike[];
  // Nothing arrived in the year after.
  expect(found).toContainEqual(expect.objectContaining({ code: 'K13', level: 'warn' }));
  await ok(office.post(`${service}/explain`, { id: next.id, check: 'K13', text: '年初尚无到账' }));
  const after = (await overview(office, next)).checks as RowLike[];
  expect(after.find(({ code }) => code === 'K13')).toMatchObject({ explained: '年初尚无到账' });
});

/** The rows of a table with other words for one, another code for the next, and one more by hand. */
const adaptedRows = (given: RowLike): readonly RowLike[] => [
  ...(given.rows as { code: string; label: string }[]).map(({ code, label }) => ({
    code,
    label: code === '05' ? '国家社科基金' : label,
    ...(code === '06' ? { shown: '6A' } : {}),
  })),
  { code: 'N1', label: '横向补充' },
];

test('the words of a form are adapted to the year, and the report of before keeps its own', async () => {
  const { id } = await ok(office.post(`${service}/submit`, { report: 'sheke', year }));
  await compute({ id });
  await ok(
    office.post(`${service}/adapt`, {
      id,
      table: '3',
      rows: adaptedRows(await table(office, '3', { id })),
    }),
  );
  const { rows } = (await table(office, '3', { id })) as unknown as { rows: RowLike[] };
  expect(rows.find(({ code }) => code === '05')?.label).toBe('国家社科基金');
  expect(rows.find(({ code }) => code === '06')?.shown).toBe('6A');
  expect(rows.at(-1)).toMatchObject({ code: 'N1', label: '横向补充' });
  const without = (code: string) =>
    office.post(`${service}/adapt`, {
      id,
      table: '3',
      rows: rows
        .filter((row) => row.code !== code)
        .map(({ code: one, label }) => ({ code: one, label })),
    });
  expect(faultOf(await without('05'))).toContain('不能删除');
  await ok(without('N1'));
  const next = await ok(office.post(`${service}/submit`, { report: 'sheke', year: year + 1 }));
  const later = (await table(office, '3', next)) as unknown as { rows: RowLike[] };
  expect(later.rows.find(({ code }) => code === '05')?.label).toBe('国家社科基金');
});

test('rows of journals are entered by hand, stay through a computation and are there next year', async () => {
  const now = await ok(office.post(`${service}/submit`, { report: 'keji', year: year + 3 }));
  await compute(now);
  const { id } = await ok(office.post(`${service}/add-row`, { id: now.id, table: '10' }));
  const at = { id: now.id, table: '10', row: id };
  await ok(office.post(`${service}/enter`, { ...at, column: 'L1', value: '学报（自然科学版）' }));
  await ok(office.post(`${service}/enter`, { ...at, column: 'L5', value: '6' }));
  expect((await office.post(`${service}/add-row`, { id: now.id, table: '4' })).status).toBe(404);
  expect((await secretary.post(`${service}/add-row`, { id: now.id, table: '10' })).status).toBe(
    403,
  );
  await compute(now);
  const next = await ok(office.post(`${service}/submit`, { report: 'keji', year: year + 4 }));
  await compute(next);
  for (const report of [now, next]) {
    const journals = (await table(office, '10', report)) as unknown as {
      rows: { cells: { value: string }[] }[];
    };
    expect(journals.rows).toHaveLength(1);
    expect(journals.rows[0]?.cells.map(({ value }) => value)).toEqual([
      '学报（自然科学版）',
      '',
      '',
      '',
      '6',
      '',
      '',
    ]);
  }
  await ok(office.post(`${service}/remove-row`, { id: next.id, table: '10', row: id }));
  expect((await table(office, '10', next)).rows).toEqual([]);
});

test('every summary table agrees with itself, for both reports', async () => {
  expect(annualReport.key).toBe('annualReport');
  const [{ id } = { id: '' }] = await app.database.query<{ id: string }>(
    `select id::text from annual_report where report = 'sheke' and year = 2026`,
  );
  expect(await overview(office, { id })).toMatchObject({
    tables: Array.from({ length: 9 }, () => ({ faults: expect.any(Number) })),
  });
  const wrong = await app.database.query(
    `select table_code, row_code, column_code from annual_cell c
      where report_id = $1 and computed is not null
        and exists (select 1 from annual_row r where r.report_id = c.report_id and r.table_code = c.table_code
          and r.row_code = c.row_code and r.column_code = c.column_code)
        and abs(computed - (select sum(value) from annual_row r where r.report_id = c.report_id
          and r.table_code = c.table_code and r.row_code = c.row_code and r.column_code = c.column_code)
            / case when table_code = '3' or (table_code in ('5', '6') and column_code in ('4', '5')) then 1000 else 1 end) > 0.5`,
    [id],
  );
  expect(wrong).toEqual([]);
});

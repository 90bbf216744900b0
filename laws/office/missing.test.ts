import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { attached, faultOf, ok, path, projectOf, read } from '../support/filing.ts';
import { register } from '../support/quality.ts';

/** Gaps of records: their readers, the people who are asked, those who fill them in (decision 0585). */
let app: LawApplication;
let teacher: Client;
let secretary: Client;
let stranger: Client;
let office: Client;
beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
  secretary = await app.as('dept_secretary');
  stranger = await app.as('secretary320');
  office = await app.as('rd_admin');
  await ok(
    office.post(path('personnel/submit'), {
      name: '缺资料的人',
      jobNum: 'T9001',
      account: 'teacher',
      dwmc: '示范大学',
      sex: '1',
      birthDate: '1980-01-01',
      poliStatus: '01',
      education: '11',
      ranks: '011',
      subjectTitle: '520',
      nation: '01',
      fkDeptId: app.departments[home]?.get('310'),
    }),
  );
});
afterAll(() => app.close());

const service = path('missing');

interface Gap extends RowLike {
  readonly id: string;
  readonly fields: readonly string[];
  readonly files: readonly { readonly code: string }[];
  readonly others: readonly string[];
}

const listed = async (who: Client, topic: string, whose = 'all'): Promise<readonly Gap[]> => {
  const { records } = await ok(who.get(`${service}/list`, { topic, whose, size: '100' }));
  return records as readonly Gap[];
};
const listedIds = async (who: Client, topic: string, whose?: string) =>
  (await listed(who, topic, whose)).map(({ id }) => id);
const fill = (who: Client, topic: string, whose: string, ...records: readonly RowLike[]) =>
  who.post(`${service}/fill`, { topic, whose, records });

/** A file of a person in service, of the college of the secretary, without some data. */
const incompleteFile = async (more = ''): Promise<RowLike> => {
  const [row] = await app.database.query<{ id: string; version: number }>(
    `update personnel set major = null ${more}
      where tenant_id = $1 and user_id = $2 and is_deleted = 0 returning id::text, version`,
    [home, teacher.id],
  );
  if (!row) throw new Error('the teacher has no file');
  return row;
};

test('secretaries see what their college lacks, people what their own records lack', async () => {
  const file = await incompleteFile();
  expect(await listedIds(secretary, 'people')).toContain(file.id);
  expect(await listedIds(office, 'people')).toContain(file.id);
  expect(await listedIds(stranger, 'people')).not.toContain(file.id);
  expect(await listedIds(teacher, 'people', 'own')).toEqual([file.id]);
  expect((await teacher.get(`${service}/list`, { topic: 'people', whose: 'all' })).status).toBe(
    403,
  );
  const overview = await ok(secretary.get(`${service}/overview`, { whose: 'all' }));
  expect(overview.counts).toMatchObject({ people: (await listed(secretary, 'people')).length });
});

test('a reminder reaches the person once a day', async () => {
  const { id } = await incompleteFile();
  const about = { topic: 'people', records: [{ resource: 'personnel', id }] };
  expect((await teacher.post(`${service}/remind`, about)).status).toBe(403);
  expect(await ok(secretary.post(`${service}/remind`, about))).toMatchObject({
    people: 1,
    records: 1,
  });
  const again = await office.post(`${service}/remind`, about);
  expect([again.status, again.msg]).toEqual([400, '今天已经提醒过，请明天再试']);
  const sent = await app.database.query<{ link: string }>(
    `select link from message where tenant_id = $1 and receiver_id = $2 and link like '/mywork/mymissing%'`,
    [home, teacher.id],
  );
  expect(sent).toHaveLength(1);
  const [gap] = (await listed(secretary, 'people')).filter((one) => one.id === id);
  expect(gap?.reminded).not.toBe('');
});

test('a sheet saves row by row: versioned, with history, and a refusal beside its row', async () => {
  const file = await incompleteFile(', nation = null');
  const row = { resource: 'personnel', id: file.id, version: file.version };
  const given = [
    { ...row, values: { major: '计算机应用技术', nation: 'no such' } },
    { ...row, id: '1', values: { major: '物理' } },
  ];
  const outcomes = await ok(fill(secretary, 'people', 'all', ...given));
  expect(outcomes).toMatchObject([{ fault: { path: 'nation' } }, { fault: { path: '' } }]);
  const [done] = (await ok(
    fill(secretary, 'people', 'all', { ...row, values: { major: '计算机应用技术', name: '改名' } }),
  )) as unknown as readonly RowLike[];
  expect(done).toMatchObject({ fault: null });
  const after = await read(office, 'personnel', file);
  expect(after).toMatchObject({ major: '计算机应用技术', version: Number(file.version) + 1 });
  expect(after.name).not.toBe('改名');
  // Once filled in, a field belongs to its keeper again.
  const late = { ...row, version: after.version, values: { major: '覆盖' } };
  expect(await ok(fill(secretary, 'people', 'all', late))).toMatchObject([{ fault: {} }]);
  expect((await read(office, 'personnel', file)).major).toBe('计算机应用技术');
});

test('a required file comes to an approved record, by whoever answers for it', async () => {
  const paper = await register(teacher, '缺附件的论文');
  await app.database.query(`update paper set audit_status = '2' where id = $1`, [paper.id]);
  await app.database.query(
    'update attachment set is_deleted = 1 where business_id = $1 and task_id is null',
    [paper.id],
  );
  const [gap] = (await listed(teacher, 'files', 'own')).filter(({ id }) => id === paper.id);
  const codes = (gap?.files ?? []).map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(0);
  expect(await listedIds(stranger, 'files')).not.toContain(paper.id);
  const row = { resource: 'papersapp', id: paper.id, version: gap?.version };
  const other = await attached(teacher, '99');
  expect(await ok(fill(teacher, 'files', 'own', { ...row, values: other }))).toMatchObject([
    { fault: { path: 'attachments' } },
  ]);
  const files = await attached(teacher, ...codes);
  const sent = await fill(teacher, 'files', 'own', { ...row, values: files });
  expect(faultOf(sent)).toBe('操作成功');
  expect(sent.data).toMatchObject([{ fault: null }]);
  expect(await listedIds(teacher, 'files', 'own')).not.toContain(paper.id);
});

test('a project that is over without a conclusion owes it', async () => {
  const project = await projectOf(app, teacher, { startDate: '2020-01-01', endDate: '2021-12-31' });
  await app.database.query(`update program set status = '22' where id = $1`, [project.id]);
  const [gap] = (await listed(secretary, 'reports')).filter(({ id }) => id === project.id);
  expect(gap?.others).toEqual(['结题材料（2021-12-31 到期）']);
});

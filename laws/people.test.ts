import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { agree, attached, faultOf, handle, ok, path, read } from './support/filing.ts';

/** Personnel files, and what changes about people, as people's calls bring it about. */
let app: LawApplication;
let teacher: Client;
let secretary: Client;
let office: Client;
let file: RowLike;

beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
  secretary = await app.as('dept_secretary');
  office = await app.as('rd_admin');
  const fkDeptId = [...(app.departments['000000'] ?? [])].find(([code]) => code === '310')?.[1];
  file = await ok(
    office.post(path('personnel/submit'), {
      fkDeptId,
      jobNum: 'T0001',
      name: '林晓岚',
      account: 'teacher',
      dwmc: '江陵理工大学',
      sex: '2',
      birthDate: '1980-03-07',
      poliStatus: '13',
      education: '11',
      ranks: '013',
      subjectTitle: '520',
    }),
  );
});
afterAll(() => app.close());

const logged = async (who: Client, more: RowLike = {}): Promise<readonly RowLike[]> => {
  const page = await ok(who.get(path('personnelChange/list'), { size: '50', ...more } as never));
  return page.records as RowLike[];
};

const ask = (who: Client, more: RowLike) =>
  who.post(path('personnelChange/submit'), { personnelId: file.id, ...more });

test('a file that the office enters or changes leaves a line in the log', async () => {
  const [added] = await logged(office, { ywlx: '1', czlx: '1' });
  expect(added).toMatchObject({ userName: '林晓岚', status: '2', auditUser: expect.any(String) });
  const { version } = await read(office, 'personnel', file);
  await ok(office.post(path('personnel/submit'), { id: file.id, version, position: '副院长' }));
  const [changed] = await logged(office, { czlx: '2' });
  expect(await read(office, 'personnelChange', changed ?? {})).toMatchObject({
    changeItems: ['position'],
    jbxxPositionBefore: '',
    jbxxPosition: '副院长',
  });
});

test('what the office keeps is asked for, and the file follows when both agree', async () => {
  const asked = await ok(
    ask(teacher, { changeItems: ['ranks'], jbxxRanks: '012', reason: '已评聘' }),
  );
  expect(asked).toMatchObject({
    status: '1',
    czlx: '2',
    ywlx: '1',
    userName: '林晓岚',
    jbxxRanksBefore: '013',
    jbxxRanks: '012',
  });
  expect((await read(office, 'personnel', file)).ranks).toBe('013');
  await agree(asked, secretary);
  await ok(handle(office, asked, { flag: 'ok', comment: '聘书已核对' }));
  expect((await read(office, 'personnel', file)).ranks).toBe('012');
  expect(await read(teacher, 'personnelChange', asked)).toMatchObject({
    status: '2',
    opinion: '聘书已核对',
    auditUser: expect.stringMatching(/./),
    auditTime: expect.stringMatching(/^\d{4}-/),
    jbxxRanksBefore: '013',
  });
  // Strangers verify no sheet of a kind that does not say so.
  const { version } = await read(teacher, 'personnelChange', asked);
  const wanted = { resource: 'personnelChange', id: asked.id, version };
  const { status, msg } = await teacher.post('keyan/prints/make', wanted);
  expect([status, msg]).toEqual([400, '此类记录不生成核验码']);
});

test('a change that was approved by mistake is declared void: the file says what it said', async () => {
  const asked = await ok(ask(teacher, { changeItems: ['duty'], jbxxDuty: '学科负责人' }));
  await agree(asked, secretary, office);
  expect((await read(office, 'personnel', file)).duty).toBe('学科负责人');
  await ok(office.post(path('personnelChange/abolish'), { id: asked.id, reason: '误批' }));
  expect((await read(office, 'personnel', file)).duty).toBe('');
  const [log] = await logged(office, { czlx: '1', ywlx: '1' });
  const { status, msg } = await office.post(path('personnelChange/abolish'), {
    id: log?.id,
    reason: '误批',
  });
  expect([status, msg]).toEqual([400, '该变更未经申请，不能作废；请直接修改档案']);
});

test('a request is returned with its reason, and says what it lacks', async () => {
  expect(faultOf(await ask(teacher, { changeItems: ['ranks'], jbxxRanks: '012' }))).toBe(
    '与变更前相同，请修改或取消勾选',
  );
  expect(faultOf(await ask(teacher, { changeItems: ['email'] }))).toBe(
    '【电子邮箱】不经审核：在“我的档案”中直接修改，或由管理员维护',
  );
  expect(faultOf(await ask(teacher, { changeItems: ['jobNum'] }))).toContain('工号');
  const asked = await ok(ask(teacher, { changeItems: ['tlDegree'], jbxxTlDegree: '2' }));
  await ok(handle(secretary, asked, { flag: 'back', comment: '请附学位证书' }));
  expect(await read(teacher, 'personnelChange', asked)).toMatchObject({
    status: '3',
    opinion: '请附学位证书',
  });
});

test('nobody asks for a change of a file that is neither theirs nor of their department', async () => {
  const stranger = await app.as('finance');
  const { status, errors } = await ask(stranger, { changeItems: ['ranks'], jbxxRanks: '011' });
  expect([status, errors[0]?.path]).toEqual([400, 'personnelId']);
});

test('a title is approved by the secretary and the office, and stands in the log', async () => {
  const title = await ok(
    teacher.post(path('honorary/submit'), {
      ...(await attached(teacher, '17')),
      titleName: '99',
      otherTitle: '荆楚学者',
      honorLevel: '02',
      awardUnit: '湖北省教育厅',
      awardTime: '2024-06-01',
    }),
  );
  expect(title).toMatchObject({ honorName: '荆楚学者', auditStatus: '1' });
  expect(await logged(teacher, { ywlx: '2' })).toEqual([]);
  await agree(title, secretary, office);
  const [line] = await logged(teacher, { ywlx: '2' });
  expect(await read(teacher, 'personnelChange', line ?? {})).toMatchObject({
    czlx: '1',
    status: '2',
    rychHonorName: '荆楚学者',
    rychHonorNameBefore: '',
    rychAwardUnit: '湖北省教育厅',
  });
  await ok(office.post(path('honorary/backDraft'), { ids: title.id, reason: '更正授予单位' }));
  const { version } = await read(teacher, 'honorary', title);
  const again = await ok(
    teacher.post(path('honorary/submit'), {
      id: title.id,
      version,
      awardUnit: '湖北省人民政府',
    }),
  );
  await agree(again, secretary, office);
  const [second] = await logged(teacher, { ywlx: '2', czlx: '2' });
  expect(await read(teacher, 'personnelChange', second ?? {})).toMatchObject({
    rychAwardUnit: '湖北省人民政府',
    rychAwardUnitBefore: '湖北省教育厅',
  });
});

test('a post ends after it began; a log line is nobody’s to change', async () => {
  const post = {
    partTimeType: '02',
    orgName: '中国激光',
    orgType: '02',
    post: '08',
    startDate: '2025-01-01',
  };
  const wrong = await teacher.post(path('academicPartTime/submit'), {
    ...post,
    endDate: '2024-01-01',
  });
  expect(faultOf(wrong)).toBe('【结束日期】不能早于【开始日期】');
  const record = await ok(teacher.post(path('academicPartTime/submit'), post));
  await agree(record, secretary, office);
  const [line] = await logged(teacher, { ywlx: '3' });
  expect(line).toMatchObject({ czlx: '1', status: '2' });
  const { status } = await office.post(path('personnelChange/submit'), {
    id: line?.id,
    version: line?.version,
    changeItems: ['ranks'],
  });
  expect([403, 400]).toContain(status);
});

test('nobody decides on a title of their own that somebody else registered, and they hear of it', async () => {
  const title = await ok(
    teacher.post(path('honorary/submit'), {
      ...(await attached(teacher, '17')),
      userId: secretary.id,
      titleName: '99',
      otherTitle: '江陵英才',
      honorLevel: '03',
      awardUnit: '江陵市人民政府',
      awardTime: '2024-05-01',
    }),
  );
  // Submitted, it is on the person's own list; to decide on it is another's.
  const seen = await ok(secretary.get(path('honorary/list'), { honorName: '江陵英才' }));
  expect(seen.total).toBe(1);
  await expect(handle(secretary, title, { flag: 'ok' })).rejects.toThrow('no task');
  const leader = await app.as('dept_leader');
  await agree(title, leader, office);
  const news = await ok(secretary.get(path('message/list'), { size: '50' }));
  expect(JSON.stringify(news.records)).toContain('为您登记的荣誉称号《江陵英才》已通过审核');
});

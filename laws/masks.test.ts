import type { RowLike } from '@keyan/kernel/values/row.ts';
import { nthIdNumber } from '@keyan/product/shared/formats/id-number.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { ok, path } from './support/filing.ts';

/** Masked fields of a personnel file, by every call that could tell them. */
let app: LawApplication;
let office: Client;
let teacher: Client;
let leader: Client;
let file: RowLike;

const born = '1980-05-06';
const idNumber = nthIdNumber(123, born);
const phone = '13812345678';
const shown = { idNumber: `110***********${idNumber.slice(-4)}`, phone: '138****5678' };

const given = (more: RowLike = {}): RowLike => ({
  name: '档案人',
  jobNum: 'T9001',
  account: 'teacher',
  dwmc: '示范大学',
  sex: '1',
  birthDate: born,
  poliStatus: '01',
  education: '11',
  ranks: '011',
  subjectTitle: '520',
  idNumber,
  phone,
  ...more,
});

beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_admin');
  teacher = await app.as('teacher');
  leader = await app.as('rd_leader');
  const { data } = await office.get(path('personnel/choices'), { field: 'fkDeptId' });
  const [dept] = data as unknown as { id: string }[];
  file = await ok(office.post(path('personnel/submit'), given({ fkDeptId: dept?.id })));
});
afterAll(() => app.close());

const detail = (who: Client) => ok(who.get(path('personnel/detail'), { id: String(file.id) }));

test('nobody reads them whole: answers, details, lists, exports, history', async () => {
  expect(file).toMatchObject(shown);
  for (const who of [office, leader, teacher]) expect(await detail(who)).toMatchObject(shown);
  const list = await office.get(path('personnel/list'), { fields: 'name,idNumber,phone' });
  const history = await office.get(path('personnel/history'), { id: String(file.id) });
  for (const { raw, status } of [list, history]) {
    expect(status).toBe(200);
    expect(raw.toString()).not.toMatch(new RegExp(`${idNumber}|${phone}`));
  }
  expect(history.raw.toString()).toContain(shown.phone);
});

test('nobody finds or sorts by them', async () => {
  const total = async (query: Record<string, string>) =>
    (await ok(office.get(path('personnel/list'), query))).total;
  const all = await total({});
  for (const value of [phone, '19900000000']) {
    // As if the condition was not there, whether it fits or not.
    expect(await total({ phone_equal: value })).toBe(all);
    expect(await total({ phone: value })).toBe(all);
  }
});

test('a mask that goes back keeps the value, and one that was touched is refused', async () => {
  const saved = await ok(
    office.post(path('personnel/submit'), { ...(await detail(office)), major: '计算机' }),
  );
  expect(saved).toMatchObject({ ...shown, major: '计算机' });
  const touched = await office.post(path('personnel/submit'), {
    ...(await detail(office)),
    phone: '138****0000',
  });
  expect(touched.errors).toMatchObject([{ path: 'phone' }]);
  expect(await ok(look(office, 'idNumber'))).toEqual({ value: idNumber });
});

const look = (who: Client, field: string) =>
  who.post(path('personnel/reveal'), { id: file.id, field });

test('whoever holds the code looks at one whole, and the history says so', async () => {
  expect(await ok(look(office, 'phone'))).toEqual({ value: phone });
  expect(await ok(look(teacher, 'phone'))).toEqual({ value: phone });
  expect((await look(leader, 'phone')).status).toBe(403);
  expect((await look(office, 'name')).status).toBe(400);
  const entries = (await ok(
    office.get(path('personnel/history'), { id: String(file.id) }),
  )) as unknown as RowLike[];
  expect(entries.filter(({ action }) => action === 'reveal')).toMatchObject([
    { actorName: expect.any(String), note: '手机' },
    { note: '手机' },
    { note: '身份证号' },
  ]);
});

test('the number has its check character and its day of birth', async () => {
  const fault = async (more: RowLike) =>
    (await office.post(path('personnel/submit'), given({ jobNum: 'T9002', ...more }))).errors.map(
      ({ message }) => message,
    );
  const last = idNumber.endsWith('0') ? '1' : '0';
  expect(await fault({ idNumber: '123' })).toContain('如果要输入身份证请输入15位或18位身份证');
  expect(await fault({ idNumber: idNumber.slice(0, 17) + last })).toContain(
    '身份证号不正确，请核对出生日期与最后一位校验码',
  );
  expect(await fault({ birthDate: '1981-05-06' })).toContain('【出生日期】与身份证号不一致');
});

test('whom it is about fills in what is empty, and leaves what the office entered', async () => {
  const { version } = await detail(teacher);
  const saved = await ok(
    teacher.post(path('personnel/submit'), {
      ...(await detail(teacher)),
      version,
      nation: '01',
      tlDegree: '208',
      ranks: '013',
      name: '他人',
      researchDirection: '遥感',
    }),
  );
  expect(saved).toMatchObject({
    nation: '01',
    tlDegree: '208',
    researchDirection: '遥感',
    ranks: '011',
    name: '档案人',
  });
  const again = await ok(
    teacher.post(path('personnel/submit'), { ...(await detail(teacher)), tlDegree: '207' }),
  );
  expect(again.tlDegree).toBe('208');
  const other = await leader.post(path('personnel/submit'), {
    ...(await detail(leader)),
    fax: '1',
  });
  expect(other.status).toBe(403);
  const kept = await ok(
    office.post(path('personnel/submit'), { ...(await detail(office)), tlDegree: '207' }),
  );
  expect(kept.tlDegree).toBe('207');
});

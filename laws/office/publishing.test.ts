import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { faultOf, ok } from '../support/filing.ts';

/** Publishing: notices come out at their time, say who has read them, and remind the others. */
let app: LawApplication;
let office: Client;
let teacher: Client;
let secretary: Client;
beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_admin');
  teacher = await app.as('teacher');
  secretary = await app.as('dept_secretary');
});
afterAll(() => app.close());

const path = (call: string): string => `blade-desk/notice/${call}`;
const made = (more: RowLike = {}) =>
  ok(
    office.post(path('submit'), {
      bt: '关于年报的通知',
      lx: '1',
      content: '<p>请补全资料</p>',
      fwlx: '1',
      ...more,
    }),
  );
const detail = (who: Client, { id }: RowLike) => ok(who.get(path('detail'), { id: String(id) }));
const receipts = ({ id }: RowLike, more: Record<string, string> = {}) =>
  ok(office.get(path('receipts'), { id: String(id), ...more }));

test('a notice waits for its time, and nobody reads it before', async () => {
  const notice = await made();
  const schedule = (publishAt: string) =>
    office.post(path('schedule'), { id: notice.id, version: notice.version, publishAt });
  expect(faultOf(await schedule('2020-01-01 08:00:00'))).toBe('发布时间应晚于现在');
  await ok(schedule('2099-01-01 08:00:00'));
  expect((await detail(office, notice)).status).toBe('3');
  expect((await teacher.get(path('detail'), { id: String(notice.id) })).status).toBe(404);
  await ok(office.post(path('unschedule'), { id: notice.id }));
  expect(await detail(office, notice)).toMatchObject({ status: '0', publishAt: '' });
});

test('a notice to a department is meant for all who belong to it, and says where they do', async () => {
  const [given] = await app.database.query<{ dept: string; name: string; count: number }>(
    `select u.dept_id::text as dept, d.dept_name as name, (select count(*)::int from users o
        where o.tenant_id = u.tenant_id and o.dept_id = u.dept_id and o.status = '1' and o.is_deleted = 0) as count
       from users u join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id where u.id = $1`,
    [teacher.id],
  );
  const notice = await made({ fwlx: '2', scopeIds: given?.dept });
  await ok(office.post(path('publish'), { id: notice.id }));
  const found = await receipts(notice);
  expect(Number(found.audience)).toBeGreaterThanOrEqual(given?.count ?? 1);
  expect(found.records).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: teacher.id, dept: given?.name })]),
  );
  await ok(office.post(path('withdraw'), { id: notice.id }));
});

test('receipts count the audience of the moment; the others are reminded once a day', async () => {
  const notice = await made({ fwlx: '3', scopeIds: 'teacher,dept_secretary' });
  await ok(office.post(path('publish'), { id: notice.id }));
  const [expected] = await app.database.query<{ count: number }>(
    `select count(distinct u.id)::int as count from users u
       join user_role m on m.tenant_id = u.tenant_id and m.user_id = u.id
       join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
      where u.tenant_id = $1 and u.status = '1' and u.is_deleted = 0
        and r.role_alias in ('teacher', 'dept_secretary')`,
    [home],
  );
  expect(await receipts(notice)).toMatchObject({ audience: expected?.count, read: 0 });
  await ok(teacher.post(path('read'), { ids: notice.id }));
  expect(await receipts(notice, { read: '1' })).toMatchObject({
    read: 1,
    total: 1,
    records: [{ id: teacher.id, time: expect.any(String) }],
  });
  expect((await teacher.get(path('receipts'), { id: String(notice.id) })).status).toBe(403);
  const remind = (who: Client) => who.post(path('remind'), { id: notice.id });
  expect((await remind(teacher)).status).toBe(403);
  const { data } = await remind(office);
  expect(Number(data)).toBe((expected?.count ?? 0) - 1);
  expect(faultOf(await remind(office))).toContain('今天已提醒过');
  const told = await app.database.query<{ receiver: string }>(
    `select receiver_id::text as receiver from message where biz_id = $1`,
    [notice.id],
  );
  const receivers = told.map(({ receiver }) => receiver);
  expect(receivers).toContain(secretary.id);
  expect(receivers).not.toContain(teacher.id);
});

test('a calendar is read by its secret alone, which a new one replaces', async () => {
  const address = async (): Promise<string> =>
    String((await ok(teacher.post('keyan/calendar/renew', {}))).path).replace('/api/', '');
  const first = await address();
  const read = (at: string) => app.server.inject({ method: 'GET', url: `/api/${at}` });
  const answer = await read(first);
  expect(answer.headers['content-type']).toContain('text/calendar');
  expect(answer.payload).toMatch(/^BEGIN:VCALENDAR\r\n/);
  const [kept] = await app.database.query<{ digest: string }>(
    'select digest from calendar_feed where user_id = $1',
    [teacher.id],
  );
  expect(first).not.toContain(kept?.digest ?? 'none');
  const second = await address();
  expect((await read(first)).statusCode).toBe(404);
  expect((await read(second)).statusCode).toBe(200);
  await app.database.query(`update users set status = '0' where id = $1`, [teacher.id]);
  expect((await read(second)).statusCode).toBe(404);
});

import { gridsIn } from '@keyan/engine/testing/books.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, expect, test } from 'vitest';
import { home, startApplication } from '../support/application.ts';
import { Client } from '../support/client.ts';
import { ok, path } from '../support/filing.ts';

/** Phones of accounts by every call that could tell them: masked for others, whole for their person. */
const app = await startApplication([home]);
afterAll(() => app.close());

const admin = await app.as('admin');
const teacher = await app.as('teacher');
const phone = '13912345678';
const mask = '139****5678';
const id = app.people[home]?.get('teacher') ?? '';
const submit = (more: RowLike) => admin.post('blade-user/update', { id, ...more });
await ok(submit({ phone }));

const stored = async (): Promise<string | null> =>
  (
    await app.database.query<{ phone: string | null }>('select phone from users where id = $1', [
      id,
    ])
  )[0]?.phone ?? null;
const rows = async (who: Client, call: string, query = {}): Promise<readonly RowLike[]> => {
  const { data } = await who.get(call, { size: '200', ...query });
  return (Array.isArray(data) ? data : data.records) as readonly RowLike[];
};
const shown = async (who: Client, call: string, query = {}) =>
  (await rows(who, call, query)).find((row) => row.id === id)?.phone;

test('whoever keeps accounts reads the mask: lists, details, exports, history', async () => {
  for (const call of ['blade-user/page', 'blade-system/user/list', 'blade-user/user-list']) {
    expect([call, await shown(admin, call)]).toEqual([call, mask]);
    // A user without the page of accounts is not told whether there is a number.
    const [other] = (await rows(await app.as('finance'), call)).filter((row) => row.id === id);
    expect([call, other?.realName !== undefined, other && 'phone' in other]).toEqual([
      call,
      true,
      false,
    ]);
  }
  expect(await shown(admin, 'blade-user/account/list', { fields: 'realName,phone' })).toBe(mask);
  for (const call of [
    'blade-user/detail',
    'blade-user/platform-detail',
    'blade-user/account/detail',
  ]) {
    expect([call, (await admin.get(call, { id })).data.phone]).toEqual([call, mask]);
  }
  // Clients of the family have no phone among the columns of their export.
  for (const [call, query, told] of [
    ['blade-user/export-user', { account: 'teacher' }, false],
    ['blade-user/account/export', { whole: '1', id }, true],
  ] as const) {
    const grids = JSON.stringify([...(await gridsIn((await admin.get(call, query)).raw)).values()]);
    expect([call, grids.includes(mask), grids.includes(phone)]).toEqual([call, told, false]);
  }
  const history = await admin.get('blade-user/account/history', { id });
  expect(history.raw.toString()).toContain(mask);
  expect(history.raw.toString()).not.toContain(phone);
});

test('their person has it whole; who looks as that person has the mask', async () => {
  for (const call of ['blade-user/info', 'blade-system/user/info']) {
    expect((await teacher.get(call)).data.phone).toBe(phone);
  }
  expect((await teacher.get('blade-user/detail', { id })).data.phone).toBe(phone);
  const view = await admin.post('keyan/session/view-as', { userId: id, reason: '核对菜单权限' });
  const { access_token: token } = JSON.parse(view.raw.toString()) as { access_token: string };
  const looking = new Client(app.server, token);
  expect((await looking.get('blade-user/info')).data.phone).toBe(mask);
  expect((await looking.post('blade-user/account/reveal', { id, field: 'phone' })).status).toBe(
    403,
  );
});

test('a mask that goes back keeps the number; another one is refused, an empty text takes it away', async () => {
  const { data: row } = await admin.get('blade-user/detail', { id });
  await ok(admin.post('blade-user/submit', { ...row, email: 'lin@example.edu.cn' }));
  expect(await stored()).toBe(phone);
  const touched = await submit({ phone: '139****0000' });
  expect([touched.status, touched.errors.map((fault) => fault.path)]).toEqual([400, ['phone']]);
  await ok(submit({ phone: '' }));
  expect(await stored()).toBeNull();
  await ok(submit({ phone }));
});

test('nobody finds one digit by digit; a whole number finds whose it is', async () => {
  const found = async (who: Client, asked: string) =>
    (await rows(who, 'blade-user/page', { phone: asked })).map((row) => row.id);
  expect(await found(admin, phone.slice(0, 6))).toEqual([]);
  expect(await found(admin, phone)).toEqual([id]);
  // A user who may not look at numbers gets the same answer as without the question.
  const finance = await app.as('finance');
  expect(await found(finance, phone)).toEqual(await found(finance, '13900000000'));
});

test('a look is for holders of the code, and stands among the looks', async () => {
  const look = (who: Client) => who.post('blade-user/account/reveal', { id, field: 'phone' });
  expect(await ok(look(admin))).toEqual({ value: phone });
  expect((await look(await app.as('rd_admin'))).status).toBe(403);
  expect((await look(teacher)).status).toBe(403);
  const { records } = await ok(admin.get(path('maskedLook/list'), { kind: 'user' }));
  expect(records).toMatchObject([
    { userId: admin.id, field: 'user.phone', recordId: id, fieldName: '用户：手机' },
  ]);
});

test('who may not look at numbers changes none: a code to a phone opens the account', async () => {
  await app.database.query(
    `delete from role_menu rm using role r, menu m
      where rm.tenant_id = $1 and r.tenant_id = $1 and r.id = rm.role_id and r.role_alias = 'admin'
        and m.tenant_id = $1 and m.id = rm.menu_id and m.code = 'user_phone'`,
    [home],
  );
  await app.database.query(
    `insert into user_role (tenant_id, user_id, role_id)
     select tenant_id, $2, id from role where tenant_id = $1 and role_alias = 'admin'`,
    [home, app.people[home]?.get('finance')],
  );
  const keeper = await app.as('finance');
  const change = async (more: RowLike) =>
    (await keeper.post('blade-user/update', { id, ...more })).status;
  await expect.poll(() => change({ email: 'lin2@example.edu.cn' })).toBe(200);
  expect(await change({ phone: '13800000000' })).toBe(403);
  expect(await change({ phone: '' })).toBe(403);
  expect(await change({ phone: mask })).toBe(200);
  expect(await stored()).toBe(phone);
});

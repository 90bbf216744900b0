import { afterAll, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';

/** Posts as clients of the family keep them and give them to people, on the real server. */
const app = await startApplication([home, '100000']);
afterAll(() => app.close());

const admin = await app.as('admin');
const teacher = await app.as('teacher');
const abroad = await app.as('admin', '100000');
const person = app.people[home]?.get('teacher2') ?? '';

const make = async (postCode: string, postName: string, sort: number): Promise<string> => {
  const given = { id: '', tenantId: home, category: 3, postCode, postName, sort, remark: '' };
  const made = await admin.post('blade-system/post/submit', given);
  expect(made).toMatchObject({ status: 200 });
  return String(made.data.id);
};
const give = (postId: string) => admin.post('blade-user/update', { id: person, postId });
/** The server hears of a new post from the database, a moment later. */
const given = (postId: string) =>
  expect.poll(async () => (await give(postId)).status, { timeout: 10_000 }).toBe(200);

test('a post is made, found, changed, given to people with others, and stays while they hold it', async () => {
  const secretary = await make('ky-ms', '科研秘书', 2);
  const dean = await make('xy-yz', '院长', 1);
  const listed = await admin.get('blade-system/post/list', { current: '1', postName: '秘书' });
  expect(listed.data.records).toEqual([
    expect.objectContaining({
      id: secretary,
      tenantId: home,
      category: '3',
      categoryName: '基层',
      postCode: 'ky-ms',
      sort: 2,
    }),
  ]);
  expect((await admin.get('blade-system/post/select', { tenantId: home })).data).toEqual([
    { id: dean, postCode: 'xy-yz', postName: '院长' },
    { id: secretary, postCode: 'ky-ms', postName: '科研秘书' },
  ]);
  const twice = { category: 1, postCode: 'ky-ms', postName: '另一个', sort: 3 };
  const refused = await admin.post('blade-system/post/submit', twice);
  expect([refused.status, refused.msg]).toEqual([400, expect.stringContaining('岗位编号')]);

  await given(`${secretary},${dean}`);
  const seen = { postId: `${dean},${secretary}`, postName: '院长,科研秘书' };
  expect((await admin.get('blade-user/detail', { id: person })).data).toMatchObject(seen);
  const page = await admin.get('blade-system/user/page', { account: 'teacher2' });
  expect(page.data.records).toContainEqual(expect.objectContaining({ id: person, ...seen }));
  const history = await admin.get('blade-user/account/history', { id: person });
  expect(JSON.stringify(history.data)).toContain(JSON.stringify([secretary, dean]));

  // People keep a post that is renamed: they name it by id.
  const row = (await admin.get('blade-system/post/detail', { id: dean })).data;
  const renamed = { ...row, postCode: 'xy-zyz', postName: '执行院长' };
  expect((await admin.post('blade-system/post/submit', renamed)).status).toBe(200);
  expect((await admin.get('blade-user/detail', { id: person })).data.postName).toBe(
    '执行院长,科研秘书',
  );
  const held = await admin.post('blade-system/post/remove', { ids: [dean] });
  expect([held.status, held.msg]).toEqual([400, '该岗位已有任职人员，不能删除']);
  await given('');
  expect((await admin.get('blade-user/detail', { id: person })).data.postId).toBe('');
  expect((await admin.post('blade-system/post/remove', { ids: [dean] })).status).toBe(200);
  // At once, whatever this server has heard by now.
  expect((await give(dean)).status).toBe(400);
});

test('a post opens nothing, and who keeps none of them reads none', async () => {
  for (const call of ['list', 'select', 'detail?id=1']) {
    expect([call, (await teacher.get(`blade-system/post/${call}`)).status]).toEqual([call, 403]);
  }
  const given = { category: 1, postCode: 'mine', postName: '自封', sort: 1 };
  expect((await teacher.post('blade-system/post/submit', given)).status).toBe(403);
  const id = await make('ky-zl', '科研助理', 3);
  expect((await teacher.post('blade-user/update', { id: person, postId: id })).status).toBe(403);
});

test('other universities have their own', async () => {
  const id = await make('ky-gs', '科研干事', 4);
  expect((await abroad.get('blade-system/post/detail', { id })).status).toBe(404);
  expect((await abroad.get('blade-system/post/select')).data).toEqual([]);
  expect((await admin.get('blade-system/post/select', { tenantId: '100000' })).data).toEqual([]);
  expect((await abroad.post('blade-system/post/remove', { ids: [id] })).status).toBe(404);
  const theirs = app.people['100000']?.get('teacher2') ?? '';
  const foreign = await abroad.post('blade-user/update', { id: theirs, postId: id });
  expect([foreign.status, foreign.msg]).toEqual([400, expect.stringContaining('所属岗位')]);
});

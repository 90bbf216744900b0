import { afterAll, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';

/** Menus and top menus as clients of the family keep them, on the real server. */
const app = await startApplication([home, '100000']);
afterAll(() => app.close());

const admin = await app.as('admin');
const teacher = await app.as('teacher');

interface Entry {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly path: string;
  readonly parentId: string;
  readonly children?: readonly Entry[];
}
const flat = (nodes: readonly Entry[]): readonly Entry[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
const menuOf = async (call: string, query: Record<string, string> = {}) =>
  flat((await admin.get(`blade-system/menu/${call}`, query)).data as unknown as Entry[]);
const entryOf = async (code: string): Promise<Entry> => {
  const found = (await menuOf('list', { code })).find((entry) => entry.code === code);
  if (!found) throw new Error(`there is no ${code}`);
  return found;
};
const detail = async (code: string) =>
  (await admin.get('blade-system/menu/detail', { id: (await entryOf(code)).id })).data;
const submit = (body: object, who = admin) => who.post('blade-system/menu/submit', body);
const routesOf = async (who = teacher): Promise<string> =>
  JSON.stringify((await who.get('blade-system/menu/routes', { flat: '1' })).data);

test('lists answer what clients read: trees, one level, pages alone, parents to choose', async () => {
  const all = await menuOf('list', { current: '1', size: '10', name: '', code: '' });
  expect(all.find(({ code }) => code === 'role')).toMatchObject({
    name: '角色管理',
    path: '/system/role',
    category: 1,
    categoryName: '菜单',
    isOpen: 1,
    hasChildren: true,
  });
  // One client reads `children` of the first answer, another asks for each level.
  expect((await menuOf('lazy-list')).length).toBe(all.length);
  const top = (await admin.get('blade-system/menu/lazy-list', { parentId: '0' }))
    .data as unknown as Entry[];
  expect(top.length).toBeGreaterThan(5);
  expect(top.every((entry) => entry.parentId === '0' && entry.children === undefined)).toBe(true);
  const role = await entryOf('role');
  const buttons = (await admin.get('blade-system/menu/lazy-list', { parentId: role.id })).data;
  expect(JSON.stringify(buttons)).toContain('role_grant');
  expect((await admin.get('blade-system/menu/lazy-menu-list', { parentId: role.id })).data).toEqual(
    [],
  );
  expect((await menuOf('menu-list')).some(({ code }) => code === 'role_grant')).toBe(false);
  expect((await admin.get('blade-system/menu/tree')).data).toContainEqual(
    expect.objectContaining({ id: role.id, title: '角色管理', value: role.id, hasChildren: false }),
  );
});

test('an entry of the product is renamed, moved and hidden; what the product checks stays', async () => {
  const row = await detail('paper');
  const renamed = {
    ...row,
    name: '我的论文',
    nameEn: 'My papers',
    source: 'FlagOutlined',
    sort: 9,
  };
  expect((await submit(renamed)).status).toBe(200);
  expect(await routesOf()).toContain('我的论文');
  for (const [name, value] of [
    ['code', 'paperX'],
    ['path', '/elsewhere'],
    ['category', 2],
  ] as const) {
    const refused = await submit({ ...renamed, [name]: value });
    expect([name, refused.status, refused.msg]).toEqual([
      name,
      400,
      expect.stringContaining('系统内置菜单的此项不能修改'),
    ]);
  }
  const removed = await admin.post('blade-system/menu/remove', { ids: [String(row.id)] });
  expect(removed.status).toBe(400);
  const button = await detail('paper_add');
  const target = await entryOf('role');
  expect((await submit({ ...button, parentId: target.id })).msg).toContain('按钮不能移动');
  // Hidden, it is gone from the menu; whoever has the right still has it.
  expect((await submit({ ...renamed, isHidden: '1' })).status).toBe(200);
  expect(await routesOf()).not.toContain('我的论文');
  expect((await teacher.get('kh-edu-research/papers/list')).status).toBe(200);
  expect((await submit({ ...renamed, isHidden: '0' })).status).toBe(200);
  const history = await admin.get('blade-system/menus/history', { id: String(row.id) });
  expect(JSON.stringify(history.data)).toContain('我的论文');
});

test('an entry of one’s own is made, shown to whom it is granted, and goes', async () => {
  const parent = await entryOf('paperg');
  const link = {
    id: '',
    tenantId: '',
    parentId: parent.id,
    name: '图书馆',
    code: 'library',
    path: 'https://lib.example.edu.cn/',
    category: 1,
    action: 0,
    isOpen: 1,
    sort: 50,
    remark: '',
  };
  expect((await submit(link)).status).toBe(200);
  const made = await entryOf('library');
  expect(await routesOf(admin)).toContain('lib.example.edu.cn');
  expect(await routesOf()).not.toContain('lib.example.edu.cn');
  const roles = await app.database.query<{ id: string }>(
    `select id::text from role where tenant_id = $1 and role_alias = 'teacher'`,
    [home],
  );
  const roleId = roles[0]?.id ?? '';
  const held = (await admin.get('blade-system/menu/role-tree-keys', { roleIds: roleId })).data
    .menu as string[];
  const granted = { roleIds: [roleId], menuIds: [...held, made.id] };
  expect((await admin.post('blade-system/role/grant', granted)).status).toBe(200);
  expect(await routesOf()).toContain('lib.example.edu.cn');
  // It stands under the top menu of its parent, and its host may be embedded.
  const tops = (await teacher.get('blade-system/menu/top-menu')).data as unknown as Entry[];
  const achieve = tops.find(({ code }) => code === 'achieve')?.id ?? '';
  const below = await teacher.get('blade-system/menu/routes', { topMenuId: achieve });
  expect(JSON.stringify(below.data)).toContain('lib.example.edu.cn');
  const frame = await teacher.get('keyan/embed', { address: link.path });
  expect(String(frame.data.frame)).toContain('lib.example.edu.cn');
  expect((await admin.post('blade-system/menu/remove', { ids: [made.id] })).status).toBe(200);
  expect(await routesOf()).not.toContain('lib.example.edu.cn');
});

test('no entry leads to a program text, takes a code of the product, or closes a circle', async () => {
  const given = { parentId: '0', name: '入口', category: 1, sort: 1 };
  const bad = [
    'javascript:alert(1)',
    '//evil.example',
    'https://x.org/?t=${token}',
    '/\\evil.example',
  ];
  for (const path of bad) {
    const refused = await submit({ ...given, code: 'entry', path });
    expect([path, refused.status, refused.msg]).toEqual([
      path,
      400,
      expect.stringContaining('路径'),
    ]);
  }
  const taken = ['role', 'paper_backDraft', 'dashboard', '1a'];
  for (const code of taken) {
    expect([code, (await submit({ ...given, code, path: '/x' })).status]).toEqual([code, 400]);
  }
  // Codes that the product may check one day are closed to the administrator of a university too.
  const roles = await app.database.query<{ id: string }>(
    `select id::text from role where tenant_id = $1 and role_alias = 'admin'`,
    [home],
  );
  const keeper = await app.as('teacher2');
  await admin.post('blade-user/grant', {
    userIds: [app.people[home]?.get('teacher2') ?? ''],
    roleIds: [roles[0]?.id ?? ''],
  });
  for (const code of [...taken, 'paper_anything', 'role_grant_all']) {
    const refused = await submit({ ...given, code, path: '/x' }, keeper);
    expect([code, refused.status, refused.msg]).toEqual([
      code,
      400,
      expect.stringContaining('菜单编号'),
    ]);
  }
  const group = async (code: string, parentId: string) => {
    expect((await submit({ ...given, code, parentId })).status).toBe(200);
    return (await entryOf(code)).id;
  };
  const upper = await group('upper', '0');
  const lower = await group('lower', upper);
  const circle = await submit({ ...(await detail('upper')), parentId: lower });
  expect([circle.status, circle.msg]).toEqual([400, expect.stringContaining('下级')]);
  const leaf = await entryOf('param');
  expect((await submit({ ...given, code: 'under', parentId: leaf.id })).msg).toContain('分组');
  expect((await admin.post('blade-system/menu/remove', { ids: [upper] })).status).toBe(400);
  for (const id of [lower, upper]) {
    expect((await admin.post('blade-system/menu/remove', { ids: [id] })).status).toBe(200);
  }
});

test('the way back to menus, roles and accounts stays', async () => {
  for (const code of ['menu', 'role', 'user']) {
    const refused = await submit({ ...(await detail(code)), isHidden: '1' });
    expect([code, refused.status]).toEqual([code, 400]);
  }
  const tops = (await admin.get('blade-system/topmenu/list', { code: 'system' })).data
    .records as Entry[];
  const system = tops[0]?.id ?? '';
  const emptied = await admin.post('blade-system/topmenu/grant', {
    topMenuIds: [system],
    menuIds: [],
  });
  expect([emptied.status, emptied.msg]).toEqual([
    400,
    expect.stringContaining('至少要有一个顶部菜单'),
  ]);
  expect((await admin.post('blade-system/topmenu/remove', { ids: [system] })).status).toBe(400);
});

test('a top menu is made, given pages, and shown to who has one of them', async () => {
  const given = { id: '', name: '常用', code: 'often', source: 'FlagOutlined', sort: 1, path: '' };
  expect((await admin.post('blade-system/topmenu/submit', given)).status).toBe(200);
  const listed = await admin.get('blade-system/topmenu/list', { current: '1', name: '常用' });
  const [row] = listed.data.records as Entry[];
  expect(row).toMatchObject({ name: '常用', code: 'often', source: 'FlagOutlined', sort: 1 });
  const id = row?.id ?? '';
  expect(JSON.stringify((await teacher.get('blade-system/menu/top-menu')).data)).not.toContain(
    'often',
  );
  const paper = (await entryOf('paper')).id;
  const grant = { topMenuIds: [id], menuIds: [paper] };
  expect((await admin.post('blade-system/topmenu/grant', grant)).status).toBe(200);
  expect((await admin.get('blade-system/menu/top-tree-keys', { topMenuIds: id })).data).toEqual({
    menu: [paper],
  });
  const tree = (await admin.get('blade-system/menu/grant-top-tree')).data.menu as Entry[];
  expect(JSON.stringify(tree)).toContain(paper);
  expect(JSON.stringify((await teacher.get('blade-system/menu/top-menu')).data)).toContain('often');
  const own = await teacher.get('blade-system/menu/routes', { topMenuId: id });
  expect(flat(own.data as unknown as Entry[]).some(({ code }) => code === 'paper')).toBe(true);
  expect((await admin.post('blade-system/topmenu/remove', { ids: [id] })).status).toBe(200);
  expect(JSON.stringify((await teacher.get('blade-system/menu/top-menu')).data)).not.toContain(
    'often',
  );
});

test('others keep none, and another university sees none of it', async () => {
  const abroad = await app.as('admin', '100000');
  const { id } = await entryOf('paper');
  for (const call of [
    'list',
    'lazy-list',
    'menu-list',
    'lazy-menu-list',
    'tree',
    'grant-top-tree',
  ]) {
    expect([call, (await teacher.get(`blade-system/menu/${call}`)).status]).toEqual([call, 403]);
  }
  expect((await abroad.get('blade-system/menu/detail', { id })).status).toBe(404);
  expect((await submit({ id, name: '别校' }, abroad)).status).toBe(404);
  expect(
    (await submit({ name: '自建', code: 'mine', path: '/x', category: 1 }, teacher)).status,
  ).toBe(403);
  const tops = (await admin.get('blade-system/topmenu/list')).data.records as Entry[];
  const foreign = { topMenuIds: [tops[0]?.id ?? ''], menuIds: [] };
  expect((await abroad.post('blade-system/topmenu/grant', foreign)).status).toBe(404);
  expect((await teacher.post('blade-system/topmenu/grant', foreign)).status).toBe(403);
});

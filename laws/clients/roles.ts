import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect } from 'vitest';
import { filled, ident, list, nodes, number, page, row, text, tree } from './shapes.ts';
import { act, get, grant, keeping, type Step, save } from './steps.ts';

type Node = RowLike & { readonly id: string; readonly children?: readonly Node[] };
const all = (rows: readonly Node[]): readonly Node[] =>
  rows.flatMap((one) => [one, ...all(one.children ?? [])]);

let seen: RowLike = {};
const look = (path: string, reads: Record<string, Parameters<typeof row>[0][string]>): Step => ({
  ...get(path, ({ made }) => ({ id: made }), row(reads)),
  judge: ({ code, data }) => {
    expect([path, code, row(reads)(data, 'data')]).toEqual([path, 200, []]);
    seen = data as RowLike;
  },
});
const back = (path: string, changes: RowLike): Step =>
  save(path, () => ({ ...seen, $cellEdit: false, children: [], ...changes }));
const gone = (path: string, name: string, value: (tag: string) => string): Step => ({
  ...get(path, ({ tag = '' }) => ({ [name]: value(tag) }), row({})),
  judge: ({ data }) => expect([path, data]).toEqual([path, []]),
});

const role = {
  id: ident,
  tenantId: filled,
  parentId: ident,
  parentName: text,
  roleName: filled,
  roleAlias: filled,
  sort: number,
};

/** Requests of the page of roles: a tree, its form, and the three kinds of grants. */
export const roles: readonly Step[] = [
  get(
    'blade-system/role/list',
    { roleName: '', tenantId: '', roleAlias: '', current: 1, size: 10 },
    tree(role),
  ),
  get('blade-system/role/tree', {}, nodes),
  get(
    'blade-system/role-ext/tree',
    { tenantId: '000000' },
    list(row({ id: ident, title: filled })),
  ),
  save('blade-system/role/submit', ({ tag }) => ({
    id: '',
    tenantId: '000000',
    parentId: '',
    roleName: `角色${tag}`,
    roleAlias: `role_${tag}`,
    sort: 9,
  })),
  keeping(
    get(
      'blade-system/role/list',
      ({ tag }) => ({ roleName: `角色${tag}`, tenantId: '', roleAlias: '' }),
      tree(role),
    ),
    'made',
    (rows: readonly Node[]) => rows[0]?.id,
  ),
  look('blade-system/role/detail', role),
  back('blade-system/role/submit', { sort: 8 }),
  get('blade-system/role/tree-by-id', ({ made }) => ({ roleId: made }), nodes),
  get(
    'blade-system/menu/grant-tree',
    {},
    row({ menu: nodes, dataScope: nodes, apiScope: list(row({ id: ident, title: filled }), true) }),
  ),
  grant('blade-system/role/grant', ({ made, menu }) => ({
    roleIds: [made],
    menuIds: [menu],
    dataScopeIds: [],
    apiScopeIds: [],
  })),
  {
    ...get('blade-system/menu/role-tree-keys', ({ made }) => ({ roleIds: made }), row({})),
    judge: ({ data }, { menu }) =>
      expect(data).toMatchObject({ menu: [menu], dataScope: expect.any(Array), apiScope: [] }),
  },
  act('blade-system/role/remove', ({ made }) => ({ ids: [made] })),
  gone('blade-system/role/list', 'roleName', (tag) => `角色${tag}`),
];

const menu = {
  id: ident,
  parentId: ident,
  parentName: text,
  name: filled,
  path: text,
  source: text,
  code: filled,
  alias: text,
  category: number,
  categoryName: filled,
  action: number,
  isOpen: number,
  sort: number,
  remark: text,
};
const menuFilters = { name: '', code: '', alias: '' };

/** Requests for menus: each client reads all of them by a different call. */
export const menus: readonly Step[] = [
  get('blade-system/menu/lazy-list', { name: '', code: '' }, tree(menu)),
  get('blade-system/menu/list', { ...menuFilters, current: 1, size: 10 }, tree(menu)),
  get('blade-system/menu/menu-list', menuFilters, tree(menu)),
  get('blade-system/menu/lazy-menu-list', {}, tree(menu)),
  get(
    'blade-system/menu/lazy-menu-list',
    { parentId: 0 },
    list(row({ ...menu, category: number })),
  ),
  get('blade-system/menu/tree', {}, nodes),
  get('blade-system/dict/dictionary', { code: 'button_func' }, list(row({ dictKey: filled }))),
  get('blade-system/dict/dictionary', { code: 'yes_no' }, list(row({ dictKey: filled }))),
  save('blade-system/menu/submit', ({ tag }) => ({
    id: '',
    parentId: '',
    name: `菜单${tag}`,
    path: `/stock/${tag}`,
    source: 'iconfont iconicon_add',
    code: `stock${tag}`,
    alias: 'menu',
    category: 1,
    action: 0,
    isOpen: 1,
    sort: 99,
    remark: '',
  })),
  keeping(
    get(
      'blade-system/menu/list',
      ({ tag }) => ({ ...menuFilters, name: `菜单${tag}` }),
      tree(menu),
    ),
    'made',
    (rows: Node[]) => rows[0]?.id,
  ),
  look('blade-system/menu/detail', menu),
  back('blade-system/menu/submit', { name: '改名' }),
  act('blade-system/menu/remove', ({ made }) => ({ ids: [made] })),
  gone('blade-system/menu/list', 'name', (tag) => `菜单${tag}`),
];

/** Requests of the page of top menus and the pages in each. */
export const topMenus: readonly Step[] = [
  keeping(
    get(
      'blade-system/topmenu/list',
      { current: 1, size: 10, name: '', code: '' },
      page(row({ id: ident, name: filled, source: text, code: filled, sort: number, path: text })),
    ),
    'top',
    ({ records }: { readonly records: readonly Node[] }) => records[0]?.id,
  ),
  save('blade-system/topmenu/submit', ({ tag }) => ({
    id: '',
    code: `top${tag}`,
    name: `顶部${tag}`,
    source: 'iconfont iconicon_work',
    sort: 50,
  })),
  keeping(
    get(
      'blade-system/topmenu/list',
      ({ tag }) => ({ current: 1, size: 10, name: '', code: `top${tag}` }),
      page(row({ id: ident })),
    ),
    'made',
    ({ records }: { readonly records: readonly Node[] }) => records[0]?.id,
  ),
  look('blade-system/topmenu/detail', { id: ident, code: filled, name: filled, source: text }),
  back('blade-system/topmenu/submit', { name: '顶部改名' }),
  get('blade-system/menu/grant-top-tree', {}, row({ menu: nodes })),
  grant('blade-system/topmenu/grant', ({ made, menu }) => ({
    topMenuIds: [made],
    menuIds: [menu],
  })),
  {
    ...get('blade-system/menu/top-tree-keys', ({ made }) => ({ topMenuIds: made }), row({})),
    judge: ({ data }, { menu }) => expect(data).toMatchObject({ menu: [menu] }),
  },
  act('blade-system/topmenu/remove', ({ made }) => ({ ids: [made] })),
];

const dept = {
  id: ident,
  tenantId: filled,
  parentId: ident,
  parentName: text,
  ancestors: filled,
  deptName: filled,
  fullName: filled,
  deptCategory: filled,
  deptCategoryName: filled,
  sort: number,
  remark: text,
};

/** Requests for the tree of departments. */
export const departments: readonly Step[] = [
  get('blade-system/dict/dictionary', { code: 'org_category' }, list(row({ dictKey: filled }))),
  get('blade-system/dept/lazy-list', { deptName: '', parentId: '', fullName: '' }, tree(dept)),
  get('blade-system/dept/list', { deptName: '', fullName: '', current: 1, size: 10 }, tree(dept)),
  get('blade-system/dept/tree', {}, nodes),
  get('blade-system/dept/lazy-tree', { parentId: 0 }, list(row({ id: ident, title: filled }))),
  get('blade-system/dept/select', {}, list(row({ id: ident, deptName: filled }))),
  save('blade-system/dept/submit', ({ tag, unit }) => ({
    id: '',
    parentId: unit,
    deptName: `研究所${tag}`,
    fullName: `研究所${tag}`,
    deptCategory: 2,
    sort: 9,
    remark: '',
  })),
  keeping(
    get(
      'blade-system/dept/lazy-list',
      ({ tag }) => ({ deptName: `研究所${tag}`, parentId: '' }),
      tree(dept),
    ),
    'made',
    (rows: Node[]) => all(rows).at(-1)?.id,
  ),
  look('blade-system/dept/detail', dept),
  back('blade-system/dept/submit', { remark: '改' }),
  act('blade-system/dept/remove', ({ made }) => ({ ids: [made] })),
  gone('blade-system/dept/list', 'deptName', (tag) => `研究所${tag}`),
];

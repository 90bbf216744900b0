import { describe, expect, it } from 'vitest';
import { isHome, type MenuNode, menuTarget, menuTrail, permissionsOf, searchMenu } from './menu.ts';

const menu: readonly MenuNode[] = [
  {
    id: '1',
    name: '甲组',
    children: [
      { id: '11', name: '登记', nameEn: 'Register', path: '/a/items', code: 'item' },
      { id: '12', name: '登记库', path: '/a/itemsLib' },
    ],
  },
  { id: '2', name: '首页', path: '/wel/index' },
];
const ids = (nodes: readonly MenuNode[]) => nodes.map(({ id }) => id);

describe('menu', () => {
  it.each([
    ['/a/items', ['1', '11']],
    ['/a/items/9', ['1', '11']],
    ['/a/itemsLib', ['1', '12']],
    ['/wel/index', ['2']],
    ['/wel/dashboard', ['2']],
    ['/a', []],
  ])('%s stands under %j', (path, trail) => expect(ids(menuTrail(menu, path))).toEqual(trail));

  it.each([
    [{ path: '/a' }, { kind: 'page', path: '/a' }],
    [{ path: 'a' }, { kind: 'page', path: '/a' }],
    [{ path: '' }, undefined],
    [{}, undefined],
    [{ path: 'https://x.org/' }, { kind: 'page', path: '/myiframe/https%3A%2F%2Fx.org%2F' }],
    [{ path: '/doc.html' }, { kind: 'page', path: '/myiframe/%2Fdoc.html' }],
    [
      { path: 'https://x.org/', isOpen: 2 },
      { kind: 'window', address: 'https://x.org/' },
    ],
  ])('%j leads to %j', (node, target) =>
    expect(menuTarget({ id: '', name: '', ...node })).toEqual(target),
  );

  it('finds leaves by the start of their name in either language', () => {
    expect(ids(searchMenu(menu, '登', 'zh'))).toEqual(['11', '12']);
    expect(ids(searchMenu(menu, 'reg', 'en'))).toEqual(['11']);
    expect(ids(searchMenu(menu, '记', 'zh'))).toEqual([]);
    expect(ids(searchMenu(menu, ' ', 'zh'))).toEqual([]);
  });

  it('grants every leaf code and no other', () => {
    const buttons = [
      { id: '1', name: '', code: 'page', children: [{ id: '2', name: '', code: 'page_add' }] },
    ];
    expect([...permissionsOf(buttons)]).toEqual(['page_add']);
  });

  it('knows the entry of the first page', () => {
    expect(isHome('/wel', '/wel/index')).toBe(true);
    expect(isHome('/we', '/wel/index')).toBe(false);
    expect(isHome(undefined, '/wel/index')).toBe(false);
  });
});

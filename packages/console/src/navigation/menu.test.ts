import { describe, expect, it } from 'vitest';
import {
  isHome,
  type MenuNode,
  menuRoutes,
  menuTarget,
  menuTrail,
  permissionsOf,
  searchMenu,
  visibleMenu,
} from './menu.ts';
import { menuEntriesWithPath } from './menuPlaces.ts';

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

  it('says where entries stand, by the names of those above them', () => {
    const top: MenuNode = { id: '9', name: '成果', nameEn: 'Outputs' };
    const places = menuEntriesWithPath({ top, nodes: menu }, 'zh');
    expect([...places.values()]).toEqual(['成果 › 甲组', '成果 › 甲组', '成果']);
    expect(ids([...places.keys()])).toEqual(['11', '12', '2']);
  });

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

  it('adds the parameters of an entry to its page, and finds it again without them', () => {
    const node = { id: '9', name: '', path: '/q/list', query: { type: '1' } };
    expect(menuTarget(node)).toEqual({ kind: 'page', path: '/q/list?type=1' });
    expect(ids(menuTrail([node], '/q/list'))).toEqual(['9']);
  });

  it('lights an entry on the paths of its group, unless another has the page', () => {
    const node = { id: '9', name: '', path: '/q/list', group: ['/a/'] };
    expect(ids(menuTrail([node], '/x/a/1'))).toEqual(['9']);
    expect(ids(menuTrail([...menu, node], '/a/items'))).toEqual(['1', '11']);
  });

  it('shows an entry without a list of roles, or to the holder of one of them', () => {
    const nodes = [
      { id: '1', name: '' },
      { id: '2', name: '', meta: { roles: [] } },
      { id: '3', name: '', meta: { roles: ['a', 'b'] } },
      { id: '4', name: '', children: [{ id: '5', name: '', meta: { roles: ['c'] } }] },
    ];
    expect(ids(visibleMenu(nodes, ['b']))).toEqual(['1', '2', '3', '4']);
    expect(visibleMenu(nodes, [])[2]).toEqual({ id: '4', name: '', children: [] });
  });

  it('leads from a parent to its first page, and knows leaves by name', () => {
    const routes = menuRoutes([
      { id: '0', name: '组', path: '/g', children: menu },
      { id: '3', name: '晚些', nameEn: 'Later', path: 'later' },
      { id: '4', name: '外', path: 'https://x.org', isOpen: 2 },
    ]);
    expect(routes.get('/g')).toEqual({ kind: 'parent', to: '/a/items' });
    expect(routes.get('/later')).toEqual({ kind: 'leaf', title: ['晚些', 'Later'] });
    expect([...routes.keys()]).toEqual(['/g', '/a/items', '/a/itemsLib', '/wel/index', '/later']);
  });

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

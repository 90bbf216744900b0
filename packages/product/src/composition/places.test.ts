import { everyone } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource, type Resource, type View } from '@keyan/kernel/definition/resource.ts';
import { describe, expect, it } from 'vitest';
import type { MenuNode } from './menu-nodes.ts';
import { menusWithPages } from './places.ts';

const kindWith = (...views: readonly Partial<View<'name'>>[]): Resource =>
  defineResource({
    key: 'stand',
    label: ['展台', 'Stand'],
    path: 'stand',
    title: 'name',
    fields: { name: f.text(['名称', 'Name']) },
    list: { columns: ['name'], filters: [], sort: 'name' },
    form: [{ key: 'stand', title: ['展台', 'Stand'], fields: ['name'] }],
    access: { read: everyone(), write: everyone() },
    views: Object.fromEntries(
      views.map((view, index) => [
        `view${index}`,
        {
          label: [`页${index}`, `Page ${index}`],
          code: `stand${index}`,
          path: `/stand/${index}`,
          scope: everyone(),
          actions: ['add', 'view'],
          menu: ['halls', index],
          ...view,
        },
      ]),
    ),
  }) as unknown as Resource;

const fair = {
  code: 'fair',
  label: ['展会', 'Fair'],
  path: '/fair',
  groups: [
    {
      code: 'halls',
      label: ['展厅', 'Halls'],
      path: '/fair/halls',
      groups: [{ code: 'corner', label: ['展角', 'Corner'], path: '/fair/corner' }],
    },
  ],
} as const;

const menuOf = (...views: readonly Partial<View<'name'>>[]) =>
  menusWithPages([fair], [kindWith(...views)]);

describe('places of pages', () => {
  it('are those that the views name, in their order, for the roles of the grants', () => {
    const [top] = menuOf(
      { menu: ['halls', 2], grants: { teacher: ['view'] } },
      { menu: ['halls', 1], grants: { rd_admin: 'all' } },
      { menu: ['fair', 1] },
    );
    expect(top?.pages.map(({ code }) => code)).toEqual(['halls', 'stand2']);
    const [halls] = top?.pages ?? [];
    expect(halls?.pages?.map(({ code }) => code)).toEqual(['stand1', 'stand0']);
    expect([top?.roles, halls?.roles]).toEqual([
      ['rd_admin', 'teacher'],
      ['rd_admin', 'teacher'],
    ]);
    expect(halls?.pages?.map(({ buttons }) => buttons)).toEqual([
      [
        { code: 'stand1_add', label: ['新增', 'Add'], roles: ['rd_admin'] },
        { code: 'stand1_view', label: ['查看', 'View'], roles: ['rd_admin'] },
      ],
      [
        { code: 'stand0_add', label: ['新增', 'Add'], roles: [] },
        { code: 'stand0_view', label: ['查看', 'View'], roles: ['teacher'] },
      ],
    ]);
  });

  it('have groups within groups, and none without a page', () => {
    const codes = (pages: readonly MenuNode[] = []): unknown[] =>
      pages.map(({ code, pages: inner }) => (inner ? [code, ...codes(inner)] : code));
    const corner = { menu: ['corner', 1], grants: { teacher: ['view'] } } as const;
    const [nested] = menuOf(corner);
    expect(codes(nested?.pages)).toEqual([['halls', ['corner', 'stand0']]]);
    expect(nested?.roles).toEqual(['teacher']);
    expect(codes(menuOf({ menu: ['fair', 1] })[0]?.pages)).toEqual(['stand0']);
  });

  it.each<[string, readonly Partial<View<'name'>>[], string]>([
    ['a menu that does not exist', [{ menu: ['attic', 1] }], 'stand0: no menu is called attic'],
    ['a role that is none', [{ grants: { clown: ['view'] } }], 'no role is called clown'],
    [
      'a right of a role that is none',
      [{ rights: [{ code: 'x', label: ['甲', 'X'], roles: ['clown'] }] }],
      'no role is called clown',
    ],
    ['an action on no page', [{ grants: { teacher: ['audit'] } }], 'teacher is granted audit'],
    ['a code twice', [{ code: 'one' }, { code: 'one' }], 'two pages of the menu have one'],
    ['an address twice', [{ path: '/one' }, { path: '/one' }], 'two pages of the menu have /one'],
  ])('refuse %s', (_what, views, message) => {
    expect(() => menuOf(...views)).toThrow(message);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Actor, RoleShare, RowLimit } from '../access/actor.ts';
import { departmentScope, own, scopeAdmits } from '../access/scope.ts';
import { dept } from './field/base-fields.ts';
import { f } from './field/field.ts';
import { defineResource, type Resource } from './resource.ts';
import { scopeSharedWith, seesEveryRow } from './share.ts';

const read = departmentScope('unitId');
const page = (code: string) => ({
  ...({ label: ['册', 'Books'], code, path: `/${code}`, scope: read, actions: [] } as const),
});
const book = defineResource({
  key: 'book',
  label: ['册', 'Book'],
  table: 'book',
  path: 'books',
  title: 'name',
  fields: { name: f.text(['名称', 'Name']), unitId: f.ref(['部门', 'Unit'], dept) },
  views: { desk: page('desk'), shelf: page('shelf') },
  list: { columns: ['name'], filters: [], sort: 'name' },
  form: [{ key: 'one', title: ['册', 'Book'], fields: ['name', 'unitId'] }],
  access: { read, write: own() },
}) as unknown as Resource;

const pages = ['desk', 'shelf', 'elsewhere'];
const limit: fc.Arbitrary<RowLimit> = fc.record({
  page: fc.constantFrom(...pages),
  rows: fc.constantFrom<RowLimit['rows']>('all', 'own', 0),
  field: fc.constantFrom('unitId', 'createUser'),
});
const share: fc.Arbitrary<RoleShare> = fc.record({
  pages: fc.subarray(pages).map((some) => new Set(some)),
  reach: fc.constantFrom('all' as const, 0),
  limits: fc.array(limit, { maxLength: 3 }),
});

const actorWith = (shares: readonly RoleShare[]): Actor => ({
  id: '1',
  tenantId: 't',
  account: 'a',
  name: '甲',
  departments: ['5'],
  roles: [],
  permissions: new Set(pages),
  departmentScope: 'all',
  shares,
  unitLists: [['5']],
});
const nothing = { todo: false, done: false, copied: false, now: '', readable: new Set<string>() };
const another = { id: '9', unitId: '7', createUser: '2' };

test('whoever is said to see every row is shown each one', () => {
  fc.assert(
    fc.property(fc.array(share, { minLength: 1, maxLength: 3 }), (shares) => {
      const actor = actorWith(shares);
      fc.pre(seesEveryRow(actor));
      expect(scopeAdmits(scopeSharedWith(book, read, actor), actor, another, nothing)).toBe(true);
    }),
  );
});

test('a role that opens everything takes the limits of others away where it has their pages', () => {
  const narrow: RoleShare = {
    pages: new Set(['desk']),
    reach: 'all',
    limits: [{ page: 'desk', rows: 'own', field: 'createUser' }],
  };
  const whole = (...codes: readonly string[]): RoleShare => ({
    pages: new Set(codes),
    reach: 'all',
    limits: [],
  });
  const sees = (...shares: readonly RoleShare[]) => seesEveryRow(actorWith(shares));
  expect([sees(narrow), sees(narrow, whole('shelf')), sees(narrow, whole('desk'))]).toEqual([
    false,
    false,
    true,
  ]);
  expect(sees(narrow, { ...whole('desk'), reach: 0 })).toBe(false);
  const { shares: _none, ...unlimited } = actorWith([]);
  expect(seesEveryRow(unlimited)).toBe(true);
  expect(seesEveryRow({ ...unlimited, departmentScope: ['5'] })).toBe(false);
});

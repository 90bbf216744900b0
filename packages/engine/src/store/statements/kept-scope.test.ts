import type { Actor } from '@keyan/kernel/access/actor.ts';
import {
  anyScope,
  departmentScope,
  everyone,
  everyScope,
  handles,
  own,
  type Scope,
  scopeAdmits,
  submitted,
  withCode,
  withStatus,
} from '@keyan/kernel/access/scope.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditionsFailedByRest, splitScope } from './kept-scope.ts';

const keys = { status: true, secrecy: 'level', department: 'unitId' };
const actor: Actor = {
  id: '1',
  tenantId: 't',
  account: 'a',
  name: 'a',
  departments: [],
  roles: [],
  permissions: new Set(),
  departmentScope: ['21', '22'],
};

const scopes: fc.Arbitrary<Scope> = fc.letrec<{ scope: Scope }>((tie) => ({
  scope: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Scope>(
      everyone(),
      own(),
      departmentScope('unitId'),
      departmentScope('otherUnit'),
      withCode('level', '0'),
      withCode('kind', 'x'),
      withStatus('1', '2'),
      handles('todo'),
    ),
    tie('scope').map(submitted),
    fc.array(tie('scope'), { minLength: 1, maxLength: 3 }).map((all) => anyScope(...all)),
    fc.array(tie('scope'), { minLength: 1, maxLength: 3 }).map((all) => everyScope(...all)),
  ),
})).scope;

const rows = fc.record({
  createUser: fc.constantFrom('1', '2'),
  unitId: fc.constantFrom('21', '23', null),
  otherUnit: fc.constantFrom('22', '23'),
  level: fc.constantFrom('0', '1'),
  kind: fc.constantFrom('x', 'y'),
  auditStatus: fc.constantFrom('0', '1', '2', '5'),
});

const has = (scope: Scope | boolean, row: Record<string, unknown>, todo: boolean): boolean =>
  typeof scope === 'boolean' ? scope : scopeAdmits(scope, actor, row, { todo, done: false });

test('a row is in a scope if it is in the kept part or, if not, in the rest', () => {
  fc.assert(
    fc.property(scopes, rows, fc.boolean(), (scope, row, todo) => {
      const { kept, rest } = splitScope(scope, keys);
      expect(has(kept, row, todo) || has(rest, row, todo)).toBe(has(scope, row, todo));
    }),
    { numRuns: 3000 },
  );
});

test('a row of the rest is outside the kept part if it fails one of its conditions', () => {
  fc.assert(
    fc.property(scopes, rows, fc.boolean(), (scope, row, todo) => {
      const { kept, rest } = splitScope(scope, keys);
      if (rest === false || typeof kept === 'boolean' || !has(rest, row, todo)) return;
      const fails = conditionsFailedByRest(rest, kept).some((one) => !has(one, row, todo));
      expect(fails).toBe(!has(kept, row, todo));
    }),
    { numRuns: 3000 },
  );
});

test('the kept part is decided by the keys alone', () => {
  fc.assert(
    fc.property(scopes, rows, rows, (scope, row, other) => {
      const { kept } = splitScope(scope, keys);
      const { auditStatus, level, unitId } = row;
      const twin = { ...other, auditStatus, level, unitId };
      expect(has(kept, twin, true)).toBe(has(kept, row, false));
    }),
    { numRuns: 3000 },
  );
});

test('what a full reach under secrecy leaves to be counted does not pass over all records', () => {
  const open = withCode('level', '0');
  const { kept, rest } = splitScope(
    everyScope(withStatus('2'), anyScope(own(), submitted(handles('todo')), open)),
    keys,
  );
  expect(kept).toEqual(everyScope(withStatus('2'), open));
  expect(rest).toEqual(everyScope(withStatus('2'), anyScope(own(), submitted(handles('todo')))));
});

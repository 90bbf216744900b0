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
import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayScopeHold } from './possible-codes.ts';

const actor = {
  id: '1',
  tenantId: 't',
  account: 'a',
  name: 'a',
  departments: [],
  roles: [],
  permissions: new Set<string>(),
  departmentScope: ['21'],
};

const scopes: fc.Arbitrary<Scope> = fc.letrec<{ scope: Scope }>((tie) => ({
  scope: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Scope>(
      everyone(),
      own(),
      departmentScope('unitId'),
      handles('any'),
      withCode('state', '1'),
      withCode('state', '1', '3'),
      withCode('level', '0'),
      withStatus('2'),
      withStatus('0', '1'),
    ),
    tie('scope').map(submitted),
    fc.array(tie('scope'), { minLength: 1, maxLength: 3 }).map((all) => anyScope(...all)),
    fc.array(tie('scope'), { minLength: 1, maxLength: 3 }).map((all) => everyScope(...all)),
  ),
})).scope;

test('a code that no row of a scope could have is one that no admitted row has', () => {
  const row = fc.record({
    createUser: fc.constantFrom('1', '2'),
    unitId: fc.constantFrom('21', '22'),
    level: fc.constantFrom('0', '1'),
    state: fc.constantFrom('0', '1', '2', '3'),
    auditStatus: fc.constantFrom<Status>(...Object.values(statuses)),
  });
  fc.assert(
    fc.property(scopes, row, fc.boolean(), (scope, one, done) => {
      if (!scopeAdmits(scope, actor, one, { todo: false, done })) return;
      const { auditStatus, state } = one;
      expect(mayScopeHold(scope, { auditStatus })).toBe(true);
      expect(mayScopeHold(scope, { state })).toBe(true);
      expect(mayScopeHold(scope, { state, auditStatus })).toBe(true);
    }),
  );
});

test('drafts of others and states that are not open are no codes of a list', () => {
  const { draft, approved } = statuses;
  const ours = submitted(departmentScope('unitId'));
  expect(mayScopeHold(ours, { auditStatus: draft })).toBe(false);
  expect(mayScopeHold(ours, { auditStatus: approved })).toBe(true);
  expect(mayScopeHold(anyScope(own(), ours), { auditStatus: draft })).toBe(true);
  const released = anyScope(withCode('state', '1'), everyScope(own(), withCode('state', '1', '3')));
  expect(['0', '1', '2', '3'].filter((state) => mayScopeHold(released, { state }))).toEqual([
    '1',
    '3',
  ]);
  expect([true, false].map((whole) => mayScopeHold(whole, { state: '0' }))).toEqual([true, false]);
});

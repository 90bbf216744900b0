import type { Actor, RoleShare } from '@keyan/kernel/access/actor.ts';
import { expect, test } from 'vitest';
import { actorOf, samples } from '../testing/sample.ts';
import { exportRightsOf, hasRightsStill } from './rights.ts';

const actor: Actor = { ...actorOf('31'), permissions: new Set(['sample', 'sample_export']) };
const share = (page: string, list: number): RoleShare => ({
  pages: new Set(['sample']),
  reach: 'all',
  limits: [{ page, rows: list, field: 'unitId' }],
});
const limited = (page: string, list: number): Actor => ({
  ...actor,
  shares: [share(page, list)],
  unitLists: [['21'], ['22']],
});

test('a file of rows is open while the data scopes behind it are the same, or gone', () => {
  const made = exportRightsOf(samples, limited('sample', 0));
  expect(hasRightsStill(made, limited('sample', 0))).toBe(true);
  expect(hasRightsStill(made, actor)).toBe(true);
  expect(hasRightsStill(made, limited('sample', 1))).toBe(false);
  const whole = exportRightsOf(samples, actor);
  expect(hasRightsStill(whole, limited('sample', 0))).toBe(false);
  // A limit on another page says nothing of these rows.
  expect(hasRightsStill(whole, limited('other', 0))).toBe(true);
});

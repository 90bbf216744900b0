import { expect, test } from 'vitest';
import { funds } from './funds.ts';

const balance = { budget: '100.00', held: '60.00', spent: '50.00', available: '-10.00' };

const rooms = (mode: string, fundMode = '1') =>
  funds.limits
    .slice(0, 2)
    .map(({ room }) =>
      room(balance, { owner: { fundMode }, subaccount: '10201', chosen: { mode } }),
    );

test('funds.check.mode says which limits of a project count', () => {
  expect(rooms('both')).toEqual(['-10.00', '-10.00']);
  expect(rooms('item')).toEqual([null, '-10.00']);
  expect(rooms('project')).toEqual(['-10.00', null]);
  expect(rooms('both', '2')).toEqual(['-10.00', null]);
});

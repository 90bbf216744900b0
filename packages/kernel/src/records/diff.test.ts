import { expect, test } from 'vitest';
import { f } from '../definition/field/field.ts';
import type { Resource } from '../definition/resource.ts';
import { changesBetween } from './diff.ts';

const order = {
  fields: { lines: f.rows(['明细', 'Lines'], { price: f.money(['价', 'Price']) }) },
} as unknown as Resource;

test('lines are compared by what they hold, and kept with their ids', () => {
  const line = { id: '1', price: '2.00', unknown: true };
  const again = { ...line, id: '2' };
  expect(changesBetween(order, { lines: [line] }, { lines: [again] })).toEqual([]);
  expect(changesBetween(order, { lines: [line] }, { lines: [{ ...line, price: '3.00' }] })).toEqual(
    [
      {
        path: 'lines',
        label: ['明细', 'Lines'],
        before: [{ id: '1', price: '2.00' }],
        after: [{ id: '1', price: '3.00' }],
      },
    ],
  );
});

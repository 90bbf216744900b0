import { defineProcess } from '@keyan/kernel/definition/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { kindsByKey, routeKey } from './keys.ts';
import { request } from './testing.ts';

const withKinds = (...kinds: readonly string[]): Resource => ({
  ...request,
  processes: kinds.map((kind) =>
    defineProcess(
      kind,
      ['名', 'Name'],
      [{ key: 'a', label: ['一', 'One'], candidates: ['role:r'] }],
    ),
  ),
});

test('a kind has a key that XML can hold, and its files are found by it', () => {
  expect(['papersapp', 'vertical/declare', 'fundsExpenditure', 'newBill'].map(routeKey)).toEqual([
    'papersapp',
    'vertical_declare',
    'funds_expenditure',
    'new_bill',
  ]);
  const kinds = kindsByKey([withKinds('vertical/declare', 'papersapp')]);
  expect(kinds.get('vertical_declare')?.process.kind).toBe('vertical/declare');
  expect(kinds.get('vertical/declare')?.process.kind).toBe('vertical/declare');
  expect([...kinds.keys()]).toHaveLength(3);
});

test('two kinds with one key are a wrong composition', () => {
  expect(() => kindsByKey([withKinds('a/b'), withKinds('a_b')])).toThrow('share a_b');
});

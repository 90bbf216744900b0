import {
  approvalKindsOf,
  defineProcess,
  type Kind,
} from '@keyan/kernel/definition/life/process.ts';
import { expect, test } from 'vitest';
import { kindsByKey, routeKey } from './keys.ts';

const withKinds = (...kinds: readonly string[]): readonly Kind[] =>
  kinds.map((kind) => ({
    process: defineProcess(
      kind,
      ['名', 'Name'],
      [{ key: 'a', label: ['一', 'One'], candidates: ['role:r'] }],
    ),
    fields: {},
  }));

test('a kind has a key that XML can hold, and its files are found by it', () => {
  expect(['papersapp', 'vertical/declare', 'fundsExpenditure', 'newBill'].map(routeKey)).toEqual([
    'papersapp',
    'vertical_declare',
    'funds_expenditure',
    'new_bill',
  ]);
  const kinds = kindsByKey(withKinds('vertical/declare', 'papersapp'));
  expect(kinds.get('vertical_declare')?.process.kind).toBe('vertical/declare');
  expect(kinds.get('vertical/declare')?.process.kind).toBe('vertical/declare');
  expect([...kinds.keys()]).toHaveLength(3);
});

test('two kinds with one key are a wrong composition', () => {
  expect(() => kindsByKey(withKinds('a/b', 'a_b'))).toThrow('share a_b');
});

test('the process of a definition stands for its kind, not what was planned before', () => {
  const [built, planned] = [withKinds('a'), withKinds('b', 'a')];
  const resources = built.map(({ process, fields }) => ({ fields, processes: [process] }));
  expect(approvalKindsOf(resources, planned)).toEqual([built[0], planned[0]]);
  expect(approvalKindsOf(resources, planned)[0]?.process).toBe(built[0]?.process);
});

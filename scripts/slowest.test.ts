import { expect, test } from 'vitest';
import { failures, secondTries, slowest, unsteady, withRun } from './slowest.ts';

const reports = [
  { file: 'a.test.ts', seconds: 1.26, retried: [], failed: [] },
  {
    file: 'b.test.ts',
    seconds: 130,
    retried: ['a paper > is saved', 'a paper > is sent'],
    failed: [],
  },
  {
    file: 'c.test.ts',
    seconds: 0.01,
    retried: [],
    failed: ['a paper is read: expected 1 to be 2'],
  },
];

test('the slowest files come first, as many as are asked for', () => {
  expect(slowest(reports, 2)).toEqual(['  130.0 s  b.test.ts', '    1.3 s  a.test.ts']);
});

test('tests that needed a second try are named with their file', () => {
  expect(secondTries(reports)).toEqual([
    '2 passed only in a second try:',
    '  b.test.ts: a paper > is saved',
    '  b.test.ts: a paper > is sent',
  ]);
  expect(secondTries(reports.slice(0, 1))).toEqual([]);
});

test('tests that failed are named with their file and the first words of their error', () => {
  expect(failures(reports)).toEqual([
    'failed tests:',
    '  c.test.ts: a paper is read: expected 1 to be 2',
  ]);
  expect(failures(reports.slice(0, 2))).toEqual([]);
});

test('a second try in two runs of three fails the run, in one it does not', () => {
  const runs = withRun(['a'], withRun([], withRun(['a', 'b'], [['b']])));
  expect(runs).toEqual([['a'], [], ['a', 'b']]);
  expect(unsteady(runs)).toEqual(['a']);
  expect(unsteady(withRun(['b'], runs))).toEqual([]);
  expect(unsteady(withRun([], runs))).toEqual([]);
  expect(unsteady([['a']])).toEqual([]);
});

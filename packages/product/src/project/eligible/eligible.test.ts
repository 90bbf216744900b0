import { expect, test } from 'vitest';
import type { CallFinding, CallPart } from '../declaration/open-calls.ts';
import { firstFreeDay } from './eligible.ts';

const partWith = (...found: readonly (readonly [CallFinding['level'], string])[]): CallPart => ({
  may: !found.some(([level]) => level === 'error'),
  findings: found.map(([level, until]) => ({
    rule: 'R-102.3',
    level,
    message: ['限 2 项', 'At most 2'],
    until,
    free: null,
  })),
});

test.each([
  ['nothing against them', partWith(), ''],
  ['a warning alone', partWith(['warn', '2027-01-01']), ''],
  ['one reason', partWith(['error', '2027-01-01']), '2027-01-01'],
  ['the last of several', partWith(['error', '2027-03-01'], ['error', '2027-01-01']), '2027-03-01'],
  ['a reason that no day ends', partWith(['error', '2027-01-01'], ['error', '']), '9999'],
])('a person is freed by the last day that counts: %s', (_case, part, day) => {
  expect(firstFreeDay(part)).toBe(day);
});

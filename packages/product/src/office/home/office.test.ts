import { describe, expect, test } from 'vitest';
import { countedFields, fileCompleteness } from '../../people/completeness.ts';
import { elapsedPercent } from './myinfo.server.ts';
import { readerProfilesOf } from './profiles.ts';

describe('a personnel file', () => {
  const whole = Object.fromEntries(countedFields.map((name) => [name, 'x']));
  test('is complete with everything that counts', () => {
    expect(fileCompleteness(whole)).toEqual({ rate: 100, missing: [] });
  });
  test('names what it lacks, and is never called complete before it is', () => {
    const { rate, missing } = fileCompleteness({ ...whole, email: null, major: '' });
    expect(missing).toEqual(['major', 'email']);
    expect(rate).toBe(Math.floor(((countedFields.length - 2) * 100) / countedFields.length));
  });
});

test.each([
  ['2026-01-01', '2026-12-31', '2025-06-01', 0],
  ['2026-01-01', '2027-01-01', '2026-07-02', 50],
  ['2026-01-01', '2026-12-31', '2027-06-01', 100],
  ['2026-01-01', '2026-01-01', '2026-01-01', 100],
])('of %s to %s, on %s %d percent have gone by', (start, end, today, percent) => {
  expect(elapsedPercent(start, end, today)).toBe(percent);
});

test('somebody with several roles is taken for the weightiest, and keeps the others', () => {
  expect(readerProfilesOf(['teacher', 'dept_secretary'])).toEqual(['department', 'researcher']);
  expect(readerProfilesOf(['teacher'])).toEqual(['researcher']);
  expect(readerProfilesOf([])).toEqual(['researcher']);
});

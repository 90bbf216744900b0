import { expect, test } from 'vitest';
import { programStatus } from '../common/dictionaries.ts';
import { stateMeaningOf } from './state-words.ts';

test('every state of a project says its meaning, with its last day where that decides', () => {
  for (const { code } of programStatus.entries)
    expect(stateMeaningOf(code, '2027-06-30')).not.toBeNull();
  expect(stateMeaningOf('21', '2027-06-30')?.[0]).toBe(
    '延期已批准，执行至 2027-06-30，到期前提交结题',
  );
  expect(stateMeaningOf('20', '')).toBeNull();
});

import { validate } from '@keyan/kernel/records/validate.ts';
import { expect, test } from 'vitest';
import { strangersFault } from './review-minutes.ts';
import { reviewSet } from './review-set.ts';

const faultsOf = (minValid: number | null) =>
  validate(reviewSet, {}, { expertPerItem: 2, minValid }, 'complete', {
    today: '2026-11-30',
  }).faults.filter(({ path }) => path === 'minValid');

test('a review asks for no more opinions than a record has experts', () => {
  expect(faultsOf(3)).toEqual([
    {
      path: 'minValid',
      message: ['不能多于每项专家数（2）', 'Must not exceed the experts per record (2)'],
    },
  ]);
  expect(faultsOf(2)).toEqual([]);
  expect(faultsOf(null)).toEqual([]);
});

test('whoever is no expert of the panel is refused at the field', () => {
  const line = { userId: null, present: '1', signTime: null, signWay: null } as const;
  const panel = ['1', '2'].map((expertId) => ({ ...line, expertId }));
  const message = ['所选专家不在本评审组', 'A chosen expert is not in this panel'] as const;
  expect(strangersFault(panel, { expertIds: ['1', '2'] }, message)).toEqual([]);
  expect(strangersFault(panel, { expertIds: ['2', '3'] }, message)).toEqual([
    { path: 'expertIds', message },
  ]);
});

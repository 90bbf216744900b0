import { expect, test } from 'vitest';
import { rejectionOf, rejections } from './rejections.ts';

test('a voter is offered the vote, an applicant what the route says, others the return', () => {
  expect(rejectionOf({ isConfirmation: false, against: 'vote' })).toBe(rejections.vote);
  expect(rejectionOf({ isConfirmation: false, against: 'close' })).toBe(rejections.return);
  expect(rejectionOf({ isConfirmation: true, against: 'close' })).toBe(rejections.close);
  expect(rejectionOf({ isConfirmation: true, against: '' })).toBeUndefined();
});

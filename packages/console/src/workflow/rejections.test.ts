import { expect, test } from 'vitest';
import { rejectionOfTask, rejectionTexts } from './rejections.ts';

test('a voter is offered the vote, an applicant what the route says, others the return', () => {
  expect(rejectionOfTask({ isConfirmation: false, against: 'vote' })).toBe(rejectionTexts.vote);
  expect(rejectionOfTask({ isConfirmation: false, against: 'opinion' })).toBe(
    rejectionTexts.opinion,
  );
  expect(rejectionOfTask({ isConfirmation: false, against: 'close' })).toBe(rejectionTexts.return);
  expect(rejectionOfTask({ isConfirmation: true, against: 'close' })).toBe(rejectionTexts.close);
  expect(rejectionOfTask({ isConfirmation: true, against: '' })).toBeUndefined();
});

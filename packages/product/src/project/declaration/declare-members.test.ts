import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AskedMember, answers, awaitedIn, withAnswers } from './declare-members.ts';

const line = fc.record<AskedMember>({
  userId: fc.constantFrom(null, '1', '2', '3'),
  memberRole: fc.constantFrom('01', '05'),
  answer: fc.constantFrom(null, '0', '1', '2'),
});
const lines = fc.uniqueArray(line, { selector: ({ userId }) => userId ?? '' });

test('answers are kept for the same person in the same role, and for nobody else', () => {
  fc.assert(
    fc.property(lines, lines, (given, earlier) => {
      for (const [index, { answer }] of withAnswers(given, earlier, '1', true).entries()) {
        const { userId, memberRole } = given[index] as AskedMember;
        const before = earlier.find(
          (one) => one.userId === userId && one.memberRole === memberRole,
        );
        if (userId === null) expect(answer).toBeNull();
        else if (userId === '1') expect(answer).toBe(answers.agreed);
        else expect(answer).toBe(before?.answer ?? answers.awaited);
      }
    }),
  );
});

test('nobody is asked where the school asks nobody, and nobody twice', () => {
  fc.assert(
    fc.property(lines, lines, (given, earlier) => {
      const silent = withAnswers(given, earlier, '1', false);
      expect(silent.every(({ answer }) => answer === null)).toBe(true);
      const asked = withAnswers(given, earlier, '1', true);
      expect(awaitedIn(withAnswers(asked, asked, '1', true))).toEqual(awaitedIn(asked));
      expect(awaitedIn(asked)).not.toContain('1');
    }),
  );
});

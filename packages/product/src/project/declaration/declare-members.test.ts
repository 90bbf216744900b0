import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  awaitedAccountsIn,
  type MemberToAsk,
  memberAnswerCodes,
  membersWithAnswers,
} from './declare-members.ts';

const line = fc.record<MemberToAsk>({
  userId: fc.constantFrom(null, '1', '2', '3'),
  memberRole: fc.constantFrom('01', '05'),
  answer: fc.constantFrom(null, '0', '1', '2'),
});
const lines = fc.uniqueArray(line, { selector: ({ userId }) => userId ?? '' });

test('answers are kept for the same person in the same role, and for nobody else', () => {
  fc.assert(
    fc.property(lines, lines, (given, earlier) => {
      for (const [index, { answer }] of membersWithAnswers(given, earlier, '1', true).entries()) {
        const { userId, memberRole } = given[index] as MemberToAsk;
        const before = earlier.find(
          (one) => one.userId === userId && one.memberRole === memberRole,
        );
        if (userId === null) expect(answer).toBeNull();
        else if (userId === '1') expect(answer).toBe(memberAnswerCodes.agreed);
        else expect(answer).toBe(before?.answer ?? memberAnswerCodes.awaited);
      }
    }),
  );
});

test('nobody is asked where the school asks nobody, and nobody twice', () => {
  fc.assert(
    fc.property(lines, lines, (given, earlier) => {
      const silent = membersWithAnswers(given, earlier, '1', false);
      expect(silent.every(({ answer }) => answer === null)).toBe(true);
      const asked = membersWithAnswers(given, earlier, '1', true);
      expect(awaitedAccountsIn(membersWithAnswers(asked, asked, '1', true))).toEqual(
        awaitedAccountsIn(asked),
      );
      expect(awaitedAccountsIn(asked)).not.toContain('1');
    }),
  );
});

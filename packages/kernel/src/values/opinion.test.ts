import fc from 'fast-check';
import { expect, test } from 'vitest';
import { opinionFault, opinionLabels, opinionLength } from './opinion.ts';

const { min, max } = opinionLength;

test('an opinion has 2 to 500 characters, without the blanks around it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('改', '𠮷', 'x'), { maxLength: 600 }),
      fc.constantFrom('', ' ', '\n\t'),
      (characters, blank) => {
        const text = `${blank}${characters.join('')}${blank}`;
        const fits = characters.length >= min && characters.length <= max;
        expect(opinionFault(opinionLabels.back, text) === null).toBe(fits);
      },
    ),
  );
});

test('the message names the field', () => {
  expect(opinionFault(opinionLabels.back, ' ')?.[0]).toBe('请填写退回意见');
  expect(opinionFault(opinionLabels.comment, '改')?.[0]).toBe('【审批意见】至少 2 个字符');
  expect(opinionFault(opinionLabels.reason, '改'.repeat(501))?.[0]).toBe(
    '【原因】长度不能超过 500 个字符',
  );
});

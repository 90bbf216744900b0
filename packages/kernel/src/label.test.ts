import { expect, test } from 'vitest';
import { inSentence } from './label.ts';

test('a label goes on small within a sentence, unless it begins with an abbreviation or a language', () => {
  expect(inSentence(['论文', 'Paper'])).toBe('paper');
  expect(inSentence(['短信配置', 'SMS service'])).toBe('SMS service');
  expect(inSentence(['接口权限', 'API scope'])).toBe('API scope');
  expect(inSentence(['英文题目', 'English title'])).toBe('English title');
});

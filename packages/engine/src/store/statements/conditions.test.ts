import { expect, test } from 'vitest';
import { boundValue, likeLiteral } from './conditions.ts';

test('what is typed full width is looked for as plain letters, marks of patterns mean themselves', () => {
  expect(likeLiteral('ＰＵＢＬＩＣ１２')).toBe('PUBLIC12');
  expect(likeLiteral('湿地（一期）')).toBe('湿地（一期）');
  expect(likeLiteral('100%_\\')).toBe('100\\%\\_\\\\');
  expect(boundValue({ field: 'artName', operator: 'contains', value: 'ＤＯＩ' })).toBe('%DOI%');
});

import { expect, test } from 'vitest';
import { boundValue, literal } from './conditions.ts';

test('what is typed full width is looked for as plain letters, marks of patterns mean themselves', () => {
  expect(literal('ＰＵＢＬＩＣ１２')).toBe('PUBLIC12');
  expect(literal('湿地（一期）')).toBe('湿地（一期）');
  expect(literal('100%_\\')).toBe('100\\%\\_\\\\');
  expect(boundValue({ field: 'artName', operator: 'contains', value: 'ＤＯＩ' })).toBe('%DOI%');
});

import { expect, test } from 'vitest';
import { inGroups } from './group-order.ts';

const row = (value: string, ...keys: readonly string[]) => ({ keys, value });
const rows = [
  row('10.00', '2026', 'law', 'a'),
  row('9.00', '2025', 'law', 'a'),
  row('8.00', '2026', 'physics', 'a'),
  row('7.00', '2026', 'law', 'b'),
  row('20.00', '2026', 'physics', 'b'),
  row('', '2025', 'art', 'a'),
];
const texts = (ordered: readonly boolean[]) =>
  inGroups(rows, ordered).map(({ keys, value }) => [...keys, value].join(' '));

test('rows of a group stand together, years in their order, of everything else the largest first', () => {
  expect(texts([true, false, false])).toEqual([
    '2025 law a 9.00',
    '2025 art a ',
    '2026 physics b 20.00',
    '2026 physics a 8.00',
    '2026 law a 10.00',
    '2026 law b 7.00',
  ]);
});

test('equal groups keep the order that they had', () => {
  const equal = [row('1', 'b'), row('1', 'a')];
  expect(inGroups(equal, [false])).toEqual(equal);
});

import { expect, test } from 'vitest';
import { wrapText } from './picture.ts';

/** Chinese letters are two wide, others one. */
const widthOf = (line: string): number =>
  [...line].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0xff ? 2 : 1), 0);

test('Chinese breaks at any letter, other words between them', () => {
  expect(wrapText('年度 2022–2026 · 计算机学院', 15, widthOf)).toEqual([
    '年度 2022–2026',
    '· 计算机学院',
  ]);
  expect(wrapText('School of Computing', 10, widthOf)).toEqual(['School of', 'Computing']);
});

test('a word that is wider than the room has a line of its own', () => {
  expect(wrapText('a extraordinarily b', 5, widthOf)).toEqual(['a', 'extraordinarily', 'b']);
  expect(wrapText('', 5, widthOf)).toEqual([]);
});

import { expect, test } from 'vitest';
import { resultCounts, resultsFromLibrary } from './match.ts';

const registered = [
  { bizType: 'paper', id: '11', title: 'Soil（Ⅰ）', isMarked: true, isRetracted: false },
  { bizType: 'patent', id: '12', title: '一种装置', isMarked: false, isRetracted: false },
  { bizType: 'paper', id: '13', title: '撤稿：论潮汐', isMarked: true, isRetracted: true },
];

const line = (more: object) => ({
  bizType: 'paper',
  bizId: null,
  title: null,
  isMarked: '1',
  isRegistered: null,
  ...more,
});

test('R-203: a picked result says what its record says, whatever was typed', () => {
  const [found] = resultsFromLibrary([line({ bizId: '11', title: '别的题名' })], registered);
  expect(found).toMatchObject({ title: 'Soil（Ⅰ）', isMarked: '1', isRegistered: '1' });
});

test('R-203: a typed result counts once it is registered under its type and title, and before for nothing', () => {
  const lines = resultsFromLibrary(
    [
      line({ title: 'soil (I)' }),
      line({ bizType: 'patent', title: '一种装置', isMarked: '1' }),
      line({ bizType: 'book', title: '一种装置' }),
      line({ title: '随手写的一个并不存在的论文题名' }),
    ],
    registered,
  );
  expect(lines.map(({ isRegistered, isMarked }) => [isRegistered, isMarked])).toEqual([
    ['1', '1'],
    ['1', '0'],
    ['0', '1'],
    ['0', '1'],
  ]);
  expect(resultCounts(lines)).toBe(2);
});

test('R-203: an output counts once, a retracted one not at all', () => {
  const lines = resultsFromLibrary(
    [line({ bizId: '11' }), line({ title: 'Soil（Ⅰ）' }), line({ bizId: '13' })],
    registered,
  );
  expect(resultCounts(lines)).toBe(1);
  expect(resultCounts(null)).toBe(0);
});

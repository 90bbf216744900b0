import { expect, test } from 'vitest';
import { callStagesOf } from './call-stages.ts';

const found = [
  { status: '0', formal: '', count: 5 },
  { status: '10', formal: '', count: 2 },
  { status: '82', formal: '2', count: 1 },
  { status: '40', formal: '1', count: 3 },
  { status: '60', formal: '1', count: 2 },
];

test('a call shows what of the handed in passed, was sent to review and is approved; drafts count nowhere', () => {
  const { handedIn, bars } = callStagesOf(found, true);
  expect(handedIn).toBe(8);
  expect(bars.map(({ name, percent, note }) => [name[0], Number(percent), note[0]])).toEqual([
    ['形式审查通过', 62.5, '5 / 8 项'],
    ['已送评审', 62.5, '5 / 8 项'],
    ['已立项', 25, '2 / 8 项'],
  ]);
  expect(callStagesOf(found, false).bars.map(({ name }) => name[0])).toEqual([
    '形式审查通过',
    '已立项',
  ]);
  expect(callStagesOf([{ status: '0', formal: '', count: 1 }], true).bars).toEqual([]);
});

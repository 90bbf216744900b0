import { expect, test } from 'vitest';
import { MoveRefused, moveReason } from './refusals.ts';

test('the reason of a move is told in the language of the reader', () => {
  expect(moveReason(new MoveRefused('busy').message)).toEqual([
    '该租户正在迁移，或目标就是当前数据库',
    'It is already being moved, or the target is the same database',
  ]);
  expect(moveReason(new MoveRefused('shapes', 'paper / a').message)).toEqual([
    '两个数据库的表结构不一致（paper / a）',
    'The two databases do not have the same columns (paper / a)',
  ]);
});

test('what a database says stays whole', () => {
  const said = 'could not open file "base / 1" / no such file';
  expect(moveReason(said)).toEqual([said, said]);
  expect(moveReason('')).toEqual(['', '']);
});

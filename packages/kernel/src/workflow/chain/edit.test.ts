import { expect, test } from 'vitest';
import {
  blanks,
  freshId,
  idsIn,
  insertedAfter,
  insertedInto,
  itemOf,
  movedBy,
  movedTo,
  replaced,
} from './edit.ts';

const list = insertedInto(
  [blanks.step('a'), blanks.parallel('f'), blanks.step('b')],
  'f',
  1,
  blanks.step('c'),
);

test('lines are found, replaced, moved and added wherever they stand', () => {
  expect(idsIn(list)).toEqual(['a', 'f', 'c', 'b']);
  expect(itemOf(list, 'c')).toEqual(blanks.step('c'));
  expect(idsIn(replaced(list, 'c'))).toEqual(['a', 'f', 'b']);
  expect(idsIn(insertedAfter(list, 'c', blanks.wait('w')))).toEqual(['a', 'f', 'c', 'w', 'b']);
  expect(idsIn(insertedAfter(list, null, blanks.wait('w')))).toEqual(['a', 'f', 'c', 'b', 'w']);
  expect(idsIn(movedBy(list, 'b', -1))).toEqual(['a', 'b', 'f', 'c']);
  expect(idsIn(movedBy(list, 'c', -1))).toEqual(['a', 'f', 'c', 'b']);
  expect(idsIn(movedBy(list, 'a', -5))).toEqual(['a', 'f', 'c', 'b']);
});

test('a dragged line takes the place of the one that it is dropped on', () => {
  expect(idsIn(movedTo(list, 'a', 'b'))).toEqual(['f', 'c', 'b', 'a']);
  expect(idsIn(movedTo(list, 'b', 'a'))).toEqual(['b', 'a', 'f', 'c']);
  expect(idsIn(movedTo(list, 'b', 'c'))).toEqual(['a', 'f', 'b', 'c']);
  expect(movedTo(list, 'f', 'c')).toBe(list);
});

test('new lines have ids of their own', () => {
  expect(freshId(list, 'step')).toBe('step1');
  expect(freshId([blanks.step('step1')], 'step')).toBe('step2');
});

import { expect, test } from 'vitest';
import {
  chainItemOf,
  freeChainId,
  idsIn,
  newChainItems,
  withItemAfter,
  withItemInBranch,
  withItemMovedBy,
  withItemMovedTo,
  withItemReplaced,
} from './edit.ts';

const list = withItemInBranch(
  [newChainItems.step('a'), newChainItems.parallel('f'), newChainItems.step('b')],
  'f',
  1,
  newChainItems.step('c'),
);

test('lines are found, replaced, moved and added wherever they stand', () => {
  expect(idsIn(list)).toEqual(['a', 'f', 'c', 'b']);
  expect(chainItemOf(list, 'c')).toEqual(newChainItems.step('c'));
  expect(idsIn(withItemReplaced(list, 'c'))).toEqual(['a', 'f', 'b']);
  expect(idsIn(withItemAfter(list, 'c', newChainItems.wait('w')))).toEqual([
    'a',
    'f',
    'c',
    'w',
    'b',
  ]);
  expect(idsIn(withItemAfter(list, null, newChainItems.wait('w')))).toEqual([
    'a',
    'f',
    'c',
    'b',
    'w',
  ]);
  expect(idsIn(withItemMovedBy(list, 'b', -1))).toEqual(['a', 'b', 'f', 'c']);
  expect(idsIn(withItemMovedBy(list, 'c', -1))).toEqual(['a', 'f', 'c', 'b']);
  expect(idsIn(withItemMovedBy(list, 'a', -5))).toEqual(['a', 'f', 'c', 'b']);
});

test('a dragged line takes the place of the one that it is dropped on', () => {
  expect(idsIn(withItemMovedTo(list, 'a', 'b'))).toEqual(['f', 'c', 'b', 'a']);
  expect(idsIn(withItemMovedTo(list, 'b', 'a'))).toEqual(['b', 'a', 'f', 'c']);
  expect(idsIn(withItemMovedTo(list, 'b', 'c'))).toEqual(['a', 'f', 'b', 'c']);
  expect(withItemMovedTo(list, 'f', 'c')).toBe(list);
});

test('new lines have ids of their own', () => {
  expect(freeChainId(list, 'step')).toBe('step1');
  expect(freeChainId([newChainItems.step('step1')], 'step')).toBe('step2');
});

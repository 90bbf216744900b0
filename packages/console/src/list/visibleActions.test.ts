import { expect, it } from 'vitest';
import { type ToolbarAction, visibleActions } from './visibleActions.ts';

const action = (key: string): ToolbarAction => ({
  key,
  text: key,
  icon: null,
  run: () => undefined,
});

it.each([
  ['abc', 3, 'abc'],
  ['abc', 1, 'a'],
  ['abc', 0, ''],
  // One alone behind 更多 would be a button with a step before it.
  ['abc', 2, 'a'],
  ['ab', 1, ''],
  ['a', 0, 'a'],
])('of %s stand with room for %i: %s', (keys, room, shown) => {
  const buttons = visibleActions([...keys].map(action), room);
  expect(buttons.map(({ key }) => key).join('')).toBe(shown);
});

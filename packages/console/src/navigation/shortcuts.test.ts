import { expect, it } from 'vitest';
import { spellKeys } from './shortcuts.ts';

const event = (given: object) => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...given,
});

it.each([
  [{ key: '/', code: 'Slash' }, '/'],
  [{ key: '?', code: 'Slash', shiftKey: true }, '?'],
  [{ key: 's', code: 'KeyS', ctrlKey: true }, 'Ctrl+S'],
  [{ key: 'k', code: 'KeyK', metaKey: true }, 'Ctrl+K'],
  [{ key: 'Enter', code: 'Enter', ctrlKey: true }, 'Ctrl+Enter'],
  [{ key: '∑', code: 'KeyW', altKey: true }, 'Alt+W'],
  [{ key: '“', code: 'BracketLeft', altKey: true }, 'Alt+['],
  [{ key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+P'],
  [{ key: '@', code: 'KeyQ', ctrlKey: true, altKey: true }, 'Ctrl+Alt+Q'],
])('%j is %s', (given, spelled) => {
  expect(spellKeys(event(given))).toBe(spelled);
});

import { expect, test } from 'vitest';
import { tableByKind } from './table-by-kind.ts';

const kinds = [{ key: 'paper' }, { key: 'book' }];

test('a table by kind has kinds alone for keys', () => {
  expect(tableByKind('worth', kinds, { paper: 3 }).paper).toBe(3);
  expect(() => tableByKind('worth', kinds, { paper: 3, papr: 2 })).toThrow(
    'worth: papr is no kind',
  );
});

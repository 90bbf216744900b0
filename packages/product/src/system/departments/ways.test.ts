import { expect, test } from 'vitest';
import { pathsFromRoot } from './ways.ts';

test('a department of any depth has its way, whichever is asked first', () => {
  const depth = 30;
  const rows = Array.from({ length: depth }, (_, at) => ({ id: `${at + 1}`, parentId: `${at}` }));
  const way = pathsFromRoot(rows);
  const last = ['0', ...rows.map(({ id }) => id)].join(',');
  expect(way(String(depth))).toBe(last);
  expect(way('2')).toBe('0,1,2');
});

test('what hangs below nothing, or below itself, has none', () => {
  const way = pathsFromRoot([
    { id: '1', parentId: '9' },
    { id: '2', parentId: '3' },
    { id: '3', parentId: '2' },
    { id: '4', parentId: '1' },
    { id: '5', parentId: '0' },
  ]);
  expect(['1', '2', '3', '4', '5'].map(way)).toEqual([null, null, null, null, '0,5']);
});

import type { HistoryRow } from '@keyan/kernel/wire/records.ts';
import { describe, expect, it } from 'vitest';
import { changesSinceReturn } from './changes.ts';

let id = 0;
const entry = (
  action: string,
  ...changes: readonly [path: string, before: unknown, after: unknown][]
): HistoryRow => {
  id += 1;
  return {
    id: String(id),
    action,
    actorId: '1',
    actorName: '林晓岚',
    note: '',
    time: '2026-11-20 16:41:00',
    version: id,
    changes: changes.map(([path, before, after]) => ({ path, label: path, before, after })),
  };
};

const brief = (entries: readonly HistoryRow[]) =>
  changesSinceReturn(entries).map(({ path, before, after }) => [path, before, after]);

describe('changes since the return', () => {
  it('are none before any return', () => {
    expect(brief([entry('submit', ['pages', '1', '2']), entry('create')])).toEqual([]);
  });

  it('begin with the last return', () => {
    const entries = [
      entry('submit', ['pages', '1-6', '1-9']),
      entry('return'),
      entry('submit', ['doi', null, '10.1/x']),
      entry('return'),
      entry('create', ['pages', null, '1-6']),
    ];
    expect(brief(entries)).toEqual([['pages', '1-6', '1-9']]);
  });

  it('count a field once, from what it was to what it is', () => {
    const entries = [
      entry('submit', ['pages', '1-8', '1-9'], ['issue', '3', '2']),
      entry('save', ['pages', '1-6', '1-8'], ['issue', '2', '3']),
      entry('return'),
    ];
    expect(brief(entries)).toEqual([['pages', '1-6', '1-9']]);
  });
});

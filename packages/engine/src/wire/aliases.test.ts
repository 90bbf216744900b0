import { everyone } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { isTwofold, withoutAliases } from './aliases.ts';

const notes = defineResource({
  key: 'note',
  label: ['便签', 'Note'],
  path: 'notes',
  title: 'bt',
  fields: { bt: f.text(['标题', 'Title']).alsoNamed('title'), lx: f.text(['类型', 'Type']) },
  list: { columns: [], filters: [], sort: 'bt' },
  form: [{ key: 'a', title: ['甲', 'A'], fields: ['bt', 'lx'] }],
  access: { read: everyone(), write: everyone() },
});

test('two names of a field are compared whatever stands under them', () => {
  expect(isTwofold(notes, { bt: '1', title: 1 })).toBe(false);
  expect(isTwofold(notes, { bt: '', title: null })).toBe(false);
  expect(isTwofold(notes, { bt: '甲', title: '乙' })).toBe(true);
  for (const shape of [{ toString: 1 }, { toString: null, valueOf: null }, [], [{}]]) {
    expect(isTwofold(notes, { bt: '甲', title: shape })).toBe(true);
    expect(withoutAliases(notes, { bt: shape, title: '乙' }, { bt: '甲' })).toEqual({ bt: shape });
  }
});

test('what differs from the row as it stands counts', () => {
  expect(withoutAliases(notes, { bt: '甲', title: '乙' }, { bt: '甲' })).toEqual({ bt: '乙' });
  expect(withoutAliases(notes, { title: '乙', lx: '1' })).toEqual({ bt: '乙', lx: '1' });
});

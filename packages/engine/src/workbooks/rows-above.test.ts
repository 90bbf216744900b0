import { everyone } from '@keyan/kernel/access/scope.ts';
import { type Face, f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { parentNameInFile, RowsReadSoFar, treeField } from './rows-above.ts';

const name = f.text(['名称', 'Name']).required();
const face = { key: 'shelf', label: ['架', 'Shelf'], title: 'name', fields: { name } } as never;
const shelf = defineResource({
  key: 'shelf',
  label: ['架', 'Shelf'],
  table: 'shelf',
  path: 'shelves',
  title: 'name',
  fields: {
    name,
    code: f.text(['编号', 'Code']).searchable(),
    parentId: f.ref(['上级', 'Parent'], face as Face),
  },
  views: {
    all: { label: ['架', 'Shelves'], code: 'shelf', path: '/s', scope: everyone(), actions: [] },
  },
  list: { columns: ['name'], filters: [], sort: 'name', tree: 'parentId' },
  form: [{ key: 'one', title: ['架', 'Shelf'], fields: ['name', 'code', 'parentId'] }],
  access: { read: everyone(), write: everyone() },
}) as unknown as Resource;

const below = (text: string) => ({ name: '下', parentId: { make: text } });

test('the parent of a tree is the field by which its list is one', () => {
  expect(treeField(shelf)?.path).toBe('parentId');
  expect(treeField({ ...shelf, list: { ...shelf.list, tree: undefined } } as Resource)).toBeNull();
  expect(parentNameInFile(shelf, below('甲'))).toEqual({ path: 'parentId', text: '甲' });
  expect(parentNameInFile(shelf, { name: '下', parentId: '12' })).toBeNull();
});

test('a row may name one that stands before it, by its title or its number', () => {
  const rows = new RowsReadSoFar(shelf);
  const reasons = (text: string) => rows.faults(below(text)).map(({ message }) => message[0]);
  expect(reasons('甲')).toEqual(['架中没有“甲”，文件中在它之前也没有']);
  rows.note({ name: '甲', code: 'A1' });
  expect([reasons('甲'), reasons('A1')]).toEqual([[], []]);
  rows.note({ name: '甲', code: 'A2' });
  expect(reasons('甲')).toEqual(['文件中在它之前有多行叫“甲”，请改填编号']);
  expect(reasons('A2')).toEqual([]);
  expect(rows.faults({ name: '下', parentId: null })).toEqual([]);
});

test('the case of a name makes no other row, unless several differ in it alone', () => {
  const rows = new RowsReadSoFar(shelf);
  const reasons = (text: string) => rows.faults(below(text)).map(({ message }) => message[0]);
  rows.note({ name: '甲', code: 'Ab' });
  expect([reasons('ab'), reasons('ＡＢ')]).toEqual([[], []]);
  rows.note({ name: '乙', code: 'aB' });
  expect(reasons('ab')).toEqual(['文件中在它之前有多行只差大小写的“ab”，请按原样填写']);
  expect([reasons('Ab'), reasons('aB')]).toEqual([[], []]);
});

import { f } from '@keyan/kernel/definition/field/field.ts';
import { expect, test } from 'vitest';
import { readColumns } from './readColumns.ts';

const fields = {
  projectId: f.ref(['项目', 'Project'], { key: 'project', label: ['项目', 'Project'], fields: {} }),
  name: f.text(['项目名称', 'Title']),
  number: f.text(['编号', 'No.']),
};
const own = { projectId: '1', projectIdName: '甲', name: '甲', number: '' };
const outside = { projectId: '', projectIdName: '', name: '乙', number: '' };
const names = ['projectId', 'name', 'number'];

test('columns that are empty in every line are left out', () => {
  expect(readColumns(names, fields, [own, outside])).toEqual(['projectId', 'name']);
});

test('a column is left out that a reference beside it repeats in every line', () => {
  expect(readColumns(names, fields, [own])).toEqual(['projectId']);
});

test('a reference that has no column repeats nothing', () => {
  expect(readColumns(['name', 'number'], fields, [own])).toEqual(['name']);
});

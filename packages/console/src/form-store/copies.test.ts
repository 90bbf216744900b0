import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { copiedValues } from './copies.ts';

const parent = face('parent', ['上级', 'Parent'], {
  title: f.text(['名称', 'Title']),
  people: f.rows(['人员', 'People'], { who: f.text(['姓名', 'Name']).max(5) }),
});

const define = (begins: string): Resource =>
  defineResource({
    key: 'child',
    label: ['下级', 'Child'],
    path: 'x/children',
    title: 'name',
    fields: {
      name: f.text(['名称', 'Name']),
      parentId: f.ref(['上级', 'Parent'], parent),
      oldTitle: f.copy('parentId', parent, 'title'),
      newTitle: f.text(['新名称', 'New title']).beginsAs(begins),
      oldPeople: f.copy('parentId', parent, 'people'),
      newPeople: f
        .rows(['新人员', 'New people'], { who: f.text(['姓名', 'Name']).max(5) })
        .beginsAs('oldPeople'),
    },
    list: { columns: ['name'], filters: [], sort: 'name' },
    form: [{ key: 'all', title: ['全部', 'All'], fields: ['name', 'newTitle', 'newPeople'] }],
    access: { read: everyone(), write: everyone() },
  }) as unknown as Resource;

const child = define('oldTitle');

test('a record that is chosen gives its copies, and what begins as one of them', () => {
  const more = { oldTitle: '甲', oldPeople: [{ id: '7', who: '张三' }] };
  expect(copiedValues(child, 'parentId', more)).toMatchObject({
    ...more,
    newTitle: '甲',
    // Lines of the other record are new ones here.
    newPeople: [{ who: '张三' }],
  });
  const [line] = copiedValues(child, 'parentId', more).newPeople as readonly object[];
  expect(line).not.toHaveProperty('id');
});

test('without a record the copies are empty, and what was typed stays', () => {
  expect(copiedValues(child, 'parentId')).toEqual({
    oldTitle: null,
    oldTitleName: '',
    oldPeople: null,
    oldPeopleName: '',
  });
});

test('a field begins as a copy of its own kind', () => {
  expect(() => define('oldPeople')).toThrow('newTitle begins as oldPeople');
});

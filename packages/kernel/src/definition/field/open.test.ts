import { expect, test } from 'vitest';
import { everyone, permission } from '../../access/scope.ts';
import { f } from './field.ts';
import { checkOpen } from './open.ts';

const people = { key: 'user', label: ['用户', 'User'], fields: {}, title: 'name' } as const;
const office = permission('office');

test.each([
  ['is searched', f.text(['甲', 'A']).searchable().openTo(office)],
  ['is unique', f.text(['甲', 'A']).unique().openTo(office)],
])('a field that is open to some and %s is refused', (_, field) => {
  const check = () => checkOpen({ key: 'thing', title: 'name', fields: { a: field } });
  expect(check).toThrow('told to everybody');
});

test('a title that is open to some is refused, and a field that nothing tells is not', () => {
  const fields = { a: f.text(['甲', 'A']).openTo(office) };
  expect(() => checkOpen({ key: 'thing', title: 'a', fields })).toThrow('told to everybody');
  expect(() => checkOpen({ key: 'thing', title: 'name', fields })).not.toThrow();
});

test('lines of a reader name people by one of their fields', () => {
  const lines = f.rows(['行', 'Lines'], {
    person: f.ref(['人员', 'Person'], people),
    points: f.integer(['分', 'Points']),
  });
  const check = (by: string) =>
    checkOpen({ key: 'thing', title: 'name', fields: { lines: lines.openTo(everyone(), by) } });
  expect(() => check('person')).not.toThrow();
  for (const by of ['points', 'nobody']) expect(() => check(by)).toThrow('name nobody');
});

test('a field that is open to some cannot be copied', () => {
  const face = { ...people, fields: { a: f.text(['甲', 'A']).openTo(office) } };
  expect(() => f.copy('person', face, 'a')).toThrow('cannot be copied');
});

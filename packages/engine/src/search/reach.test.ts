import {
  any,
  coded,
  departmentScope,
  every,
  handles,
  member,
  own,
  submitted,
} from '@keyan/kernel/access/scope.ts';
import { expect, test } from 'vitest';
import type { Settled } from '../store/statements/scope.ts';
import { reachTerms } from './reach.ts';

const nothing = { person: false, departments: false, handled: [] };

test.each<[string, Settled, ReturnType<typeof reachTerms>]>([
  ['every row', true, null],
  ['no row', false, nothing],
  ['rows of one field', coded('kind', '1'), null],
  [
    'own rows, submitted ones of departments and of tasks',
    any(own(), submitted(any(member('authors', 'userId'), departmentScope('deptId'), handles()))),
    { person: true, departments: true, handled: ['any'] },
  ],
  ['a part that nothing narrows', any(own(), coded('kind', '1')), null],
  [
    'of two conditions the narrowing one',
    every(coded('kind', '1'), own()),
    { ...nothing, person: true },
  ],
  ['rather than by tasks', every(handles('todo'), own()), { ...nothing, person: true }],
  [
    'open and done tasks',
    any(handles('todo'), handles('done')),
    { ...nothing, handled: ['todo', 'done'] },
  ],
])('a search of %s is narrowed to its reach', (_, scope, expected) => {
  expect(reachTerms(scope)).toEqual(expected);
});

import {
  anyScope,
  departmentScope,
  everyScope,
  handles,
  member,
  own,
  submitted,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { expect, test } from 'vitest';
import type { ActorScope } from '../store/statements/scope.ts';
import { reachTerms } from './reach.ts';

const nothing = { person: false, departments: false, handled: [] };

test.each<[string, ActorScope, ReturnType<typeof reachTerms>]>([
  ['every row', true, null],
  ['no row', false, nothing],
  ['rows of one field', withCode('kind', '1'), null],
  [
    'own rows, submitted ones of departments and of tasks',
    anyScope(
      own(),
      submitted(anyScope(member('authors', 'userId'), departmentScope('deptId'), handles())),
    ),
    { person: true, departments: true, handled: ['any'] },
  ],
  ['a part that nothing narrows', anyScope(own(), withCode('kind', '1')), null],
  [
    'of two conditions the narrowing one',
    everyScope(withCode('kind', '1'), own()),
    { ...nothing, person: true },
  ],
  ['rather than by tasks', everyScope(handles('todo'), own()), { ...nothing, person: true }],
  [
    'open and done tasks',
    anyScope(handles('todo'), handles('done')),
    { ...nothing, handled: ['todo', 'done'] },
  ],
])('a search of %s is narrowed to its reach', (_, scope, expected) => {
  expect(reachTerms(scope)).toEqual(expected);
});

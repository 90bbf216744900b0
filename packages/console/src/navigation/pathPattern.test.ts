import { expect, it } from 'vitest';
import { matchPattern } from './pathPattern.ts';

it.each([
  ['/a/b', '/a/b', {}],
  ['/a/b', '/A/b/', {}],
  ['/a/b', '/a/b/c', undefined],
  ['/a/b', '/a', undefined],
  ['/a.b', '/axb', undefined],
  ['/', '/', {}],
  ['/work/:kind/detail/:id', '/work/paper/detail/7', { kind: 'paper', id: '7' }],
  ['/work/:kind', '/work/', undefined],
  ['/work/:kind', '/work/a%2Fb', { kind: 'a/b' }],
  ['/work/:kind', '/work/a%20b', { kind: 'a%20b' }],
  ['/myiframe/*', '/myiframe/https%3A%2F%2Fx.org%2F', { '*': 'https%3A//x.org/' }],
  ['/work/*', '/work/a/b', { '*': 'a/b' }],
  ['/work/*', '/work', { '*': '' }],
  ['/work/*', '/works', undefined],
  ['*', '/any/thing', { '*': 'any/thing' }],
])('%s against %s gives %j', (pattern, pathname, params) => {
  expect(matchPattern(pattern, pathname)).toEqual(params);
});

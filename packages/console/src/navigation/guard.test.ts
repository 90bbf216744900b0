import { expect, it } from 'vitest';
import { judgeRoute } from './guard.ts';

const visit = {
  pathname: '/x',
  search: '',
  signedIn: true,
  locked: false,
  known: true,
  home: '/wel/index',
  start: '/wel/index',
};

it.each([
  ['a known page opens', {}, { kind: 'open' }],
  ['without a token to the sign-in page', { signedIn: false }, { kind: 'leave' }],
  ['without a token an open page', { signedIn: false, pathname: '/404' }, { kind: 'open' }],
  ['with a lock to the lock page', { locked: true }, { kind: 'redirect', to: '/lock' }],
  ['with a lock the lock page', { locked: true, pathname: '/lock' }, { kind: 'open' }],
  ['the lock page without a lock', { pathname: '/lock' }, { kind: 'redirect', to: '/wel/index' }],
  ['/login while signed in', { pathname: '/login' }, { kind: 'redirect', to: '/' }],
  ['/ is the home page', { pathname: '/' }, { kind: 'redirect', to: '/wel/index' }],
  ['/ is where the user begins', { pathname: '/', start: '/x' }, { kind: 'redirect', to: '/x' }],
  ['so is its parent', { pathname: '/wel/' }, { kind: 'redirect', to: '/wel/index' }],
  ['a parent of the menu', { known: false, leadsTo: '/x/1' }, { kind: 'redirect', to: '/x/1' }],
  ['a lock before all else', { locked: true, known: false }, { kind: 'redirect', to: '/lock' }],
  ['an unknown path', { known: false }, { kind: 'redirect', to: '/404?from=%2Fx' }],
  [
    'an unknown path that somebody signed in for',
    { known: false, arriving: true, start: '/y' },
    { kind: 'redirect', to: '/y' },
  ],
  ['a known one', { arriving: true }, { kind: 'open' }],
  ['a target opens a window', { search: '?target=_blank' }, { kind: 'window', to: '/x' }],
  ['… with the rest', { search: '?a=1&target=1' }, { kind: 'window', to: '/x?a=1' }],
])('%s', (_, change, verdict) => {
  expect(judgeRoute({ ...visit, ...change })).toEqual(verdict);
});

import { expect, it } from 'vitest';
import { matchRoute, type Route } from './routes.ts';
import { tabKey } from './tabkey.ts';

const component = () => null;
const routes: readonly Route[] = [
  { path: '/work/:kind/detail/:id', component, title: ({ kind }) => `详情 ${kind}` },
  { path: '/work/*', component, title: ['其他', 'Other'] },
];

it('matches the first route and gives path parameters and query', () => {
  const match = matchRoute(routes, '/work/x/detail/7?a=1&id=no');
  expect(match?.params).toEqual({ kind: 'x', id: '7', a: '1' });
  expect(match?.title).toBe('详情 x');
  expect(matchRoute(routes, '/work/a/b')?.params).toEqual({ '*': 'a/b' });
  expect(matchRoute(routes, '/else')).toBeUndefined();
});

it('has one key for one page, whatever the order of its query', () => {
  expect(tabKey('/a?b=2&a=1')).toBe('/a?a=1&b=2');
  expect(tabKey('/a?a=1&b=2')).toBe('/a?a=1&b=2');
  expect(tabKey('/a/')).toBe('/a');
  expect(tabKey('/')).toBe('/');
});

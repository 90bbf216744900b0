import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../storage/store.ts';
import { MemoryStorage } from '../testing/storage.ts';
import type { AddressBar, HistoryAddress } from './address.ts';
import type { RouteVerdict } from './guard.ts';
import { createNavigation } from './navigation.ts';
import { matchRoute, type Route } from './routes.ts';
import { createTabStore } from './tabstore.ts';

const component = () => null;
const routes: readonly Route[] = [
  { path: '/home', component, title: 'Home' },
  { path: '/items', component, title: 'Items' },
  { path: '/own', component, title: 'Own' },
  { path: '/profile', component, title: 'Profile', single: true },
  { path: '/items/rest/*', component, title: 'Rest' },
  { path: '/items/:id', component, title: ({ id }) => `Item ${id}` },
  { path: '/404', component, title: 'Lost', tab: false },
];

/** A browser's history, in memory. */
const memoryBar = (path: string) => {
  const entries: HistoryAddress[] = [{ path }];
  let at = 0;
  let returned = () => {};
  const bar: AddressBar = {
    current: () => entries[at] ?? { path: '' },
    push: (address) => {
      entries.splice(++at, Number.POSITIVE_INFINITY, address);
    },
    replace: (address) => {
      entries[at] = address;
    },
    onReturn: (call) => {
      returned = call;
    },
  };
  const go = (steps: number) => {
    at += steps;
    returned();
  };
  return { bar, go };
};

const setUp = (path = '/home', kept = new MemoryStorage(), fixed = true) => {
  const areas = { local: new MemoryStorage(), session: kept };
  const home = { key: '/home', path: '/home', title: 'Home', fixed };
  const tabs = createTabStore(
    home,
    createStore('t-', () => areas),
  );
  const { bar, go } = memoryBar(path);
  const openWindow = vi.fn();
  const leave = vi.fn();
  const match = (to: string) => matchRoute(routes, to);
  const judge = (to: string): RouteVerdict => {
    if (to.includes('target')) return { kind: 'window', to: to.split('?')[0] ?? '' };
    return match(to) ? { kind: 'open' } : { kind: 'redirect', to: '/404' };
  };
  const navigation = createNavigation({
    bar,
    tabs,
    home: home.path,
    judge,
    match,
    openWindow,
    leave,
  });
  navigation.start();
  const keys = () => tabs.get().list.map(({ key }) => key);
  return { ...navigation, tabs, bar, go, openWindow, keys, active: () => tabs.get().active };
};

describe('navigation', () => {
  beforeEach(() => vi.restoreAllMocks());

  it('starts at the address, beside the first page', () => {
    const shell = setUp('/items/7?a=1');
    expect(shell.keys()).toEqual(['/home', '/items/7?a=1']);
    expect(shell.active()).toBe('/items/7?a=1');
  });

  it('goes back and forward through the tabs', () => {
    const shell = setUp();
    shell.open('/items');
    shell.open('/items/1');
    shell.go(-1);
    expect(shell.active()).toBe('/items');
    shell.go(-1);
    expect(shell.active()).toBe('/home');
    shell.go(2);
    expect(shell.active()).toBe('/items/1');
    expect(shell.keys()).toEqual(['/home', '/items', '/items/1']);
  });

  it('opens a closed tab again when the back button returns to it', () => {
    const shell = setUp();
    shell.open('/items');
    shell.open('/items/1');
    shell.close('/items');
    expect(shell.active()).toBe('/items/1');
    shell.go(-1);
    expect(shell.active()).toBe('/items');
  });

  it('keeps a page with other filters the same tab', () => {
    const shell = setUp();
    shell.open('/items');
    shell.setQuery('/items', 'status=1');
    expect(shell.bar.current().path).toBe('/items?status=1');
    expect(shell.keys()).toEqual(['/home', '/items']);
    shell.open('/home');
    shell.open('/items');
    expect(shell.bar.current().path).toBe('/items?status=1');
    shell.open('/home');
    shell.setQuery('/items', '?status=2');
    expect(shell.bar.current().path).toBe('/home');
    shell.go(-1);
    expect(shell.active()).toBe('/items');
    expect(shell.bar.current().path).toBe('/items?status=2');
    shell.setQuery('/items', '');
    expect(shell.bar.current().path).toBe('/items');
  });

  it('has one tab for a page that two addresses lead to', () => {
    const shell = setUp();
    shell.open('/own');
    shell.open('/home');
    shell.open('/own/index');
    expect([shell.keys(), shell.active()]).toEqual([['/home', '/own'], '/own']);
    shell.open('/items/rest/a');
    shell.open('/items/rest/a/index');
    expect(shell.keys().slice(2)).toEqual(['/items/rest/a', '/items/rest/a/index']);
  });

  it('makes no second entry for the page in sight', () => {
    const shell = setUp();
    shell.open('/items');
    shell.open('/items');
    shell.go(-1);
    expect(shell.active()).toBe('/home');
  });

  it('closes to the next page, to the previous one, to the first', () => {
    const shell = setUp();
    shell.open('/items');
    shell.open('/items/1');
    shell.close('/items/1', '/items/2');
    expect(shell.keys()).toEqual(['/home', '/items', '/items/2']);
    expect(shell.active()).toBe('/items/2');
    shell.close('/items/2');
    expect(shell.active()).toBe('/items');
    shell.open('/items/3');
    shell.closeOthers('/items');
    expect([shell.keys(), shell.active()]).toEqual([['/home', '/items'], '/items']);
    shell.closeAll();
    expect([shell.keys(), shell.bar.current().path]).toEqual([['/home'], '/home']);
  });

  it('shows an unknown address without a tab', () => {
    const shell = setUp('/nothing');
    expect(shell.active()).toBe('/404');
    shell.open('/items');
    expect(shell.keys()).toEqual(['/home', '/items']);
  });

  it('stays where it is when a page opens in a window', () => {
    const shell = setUp();
    shell.open('/items?target=1');
    expect(shell.openWindow).toHaveBeenCalledWith('/items');
    expect(shell.active()).toBe('/home');
    expect(setUp('/items?target=1').active()).toBe('/home');
  });

  it('finds its tabs again after a reload, at the query they had', () => {
    const kept = new MemoryStorage();
    const before = setUp('/home', kept);
    before.open('/items');
    before.setQuery('/items', 'a=1');
    before.open('/items/1', { title: ['一', 'One'] });
    const after = setUp('/items/1', kept);
    expect(after.keys()).toEqual(['/home', '/items', '/items/1']);
    expect(after.tabs.get().list[2]?.title).toEqual(['一', 'One']);
    after.open('/items');
    expect(after.bar.current().path).toBe('/items?a=1');
  });

  it('closes and moves the first page where the site frees it, and returns to it on closing all', () => {
    const kept = new MemoryStorage();
    const shell = setUp('/items', kept, false);
    expect(shell.keys()).toEqual(['/home', '/items']);
    shell.tabs.move('/home', 1);
    expect(setUp('/items', kept, false).keys()).toEqual(['/items', '/home']);
    shell.close('/home');
    expect([shell.keys(), shell.active()]).toEqual([['/items'], '/items']);
    expect(setUp('/items', kept, false).keys()).toEqual(['/items']);
    shell.close('/items');
    expect(shell.keys()).toEqual(['/items']);
    shell.open('/items/1');
    shell.closeAll();
    expect([shell.keys(), shell.active()]).toEqual([['/home'], '/home']);
  });

  it('closes to the right of a tab, which comes into sight when the one in sight goes', () => {
    const shell = setUp();
    for (const id of [1, 2, 3]) shell.open(`/items/${id}`);
    shell.closeRight('/items/1');
    expect([shell.keys(), shell.active()]).toEqual([['/home', '/items/1'], '/items/1']);
    expect(shell.bar.current().path).toBe('/items/1');
  });

  it('shows a page of one tab in the part that is asked for', () => {
    const shell = setUp('/profile?tab=password');
    expect(shell.active()).toBe('/profile');
    expect(shell.current()).toBe('/profile?tab=password');
    shell.open('/home');
    shell.open('/profile/index');
    // Whoever asks for no part finds it as it was.
    expect(shell.current()).toBe('/profile?tab=password');
    const turn = () => shell.tabs.get().list.find(({ key }) => key === '/profile')?.turn;
    const before = turn();
    shell.open('/profile?tab=devices');
    expect([shell.current(), shell.keys()]).toEqual([
      '/profile?tab=devices',
      ['/home', '/profile'],
    ]);
    expect(turn()).toBe((before ?? 0) + 1);
    // Unsaved input there stays.
    shell.tabs.change('/profile', { dirty: true });
    shell.open('/profile?tab=password');
    expect(shell.current()).toBe('/profile?tab=devices');
  });
});

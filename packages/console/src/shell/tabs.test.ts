import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aliveTabs,
  changeTab,
  closeAllTabs,
  closeOtherTabs,
  closeTab,
  isClosable,
  noTabs,
  openedFrom,
  openTab,
  type Tabs,
} from './tabs.ts';

const open = (tabs: Tabs, key: string) => openTab(tabs, { key, path: key, title: key });
const home = openTab(noTabs, { key: '/home', path: '/home', title: 'home', fixed: true });
const many = ['/a', '/b', '/c'].reduce(open, home);
const keys = (tabs: Tabs) => tabs.list.map((tab) => tab.key);

describe('tabs', () => {
  it('open once each, in order, the fixed page first', () => {
    expect(keys(open(many, '/b'))).toEqual(['/home', '/a', '/b', '/c']);
    expect(open(many, '/b').active).toBe('/b');
    const late = openTab(open(noTabs, '/a'), { key: '/h', path: '/h', title: '', fixed: true });
    expect(keys(late)).toEqual(['/h', '/a']);
  });

  it('close to the previous tab, or the first if it was the first', () => {
    expect(closeTab(many, '/c').active).toBe('/b');
    expect(closeTab(open(many, '/a'), '/a').active).toBe('/home');
    const loose = ['/a', '/b'].reduce(open, noTabs);
    expect(closeTab(open(loose, '/a'), '/a').active).toBe('/b');
    expect(closeTab(many, '/a').active).toBe('/c');
  });

  it('keep the fixed page and the last one', () => {
    expect(isClosable(many, '/home')).toBe(false);
    expect(closeTab(home, '/home')).toBe(home);
    expect(isClosable(open(noTabs, '/a'), '/a')).toBe(false);
    expect(keys(closeOtherTabs(many, '/b'))).toEqual(['/home', '/b']);
    expect(keys(closeAllTabs(many))).toEqual(['/home']);
  });

  it('drop a page without a tab as soon as another is opened', () => {
    const lost = openTab(many, { key: '/404', path: '/404', title: '', listed: false });
    expect(lost.active).toBe('/404');
    expect(keys(open(lost, '/a'))).toEqual(['/home', '/a', '/b', '/c']);
  });

  it('remember where they were opened from', () => {
    const record = open(open(many, '/a'), '/a/1?x=1');
    expect(openedFrom(openTab(record, { key: '/z', path: '/z', title: '' }), '/z')).toEqual([
      '/z',
      '/a/1',
      '/a',
      '/home',
    ]);
    expect(openedFrom(noTabs, '/x')).toEqual([]);
  });

  it('change nothing for an unknown key or the same value', () => {
    expect(changeTab(many, '/x', { dirty: true })).toBe(many);
    expect(changeTab(many, '/a', { dirty: false })).toBe(many);
    expect(changeTab(many, '/a', { dirty: true })).not.toBe(many);
  });

  it('stay alive when in sight or unsaved, whatever the limit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.boolean()), { minLength: 1 }),
        fc.integer({ min: 1, max: 10 }),
        (visits, limit) => {
          const tabs = visits.reduce<Tabs>(
            (so, [n, dirty]) => changeTab(open(so, `/${n}`), `/${n}`, { dirty }),
            noTabs,
          );
          const alive = aliveTabs(tabs, limit);
          const musts = tabs.list.filter((tab) => tab.dirty || tab.key === tabs.active);
          expect(musts.every((tab) => alive.has(tab.key))).toBe(true);
          expect(alive.size).toBe(Math.min(tabs.list.length, Math.max(limit, musts.length)));
        },
      ),
    );
  });
});

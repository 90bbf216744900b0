import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeTab,
  closeTabs,
  isClosable,
  mountedTabs,
  moveTab,
  noTabs,
  openerPathsOf,
  openTab,
  otherTabsOf,
  reloadTab,
  type Tabs,
  tabsRightOf,
} from './tabs.ts';

const open = (tabs: Tabs, key: string) => openTab(tabs, { key, path: key, title: key });
const home = openTab(noTabs, { key: '/home', path: '/home', title: 'home', fixed: true });
const many = ['/a', '/b', '/c'].reduce(open, home);
const closeTab = (tabs: Tabs, key: string) => closeTabs(tabs, [key]);
const keys = (tabs: Tabs) => tabs.list.map((tab) => tab.key);

describe('tabs', () => {
  it('open once each, in order, the fixed page first', () => {
    expect(keys(open(many, '/b'))).toEqual(['/home', '/a', '/b', '/c']);
    expect(open(many, '/b').active).toBe('/b');
    const late = openTab(open(noTabs, '/a'), {
      key: '/h',
      path: '/h',
      title: '',
      fixed: true,
    });
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
  });

  it('close several at once', () => {
    const close = (list: readonly { key: string }[]) =>
      closeTabs(
        many,
        list.map(({ key }) => key),
      );
    expect(keys(close(otherTabsOf(many, '/b')))).toEqual(['/home', '/b']);
    const left = close(tabsRightOf(many, '/a'));
    expect([keys(left), left.active]).toEqual([['/home', '/a'], '/a']);
    const loose = ['/a', '/b'].reduce(open, noTabs);
    expect(keys(closeTabs(loose, ['/a', '/b']))).toEqual(['/a']);
  });

  it('move among the others, never before the fixed first page', () => {
    expect(keys(moveTab(many, '/c', 1))).toEqual(['/home', '/c', '/a', '/b']);
    expect(keys(moveTab(many, '/a', 0))).toEqual(['/home', '/a', '/b', '/c']);
    expect(keys(moveTab(many, '/a', 99))).toEqual(['/home', '/b', '/c', '/a']);
    expect(moveTab(many, '/home', 2)).toBe(many);
  });

  it('load anew as another instance, with nothing unsaved', () => {
    const tab = reloadTab(changeTab(many, '/a', { dirty: true }), '/a').list[1];
    expect(tab).toMatchObject({ key: '/a', turn: 1, dirty: false });
  });

  it('keep a page that asks for it in memory, however long ago it was in sight', () => {
    const kept = openTab(home, { key: '/k', path: '/k', title: '', kept: true });
    const later = Array.from({ length: 40 }, (_, index) => `/${index}`).reduce(open, kept);
    expect(mountedTabs(later, 5).has('/k')).toBe(true);
    expect(mountedTabs(later, 5).has('/home')).toBe(false);
  });

  it('drop a page without a tab as soon as another is opened', () => {
    const lost = openTab(many, { key: '/404', path: '/404', title: '', listed: false });
    expect(lost.active).toBe('/404');
    expect(keys(open(lost, '/a'))).toEqual(['/home', '/a', '/b', '/c']);
  });

  it('remember where they were opened from', () => {
    const record = open(open(many, '/a'), '/a/1?x=1');
    expect(openerPathsOf(openTab(record, { key: '/z', path: '/z', title: '' }), '/z')).toEqual([
      '/z',
      '/a/1',
      '/a',
      '/home',
    ]);
    expect(openerPathsOf(noTabs, '/x')).toEqual([]);
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
          const alive = mountedTabs(tabs, limit);
          const musts = tabs.list.filter((tab) => tab.dirty || tab.key === tabs.active);
          expect(musts.every((tab) => alive.has(tab.key))).toBe(true);
          expect(alive.size).toBe(Math.min(tabs.list.length, Math.max(limit, musts.length)));
        },
      ),
    );
  });

  /** Any of the acts that the bar offers, on a tab that may not be there. */
  const act = fc.record({
    kind: fc.constantFrom('open', 'close', 'others', 'right', 'move', 'renew', 'dirty'),
    key: fc.integer({ min: 0, max: 8 }).map((number) => (number === 0 ? '/home' : `/${number}`)),
    place: fc.integer({ min: -2, max: 12 }),
  });
  const acts: Record<string, (tabs: Tabs, key: string, place: number) => Tabs> = {
    open,
    close: closeTab,
    others: (tabs, key) =>
      closeTabs(
        tabs,
        otherTabsOf(tabs, key).map((tab) => tab.key),
      ),
    right: (tabs, key) =>
      closeTabs(
        tabs,
        tabsRightOf(tabs, key).map((tab) => tab.key),
      ),
    move: moveTab,
    renew: reloadTab,
    dirty: (tabs, key) => changeTab(tabs, key, { dirty: true }),
  };

  it.each([
    ['with a fixed first page', true],
    ['with a free one', false],
  ])('hold together whatever is done to them, %s', (_, fixed) => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (list) => {
        const start = openTab(noTabs, { key: '/home', path: '/home', title: '', fixed });
        const tabs = list.reduce<Tabs>(
          (so, { kind, key, place }) => acts[kind]?.(so, key, place) ?? so,
          start,
        );
        // One is always open and in sight, none twice, and a fixed home page stays first.
        expect(keys(tabs)).toContain(tabs.active);
        expect(new Set(keys(tabs)).size).toBe(tabs.list.length);
        if (fixed) expect(keys(tabs)[0]).toBe('/home');
        // The tab from which a tab was opened is still open; the start tab has none.
        expect(tabs.list.every(({ from }) => !from || keys(tabs).includes(from))).toBe(true);
      }),
    );
  });
});

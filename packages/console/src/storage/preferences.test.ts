import { beforeEach, expect, it, vi } from 'vitest';
import { MemoryStorage } from '../testing/storage.ts';
import { createPreferences, type PreferencesServer } from './preferences.ts';
import { createStore } from './store.ts';

/** A browser tab hears of changes that others make; these tests are the others. */
let otherTab: (key: string) => void = () => undefined;
beforeEach(() => {
  vi.stubGlobal('addEventListener', (_: string, heard: (event: { key: string }) => void) => {
    otherTab = (key) => heard({ key });
  });
  return () => vi.unstubAllGlobals();
});

/** A server that keeps what it is sent; `away` refuses to. */
const server = (kept: Record<string, unknown> = {}) => {
  const calls: [string, unknown][] = [];
  const state = { away: false };
  const remote: PreferencesServer = {
    load: async () => {
      if (state.away) throw new Error('away');
      return { ...kept };
    },
    save: async (key, value) => {
      if (state.away) throw new Error('away');
      calls.push([key, value]);
      if (value === undefined) delete kept[key];
      else kept[key] = value;
    },
  };
  return { kept, calls, state, remote };
};

const machine = () => {
  const area = { local: new MemoryStorage(), session: new MemoryStorage() };
  const kept = createStore('t-', () => area);
  return { area, kept, tab: (owner = '') => createPreferences(owner, kept) };
};

it('answers from this machine at once, and from the server after sign-in', async () => {
  const { tab } = machine();
  const { remote } = server({ theme: 'dark' });
  const preferences = tab();
  const heard = vi.fn();
  preferences.subscribe('theme', heard);
  await preferences.attach('1', remote);
  expect(preferences.get('theme')).toBe('dark');
  expect(heard).toHaveBeenCalled();
  expect(tab('1').get('theme')).toBe('dark');
});

it('shows nobody what another user of the machine chose', async () => {
  const { tab } = machine();
  const one = tab();
  await one.attach('1', server().remote);
  one.set('theme', 'vip');
  const two = tab();
  await two.attach('12', server().remote);
  expect(two.get('theme')).toBeUndefined();
  expect(tab().get('theme')).toBeUndefined();
});

it('keeps what was chosen before signing in for whoever signs in then', async () => {
  const { tab } = machine();
  const preferences = tab();
  preferences.set('language', 'en');
  const { kept, remote } = server({ language: 'zh' });
  await preferences.attach('1', remote);
  expect(preferences.get('language')).toBe('en');
  await vi.waitFor(() => expect(kept.language).toBe('en'));
});

it('sends the last word only, and once', async () => {
  const { tab } = machine();
  const { calls, remote } = server();
  const preferences = tab();
  await preferences.attach('1', remote);
  for (const width of [1, 2, 3]) preferences.set('width', width);
  await vi.waitFor(() => expect(calls.at(-1)).toEqual(['width', 3]));
  expect(calls).toEqual([
    ['width', 1],
    ['width', 3],
  ]);
});

it('keeps a choice through a time without the server, and sends it then', async () => {
  const { tab } = machine();
  const { kept, state, remote } = server({ theme: 'white' });
  const preferences = tab();
  await preferences.attach('1', remote);
  state.away = true;
  preferences.set('theme', 'lte');
  expect(preferences.get('theme')).toBe('lte');
  await new Promise((resolve) => setTimeout(resolve));
  state.away = false;
  const later = tab('1');
  await later.attach('1', remote);
  expect(later.get('theme')).toBe('lte');
  await vi.waitFor(() => expect(kept.theme).toBe('lte'));
});

it('removes: on the server too, and what the server lost is gone here', async () => {
  const { kept, tab } = machine();
  const { kept: theirs, remote } = server({ colour: '#FF0000', theme: 'dark' });
  const preferences = tab();
  await preferences.attach('1', remote);
  preferences.set('colour', undefined);
  expect(preferences.get('colour')).toBeUndefined();
  await vi.waitFor(() => expect(theirs).toEqual({ theme: 'dark' }));
  await vi.waitFor(() => expect(kept.names('preference-')).toEqual(['preference-1-theme']));
  delete theirs.theme;
  await preferences.attach('1', remote);
  expect(preferences.get('theme')).toBeUndefined();
});

it('hears other tabs of the browser', async () => {
  const { tab } = machine();
  const { remote } = server();
  const one = tab();
  await one.attach('1', remote);
  const two = tab('1');
  const heard = vi.fn();
  one.subscribe('theme', heard);
  expect(one.get('theme')).toBeUndefined();
  two.set('theme', 'cool');
  otherTab('t-preference-1-theme');
  expect(one.get('theme')).toBe('cool');
  otherTab('t-preference-12-theme');
  expect(heard).toHaveBeenCalledTimes(1);
});

it('gives the same object until it changes', () => {
  const { tab } = machine();
  const preferences = tab('1');
  preferences.set('columns', { shown: ['a'] });
  expect(preferences.get('columns')).toBe(preferences.get('columns'));
});

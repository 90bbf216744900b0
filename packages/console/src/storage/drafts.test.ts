import { expect, it } from 'vitest';
import { MemoryStorage } from '../testing/storage.ts';
import { draftLifetime, draftsOf } from './drafts.ts';
import { createStore } from './store.ts';

const setUp = () => {
  const area = { local: new MemoryStorage(), session: new MemoryStorage() };
  const clock = { now: 1_000 };
  const kept = createStore('t-', () => area);
  return { area, clock, of: (user: string) => draftsOf(user, kept, () => clock.now) };
};

it('keeps what one user typed, newest first, from every other user', () => {
  const { clock, of } = setUp();
  of('1').put({ key: 'a', path: '/a', title: 'A', values: { x: 1 } });
  clock.now += 1;
  of('1').put({ key: 'b', path: '/b', title: 'B', values: {} });
  of('12').put({ key: 'c', path: '/c', title: 'C', values: {} });
  expect(
    of('1')
      .list()
      .map(({ key }) => key),
  ).toEqual(['b', 'a']);
  expect(of('1').get<{ x: number }>('a')?.values.x).toBe(1);
  expect(
    of('12')
      .list()
      .map(({ key }) => key),
  ).toEqual(['c']);
  of('1').remove('a');
  expect(of('1').get('a')).toBeUndefined();
});

it('remembers what the server took for as long as the draft stands, and no longer', () => {
  const { of } = setUp();
  const draft = { key: 'a', path: '/a', title: 'A', values: {} };
  of('1').taken('a', 9_000);
  expect(of('1').get('a')).toBeUndefined();
  of('1').put(draft);
  of('1').taken('a', 9_000);
  of('1').put({ ...draft, title: 'AB' });
  expect(of('1').get('a')).toMatchObject({ title: 'AB', savedAt: 1_000, takenAt: 9_000 });
  of('1').remove('a');
  of('1').put(draft);
  expect(of('1').get('a')?.takenAt).toBeUndefined();
});

it('drops what is older than 30 days, and what cannot be read', () => {
  const { area, clock, of } = setUp();
  of('1').put({ key: 'a', path: '/a', title: 'A', values: {} });
  area.local.setItem('t-draft-1-broken', '{');
  clock.now += draftLifetime + 1;
  expect(of('1').list()).toEqual([]);
  expect(area.local.length).toBe(0);
});

it('survives a storage that is switched off', () => {
  const forbidden = createStore('t-', () => {
    throw new DOMException('denied', 'SecurityError');
  });
  forbidden.set('a', 1);
  expect(forbidden.get('a')).toBeUndefined();
  expect(forbidden.names('')).toEqual([]);
});

import { afterEach, expect, test, vi } from 'vitest';
import { createStore, type Store } from '../storage/store.ts';
import { MemoryStorage } from '../testing/storage.ts';
import { createSessionStore, type Session } from './session.ts';
import { toSession } from './token.ts';

// No other tab speaks here.
vi.stubGlobal('addEventListener', () => undefined);
afterEach(() => vi.restoreAllMocks());

const session: Session = toSession(
  {
    access_token: 'a',
    refresh_token: 'r',
    tenant_id: '000000',
    user_id: '31',
    account: 'teacher',
    user_name: '林晓岚',
    real_name: '林晓岚',
  },
  0,
);

const start = (local = new MemoryStorage()) => {
  const kept = createStore('keyan-', () => ({ local, session: new MemoryStorage() }));
  const sessions = createSessionStore(kept);
  sessions.set(session);
  const heard = vi.fn();
  sessions.subscribe(heard);
  return { local, kept, sessions, heard };
};

test.each<[what: string, act: (kept: Store) => void]>([
  ['an emptied token', (kept) => kept.set('session', { ...session, accessToken: '' })],
  ['a session that was taken away', (kept) => kept.remove('session')],
])('%s is noticed when it is read anew, and tells everybody', (_what, act) => {
  const { local, kept, sessions, heard } = start();
  act(kept);
  expect(sessions.get()).toEqual(session);
  expect(sessions.fresh()).toBeUndefined();
  expect(sessions.get()).toBeUndefined();
  expect(heard).toHaveBeenCalledOnce();
  expect(local.getItem('keyan-session')).toBeNull();
});

test('what is as it was tells nobody', () => {
  const { sessions, heard } = start();
  expect(sessions.fresh()).toEqual(session);
  expect(heard).not.toHaveBeenCalled();
});

test('a browser that keeps nothing keeps its person signed in', () => {
  const local = new MemoryStorage();
  local.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const { sessions } = start(local);
  expect(sessions.fresh()).toEqual(session);
});

test('a session that a full storage does not take is not replaced by the one before', () => {
  const { local, sessions } = start();
  local.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const renewed = { ...session, accessToken: 'b', refreshToken: 's' };
  sessions.set(renewed);
  expect(sessions.fresh()).toEqual(renewed);
});

import { expect, it, vi } from 'vitest';
import { createStore } from '../storage/store.ts';
import { MemoryStorage } from '../testing/storage.ts';
import { createRefresh, type LockRunner } from './refresh.ts';
import { createSessionStore, type Session, type SessionUser } from './session.ts';

const user = { userId: '1', account: 'a' } as SessionUser;
const token = (number: number): Session => ({
  accessToken: `a${number}`,
  refreshToken: `r${number}`,
  issuedAt: number === 1 ? 0 : 4_000_000,
  user,
});

const copy = (from: MemoryStorage, to: MemoryStorage): void => {
  for (let index = 0; index < from.length; index += 1) {
    const key = from.key(index) ?? '';
    to.setItem(key, from.getItem(key) ?? '');
  }
};

/** Browser tabs over one storage, whose word of a change comes late. */
const browser = (delay: number) => {
  const local = new MemoryStorage();
  vi.stubGlobal('addEventListener', () => undefined);
  let last: Promise<unknown> = Promise.resolve();
  const locks: LockRunner = (_, task) => {
    const mine = last.then(task);
    last = mine.catch(() => undefined);
    return mine;
  };
  const renew = vi.fn(async ({ refreshToken }: Session) => {
    await new Promise((resolve) => setTimeout(resolve, 80));
    return token(Number(refreshToken.slice(1)) + 1);
  });
  const onRefused = vi.fn();
  const tab = () => {
    // The value that the other tab wrote is visible here only after the delay.
    const seen = new MemoryStorage();
    copy(local, seen);
    const kept = createStore('t-', () => ({ local: seen, session: seen }));
    const sessions = createSessionStore({
      ...kept,
      set(name, content) {
        kept.set(name, content);
        setTimeout(() => {
          for (const other of tabs) copy(seen, other);
        }, delay);
      },
    });
    tabs.push(seen);
    return {
      sessions,
      refresh: createRefresh({ sessions, now: () => 3_500_000, renew, onRefused, locks }),
    };
  };
  const tabs: MemoryStorage[] = [];
  createStore('t-', () => ({ local, session: local })).set('session', token(1));
  return { tab, renew, onRefused };
};

it.each([0, 200])('renews once for two tabs, though word of it takes %i ms', async (delay) => {
  const { tab, renew, onRefused } = browser(delay);
  const [one, two] = [tab(), tab()];
  await Promise.all([one.refresh(), two.refresh()]);
  expect(renew).toHaveBeenCalledTimes(1);
  expect([one, two].map(({ sessions }) => sessions.get()?.accessToken)).toEqual(['a2', 'a2']);
  expect(onRefused).not.toHaveBeenCalled();
});

it('renews by itself when the tab before it failed to', async () => {
  const { tab, renew } = browser(0);
  renew.mockImplementationOnce(async () => {
    await new Promise((resolve) => setTimeout(resolve, 80));
    throw new Error('out of reach');
  });
  const [one, two] = [tab(), tab()];
  await Promise.all([one.refresh(), two.refresh()]);
  expect(renew).toHaveBeenCalledTimes(2);
  expect(two.sessions.get()?.accessToken).toBe('a2');
});

import { expect, it } from 'vitest';
import { pauseAfterAttempts } from './lock.ts';
import { hashLockPassword, isLockPassword } from './password.ts';

it('waits longer after each wrong password, from the third on', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 40].map(pauseAfterAttempts)).toEqual([
    0, 0, 0, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
  ]);
});

it('keeps a lock password as a salted hash that only the password fits', async () => {
  const kept = await hashLockPassword('锁1234');
  expect(JSON.stringify(kept)).not.toContain('1234');
  expect(await isLockPassword('锁1234', kept)).toBe(true);
  expect(await isLockPassword('锁1235', kept)).toBe(false);
  expect((await hashLockPassword('锁1234')).hash).not.toBe(kept.hash);
});

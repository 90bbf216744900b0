import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { TooManyCalls } from '../base/rate-limit.ts';
import { testDatabase } from '../testing/database.ts';
import { peopleTestDatabase, startProcess, testOrigin, testPassword } from './testing.ts';

const database = await testDatabase();
await peopleTestDatabase(database);
let now = Date.now();
const clock = (): Date => new Date(now);
const one = await startProcess(database, { clock });
const other = await startProcess(database, { clock });
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});
beforeEach(async () => {
  now = Date.now();
  await database.query('delete from sign_in_attempt');
  await database.query('delete from call_rate');
});

const alive = async (token: string, process = one): Promise<boolean> =>
  (await process.identity.authenticate(token)) !== null;

describe('locking out', () => {
  const fail = (address: string, account = 'teacher') =>
    one.signIn(account, { address, password: 'Wrong@2026' });

  test('five failures lock the account from that address, and from no other', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await expect(fail('10.9.9.9')).rejects.toThrow('账号或密码错误');
    }
    await expect(one.signIn('teacher', { address: '10.9.9.9' })).rejects.toThrow(
      expect.objectContaining({ message: '用户登录失败次数过多' }),
    );
    // The other process counts with it; the owner elsewhere does not suffer; nor do others here.
    await expect(other.signIn('teacher', { address: '10.9.9.9' })).rejects.toThrow('次数过多');
    await one.signIn('teacher', { address: '10.0.0.2' });
    await one.signIn('secretary', { address: '10.9.9.9' });
    // Knocking on does not lengthen the lock.
    now += 29 * 60_000;
    await expect(one.signIn('teacher', { address: '10.9.9.9' })).rejects.toThrow('次数过多');
    now += 2 * 60_000;
    await one.signIn('teacher', { address: '10.9.9.9' });
  });

  test('an unknown account is locked just the same', async () => {
    for (let turn = 0; turn < 5; turn += 1)
      await expect(fail('10.9.9.8', 'ghost')).rejects.toThrow();
    await expect(fail('10.9.9.8', 'ghost')).rejects.toThrow('用户登录失败次数过多');
  });

  test('guesses sent all at once count too', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => fail('10.9.9.7', 'secretary')),
    );
    const reasons = answers.map((answer) =>
      answer.status === 'rejected' ? (answer.reason as Error).message : 'in',
    );
    const wrong = reasons.filter((reason) => reason.startsWith('账号或密码错误'));
    expect(new Set(wrong)).toEqual(
      new Set(
        [...[1, 2, 3, 4].map((left) => `还可再试 ${left} 次`), '请 30 分钟后再试'].map(
          (more) => `账号或密码错误，${more}`,
        ),
      ),
    );
    expect(wrong).toHaveLength(5);
    expect(reasons.filter((reason) => reason === '用户登录失败次数过多')).toHaveLength(15);
  });

  describe('an address that guesses at many accounts', () => {
    const campus = '2001:db8:1:2:3::9';
    const guess = async () => {
      await expect(fail('2001:db8:1:2::1', 'ghost0')).rejects.toThrow();
      // Ninety-nine more; the first test sends them all.
      await database.query('update sign_in_attempt set failures = 100 where account is null');
    };
    const needed = expect.objectContaining({
      message: '请输入验证码',
      refusal: expect.objectContaining({ code: 'invalid_captcha', status: 400 }),
    });
    const read = async () => {
      const { key } = await one.identity.captchas.make();
      const [row] = await database.query<{ answer: string }>(
        'select answer from captcha where key = $1',
        [key],
      );
      return { key, code: row?.answer ?? '' };
    };

    test('is asked for a captcha, right or wrong the password; no other address is', async () => {
      await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) => fail('2001:db8:1:2::1', `ghost${index}`)),
      );
      for (const password of ['Wrong@2026', testPassword]) {
        await expect(one.signIn('teacher', { address: campus, password })).rejects.toThrow(needed);
      }
      const captcha = await read();
      await expect(
        one.signIn('teacher', { address: campus, captcha: { ...captcha, code: 'no' } }),
      ).rejects.toThrow('验证码不正确');
      await one.signIn('teacher', { address: campus, captcha: await read() });
      await one.signIn('teacher', { address: '2001:db8:1:3::1' });
    });

    test('locks nobody who is known in the browser', async () => {
      const { cookie } = await one.signIn('teacher', { address: campus });
      await guess();
      await one.signIn('teacher', { address: campus, cookie });
      // The browser is the teacher's alone, and is believed for ninety days only.
      await expect(one.signIn('secretary', { address: campus, cookie })).rejects.toThrow(needed);
      const forged = cookie?.replace(/=.{4}/, '=AAAA');
      await expect(one.signIn('teacher', { address: campus, cookie: forged })).rejects.toThrow(
        needed,
      );
    });

    test('does not get at the count of an account without reading pictures', async () => {
      await guess();
      for (let turn = 0; turn < 9; turn += 1) {
        await expect(fail(campus)).rejects.toThrow(needed);
      }
      await one.signIn('teacher', { address: campus, captcha: await read() });
      for (let turn = 0; turn < 5; turn += 1) {
        const captcha = await read();
        await expect(
          one.signIn('teacher', { address: campus, password: 'Wrong@2026', captcha }),
        ).rejects.toThrow('账号或密码错误');
      }
      await expect(
        one.signIn('teacher', { address: campus, captcha: await read() }),
      ).rejects.toThrow('用户登录失败次数过多');
    });
  });

  test('somebody who guesses at an account does not lock it in its own browser', async () => {
    const address = '10.9.9.5';
    const { cookie } = await one.signIn('teacher', { address });
    for (let turn = 0; turn < 6; turn += 1) await expect(fail(address)).rejects.toThrow();
    await expect(one.signIn('teacher', { address })).rejects.toThrow('次数过多');
    await one.signIn('teacher', { address, cookie });
    // A stolen browser gets five guesses as well.
    for (let turn = 0; turn < 5; turn += 1) {
      await expect(
        one.signIn('teacher', { address, cookie, password: 'Wrong@2026' }),
      ).rejects.toThrow('账号或密码错误');
    }
    await expect(one.signIn('teacher', { address, cookie })).rejects.toThrow('次数过多');
  });

  test('a browser is known for ninety days', async () => {
    const address = '10.9.9.4';
    const { cookie } = await one.signIn('teacher', { address });
    const early = now;
    now += 91 * 24 * 3_600_000;
    for (let turn = 0; turn < 5; turn += 1) await expect(fail(address)).rejects.toThrow();
    await expect(one.signIn('teacher', { address, cookie })).rejects.toThrow('次数过多');
    now = early;
  });

  test('a flood from an address stops its strangers, and neither sessions nor known browsers', async () => {
    const address = '10.9.8.1';
    const { cookie, refreshToken } = await one.signIn('teacher', { address });
    const answers = await Promise.allSettled(
      Array.from({ length: 305 }, () => fail(address, 'ghost')),
    );
    const told = answers.map(({ status, ...rest }) =>
      status === 'rejected' ? ((rest as { reason: Error }).reason.message ?? '') : status,
    );
    expect(told.filter((text) => text === 'too many calls')).not.toEqual([]);
    await expect(one.signIn('secretary', { address })).rejects.toThrow(TooManyCalls);
    // Both living, and both in the process that the flood went to.
    const renewed = await one.refresh(refreshToken, undefined, address);
    await one.signIn('teacher', { address, cookie });
    expect(await alive(renewed.accessToken)).toBe(true);
    // Tokens that are none count as a stranger's.
    await expect(one.refresh('nonsense', undefined, address)).rejects.toThrow(TooManyCalls);
    now += 60_000;
    await expect(one.refresh('nonsense', undefined, address)).rejects.toThrow('登录已过期');
  });

  test('a session refreshes thirty times a minute, in all processes together', async () => {
    const process = (turn: number) => (turn % 2 === 0 ? one : other);
    let { refreshToken } = await one.signIn('teacher');
    for (let turn = 0; turn < 30; turn += 1) {
      ({ refreshToken } = await process(turn).refresh(refreshToken));
    }
    for (const each of [one, other]) {
      await expect(each.refresh(refreshToken)).rejects.toThrow(
        expect.objectContaining({ retryAfter: 60 }),
      );
    }
    // Another session of the person is not concerned, and this one goes on afterwards.
    const elsewhere = await one.signIn('teacher');
    await other.refresh(elsewhere.refreshToken);
    now += 60_000;
    const { accessToken } = await other.refresh(refreshToken);
    expect(await alive(accessToken)).toBe(true);
  });

  test('a known browser signs in thirty times a minute, in all processes together', async () => {
    const { cookie } = await one.signIn('office');
    for (let turn = 0; turn < 30; turn += 1) {
      await (turn % 2 === 0 ? one : other).signIn('office', { cookie });
    }
    await expect(one.signIn('office', { cookie })).rejects.toThrow(TooManyCalls);
    await expect(other.signIn('office', { cookie })).rejects.toThrow(TooManyCalls);
    // Whoever is not known there is counted with the address.
    await one.signIn('office');
  });

  test('an administrator unlocks', async () => {
    const admin = (await one.signIn('office')).person.actor;
    for (let turn = 0; turn < 5; turn += 1) await expect(fail('10.9.9.6')).rejects.toThrow();
    await one.accounts.unlock(admin, ['31'], testOrigin());
    await one.signIn('teacher', { address: '10.9.9.6' });
  });
});

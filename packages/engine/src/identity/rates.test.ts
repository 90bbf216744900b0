import { afterEach, describe, expect, test, vi } from 'vitest';
import { TooManyCalls } from '../base/rate-limit.ts';
import { QueryTimeout } from '../store/connection/failures.ts';
import { CallRates } from './rates.ts';

type Statement = (values: readonly unknown[]) => Promise<readonly unknown[]>;

/** A limiter whose statements end like this. */
const limiter = (statement: Statement) => {
  const asked = vi.fn(statement);
  const warn = vi.fn();
  const read = (_tenant: string, work: (session: never) => unknown) =>
    work({ query: (_sql: string, values: readonly unknown[]) => asked(values) } as never);
  const now = new Date();
  const rates = new CallRates({ read } as never, () => now, { warn });
  return { rates, asked, warn, amounts: () => asked.mock.calls.map(([values]) => values[3]) };
};

const of = ['law', 'somebody'] as const;
const until = new Date(Date.now() + 60_000);

afterEach(() => {
  vi.useRealTimers();
});

describe('what is counted loosely', () => {
  test('waits a moment for a database that does not answer, then counts for itself', async () => {
    const { rates, asked, warn } = limiter(() => new Promise(() => undefined));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const counted = (async () => {
      for (let call = 0; call < 10; call += 1) await rates.countLoosely({ of, most: 10 });
      await rates.countLoosely({ of: ['law', 'else'], most: 10 });
    })();
    await vi.advanceTimersByTimeAsync(999);
    await counted;
    expect([asked.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1]);
    await expect(rates.countLoosely({ of, most: 10 })).rejects.toBeInstanceOf(TooManyCalls);
  });

  test.each([new QueryTimeout(null), new Error('deadlock detected')])(
    'is refused by no failure of the database: %s',
    async (error) => {
      const { rates, warn } = limiter(() => Promise.reject(error));
      for (let call = 0; call < 10; call += 1) await rates.countLoosely({ of, most: 10 });
      await expect(rates.countLoosely({ of, most: 10 })).rejects.toBeInstanceOf(TooManyCalls);
      expect(warn).toHaveBeenCalledOnce();
    },
  );

  test('has one write at a time, and the next tells of all that came meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly unknown[]>();
    const { rates, amounts } = limiter(() => promise);
    const calls = Array.from({ length: 50 }, () => rates.countLoosely({ of, most: 100 }));
    resolve([{ count: 5, until }]);
    await Promise.all(calls);
    expect(amounts()).toEqual([5]);
    await rates.countLoosely({ of, most: 100 });
    expect(amounts()).toEqual([5, 46]);
  });

  test('is told whole when a process has had enough, so that the others stop, too', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly unknown[]>();
    const answers = vi.fn<Statement>();
    answers.mockReturnValueOnce(promise).mockResolvedValue([{ count: 100, until }]);
    const { rates, amounts } = limiter(answers);
    const calls = Array.from({ length: 100 }, () => rates.countLoosely({ of, most: 100 }));
    resolve([{ count: 5, until }]);
    await Promise.all(calls);
    expect(amounts()).toEqual([5]);
    await expect(rates.countLoosely({ of, most: 100 })).rejects.toBeInstanceOf(TooManyCalls);
    expect(amounts()).toEqual([5, 95]);
  });

  test('is told once the database answers again, and closed when all have had enough', async () => {
    const answers = vi.fn<Statement>();
    answers.mockRejectedValueOnce(new Error('away')).mockResolvedValue([{ count: 11, until }]);
    const { rates, amounts } = limiter(answers);
    await rates.countLoosely({ of, most: 10 });
    await rates.countLoosely({ of, most: 10 });
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000);
    await expect(rates.countLoosely({ of, most: 10 })).rejects.toBeInstanceOf(TooManyCalls);
    later.mockRestore();
    expect(amounts()).toEqual([1, 3]);
  });

  test('goes on in all processes as soon as a slow answer has come', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly unknown[]>();
    const answers = vi.fn<Statement>();
    answers.mockReturnValueOnce(promise).mockResolvedValue([{ count: 11, until }]);
    const { rates, amounts } = limiter(answers);
    await rates.countLoosely({ of, most: 10 });
    await rates.countLoosely({ of, most: 10 });
    resolve([{ count: 9, until }]);
    await promise;
    await expect
      .poll(() => rates.countLoosely({ of: ['law', 'else'], most: 10 }).catch(() => 'counted'), {})
      .toBe('counted');
    await expect(rates.countLoosely({ of, most: 10 })).rejects.toBeInstanceOf(TooManyCalls);
    expect(amounts().at(-1)).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { FairQueryLimiter } from './query-limiter.ts';

const setUp = (lanes: number) => {
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const queue = new FairQueryLimiter(lanes);
  const ask = (key: string, asker = 'somebody'): Promise<string> =>
    queue.run(asker, key, async () => {
      running.push(key);
      await new Promise<void>((resolve) => ends.push(resolve));
      return `${key} ${running.length}`;
    });
  const finish = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { ask, finish, running, queue };
};

describe('lanes', () => {
  it('run this many at a time, and the others in their order', async () => {
    const { ask, finish, running } = setUp(2);
    const all = ['a', 'b', 'c', 'd'].map((key) => ask(key));
    expect(running).toEqual(['a', 'b']);
    await finish();
    expect(running).toEqual(['a', 'b', 'c']);
    await finish();
    await finish();
    await finish();
    expect(await Promise.all(all)).toHaveLength(4);
  });

  it('answer those who wait for the same once, but join nothing that runs already', async () => {
    const { ask, finish, running } = setUp(1);
    const first = ask('a');
    const second = ask('a');
    const third = ask('a');
    await finish();
    // Asked while the second runs: it may have missed what was saved since.
    const fourth = ask('a');
    await finish();
    await finish();
    expect(await Promise.all([first, second, third, fourth])).toEqual(['a 1', 'a 2', 'a 2', 'a 3']);
    expect(running).toHaveLength(3);
  });

  it('let askers take turns, however much one of them asks', async () => {
    const { ask, finish, running } = setUp(1);
    for (const key of ['a', 'b', 'c', 'd']) ask(key, 'eager');
    ask('e', 'other');
    ask('f', 'third');
    for (let turn = 0; turn < 5; turn += 1) await finish();
    expect(running).toEqual(['a', 'b', 'e', 'f', 'c', 'd']);
  });

  it('answer a shared question by the turn of whoever comes first', async () => {
    const { ask, finish, running } = setUp(1);
    for (const key of ['a', 'b', 'c', 'd']) ask(key, 'eager');
    const shared = ask('d', 'other');
    for (let turn = 0; turn < 3; turn += 1) await finish();
    expect(running).toEqual(['a', 'b', 'd', 'c']);
    expect(await shared).toBe('d 3');
    // Nothing is left of it in the eager one's turns.
    await finish();
    await finish();
    ask('z', 'eager');
    expect(running).toEqual(['a', 'b', 'd', 'c', 'z']);
  });

  it('go on after a failure', async () => {
    const { queue, ask, finish } = setUp(1);
    const failed = queue.run('somebody', 'x', () => Promise.reject(new Error('away')));
    const after = ask('y');
    await expect(failed).rejects.toThrow('away');
    await finish();
    expect(await after).toBe('y 1');
  });
});

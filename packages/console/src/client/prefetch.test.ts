import { describe, expect, it, vi } from 'vitest';
import type { Client } from './client.ts';
import { withPrefetch } from './prefetch.ts';

const setUp = (answers: readonly (string | Error)[]) => {
  const left = [...answers];
  const get = vi.fn(async () => {
    const answer = left.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const session = { accessToken: 'one' };
  let time = 0;
  const inner = { get, sessions: { get: () => session } } as unknown as Client;
  const client = withPrefetch(inner, () => time);
  return { client, get, session, pass: (ms: number) => (time += ms) };
};

describe('prefetching', () => {
  it('gives the answer to the first who asks the same, and to nobody else', async () => {
    const { client, get } = setUp(['early', 'other', 'late']);
    void client.prefetch('/menu', { top: '1' });
    expect(await client.get('/menu', { top: '2' })).toBe('other');
    expect(await client.get('/menu', { top: '1' })).toBe('early');
    expect(await client.get('/menu', { top: '1' })).toBe('late');
    expect(get).toHaveBeenCalledTimes(3);
  });

  it('asks again when prefetching failed, and reports that failure like any other', async () => {
    const { client } = setUp([new Error('away'), 'second']);
    void client.prefetch('/menu').catch(() => undefined);
    expect(await client.get('/menu')).toBe('second');
  });

  it('keeps no answer that is old, nor one of another session', async () => {
    const { client, session, pass } = setUp(['old', 'fresh', 'theirs', 'mine']);
    void client.prefetch('/menu');
    pass(10_000);
    expect(await client.get('/menu')).toBe('fresh');
    void client.prefetch('/menu');
    session.accessToken = 'two';
    expect(await client.get('/menu')).toBe('mine');
  });
});

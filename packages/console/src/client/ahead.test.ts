import { describe, expect, it, vi } from 'vitest';
import { withAhead } from './ahead.ts';
import type { Client } from './client.ts';

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
  const client = withAhead(inner, () => time);
  return { client, get, session, pass: (ms: number) => (time += ms) };
};

describe('asking ahead', () => {
  it('gives the answer to the first who asks the same, and to nobody else', async () => {
    const { client, get } = setUp(['early', 'other', 'late']);
    void client.ahead('/menu', { top: '1' });
    expect(await client.get('/menu', { top: '2' })).toBe('other');
    expect(await client.get('/menu', { top: '1' })).toBe('early');
    expect(await client.get('/menu', { top: '1' })).toBe('late');
    expect(get).toHaveBeenCalledTimes(3);
  });

  it('asks again when it failed ahead: the fault is told as any other', async () => {
    const { client } = setUp([new Error('away'), 'second']);
    void client.ahead('/menu').catch(() => undefined);
    expect(await client.get('/menu')).toBe('second');
  });

  it('keeps no answer that is old, nor one of another session', async () => {
    const { client, session, pass } = setUp(['old', 'fresh', 'theirs', 'mine']);
    void client.ahead('/menu');
    pass(10_000);
    expect(await client.get('/menu')).toBe('fresh');
    void client.ahead('/menu');
    session.accessToken = 'two';
    expect(await client.get('/menu')).toBe('mine');
  });
});

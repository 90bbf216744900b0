import { afterEach, describe, expect, test } from 'vitest';
import { telemetryChannels } from './channels.ts';
import { ProcessObserver } from './figures.ts';

let observer: ProcessObserver | undefined;
afterEach(() => observer?.close());

const answer = (route: string, milliseconds: number, status = 200) =>
  telemetryChannels.answer.publish({ method: 'GET', route, status, milliseconds });

const statement = (sql: string, run: () => Promise<unknown> = async () => 1) =>
  telemetryChannels.statement.tracePromise(run, { sql });

describe('figures of a process', () => {
  test('count answers by the template of their address, the largest total first', () => {
    observer = new ProcessObserver();
    answer('/api/papers/list', 10);
    answer('/api/papers/list', 30);
    answer('/api/home', 5, 503);
    answer('', 900);
    const { answers, failures, calls } = observer.figures();
    expect([answers, failures]).toEqual([4, 1]);
    expect(calls).toMatchObject([
      { name: 'GET /api/papers/list', count: 2, failures: 0, total: 40, longest: 30 },
      { name: 'GET /api/home', count: 1, failures: 1, total: 5 },
    ]);
  });

  test('count statements and their failures, and pass results and errors on', async () => {
    observer = new ProcessObserver();
    expect(await statement('select 1')).toBe(1);
    const error = new Error('gone');
    await expect(statement('select 1', () => Promise.reject(error))).rejects.toBe(error);
    expect(observer.figures().statements).toMatchObject([
      { name: 'select 1', count: 2, failures: 1 },
    ]);
  });

  test('keep the expensive names when there are too many', () => {
    observer = new ProcessObserver();
    answer('/api/expensive', 1000);
    for (let index = 0; index < 5000; index += 1) answer(`/api/${index}`, 1);
    expect(observer.figures().calls[0]).toMatchObject({ name: 'GET /api/expensive', count: 1 });
  });

  test('end with the observer', () => {
    observer = new ProcessObserver();
    observer.close();
    answer('/api/home', 1);
    expect(observer.figures().answers).toBe(0);
    expect(telemetryChannels.statement.hasSubscribers).toBe(false);
  });
});

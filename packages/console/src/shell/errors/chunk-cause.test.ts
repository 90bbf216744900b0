import { afterEach, expect, test, vi } from 'vitest';
import { chunkFailureCause } from './chunk-cause.ts';

afterEach(() => vi.unstubAllGlobals());

const on = (onLine: boolean, answer: () => Promise<Pick<Response, 'ok'>>): void => {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('fetch', answer);
};

const silent = () => Promise.reject(new TypeError('Failed to fetch'));

test('code that did not come is an update only where the server answers', async () => {
  on(true, async () => ({ ok: true }));
  expect(await chunkFailureCause()).toBe('updated');
  on(true, async () => ({ ok: false }));
  expect(await chunkFailureCause()).toBe('away');
  on(true, silent);
  expect(await chunkFailureCause()).toBe('away');
});

test('without a network nobody is asked', async () => {
  const answer = vi.fn(silent);
  on(false, answer);
  expect(await chunkFailureCause()).toBe('offline');
  expect(answer).not.toHaveBeenCalled();
});

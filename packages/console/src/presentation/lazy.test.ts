import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test, vi } from 'vitest';
import { lazyResource, plainPresentation } from './lazy.ts';

const resource = { key: 'thing', views: {} } as unknown as Resource;
const found = { resource, presentation: plainPresentation(resource) };

test('a definition loads once, and is there from then on', async () => {
  const fetch = vi.fn(() => Promise.resolve(found));
  const lazy = lazyResource('thing', [], fetch);
  expect(lazy.loaded()).toBeUndefined();
  // A component waits for the promise: it must get the same one each time.
  expect(lazy.load()).toBe(lazy.load());
  expect(await lazy.load()).toBe(found);
  expect(lazy.loaded()).toBe(found);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('a definition that could not be loaded is asked for again', async () => {
  const fetch = vi.fn(() => Promise.resolve(found));
  fetch.mockRejectedValueOnce(new Error('offline'));
  const lazy = lazyResource('thing', [], fetch);
  await expect(lazy.load()).rejects.toThrow('offline');
  expect(await lazy.load()).toBe(found);
});

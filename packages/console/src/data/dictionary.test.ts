import { suppliedDictionary } from '@keyan/kernel/values/dictionary.ts';
import { expect, test, vi } from 'vitest';
import type { Client } from '../client/client.ts';
import { fetchEntries, isCurrent } from './dictionary.ts';
import { applyEditedEntries } from './edited.ts';

const kinds = suppliedDictionary('kinds', ['分类', 'Kinds'], true);

/** A server whose classification is called so. */
const called = (dictValue: string) => {
  const get = vi.fn(async () => [{ dictKey: '1', dictValue }]);
  return { get, client: { get } as unknown as Client };
};
const names = (): readonly string[] => kinds.entries.map(({ label }) => label[0]);

test('a long dictionary is fetched once, and again only when administrators changed it', async () => {
  const first = called('原名');
  expect(isCurrent(kinds)).toBe(false);
  await Promise.all([fetchEntries(first.client, kinds), fetchEntries(first.client, kinds)]);
  await fetchEntries(first.client, kinds);
  expect(first.get).toHaveBeenCalledOnce();
  applyEditedEntries([{ code: 'others', revision: 'a' }]);
  expect(isCurrent(kinds)).toBe(true);

  applyEditedEntries([{ code: 'kinds', revision: 'b' }]);
  expect(isCurrent(kinds)).toBe(false);
  // The present entries are shown until the new ones have come.
  expect(names()).toEqual(['原名']);
  const second = called('改名');
  await fetchEntries(second.client, kinds);
  expect([names(), isCurrent(kinds)]).toEqual([['改名'], true]);
  applyEditedEntries([{ code: 'kinds', revision: 'b' }]);
  await fetchEntries(second.client, kinds);
  expect(second.get).toHaveBeenCalledOnce();
});

test('a change that is learnt of while the entries are on their way has them fetched once more', async () => {
  applyEditedEntries([{ code: 'kinds', revision: 'c' }]);
  const slow = called('半路');
  const asked = fetchEntries(slow.client, kinds);
  applyEditedEntries([{ code: 'kinds', revision: 'd' }]);
  await asked;
  expect(isCurrent(kinds)).toBe(false);
});

test('an answer that is overtaken by one of a later revision changes nothing', async () => {
  let arrive: (nodes: readonly object[]) => void = () => undefined;
  const late = new Promise<readonly object[]>((resolve) => {
    arrive = resolve;
  });
  applyEditedEntries([{ code: 'kinds', revision: 'e' }]);
  const overtaken = fetchEntries({ get: () => late } as unknown as Client, kinds);
  applyEditedEntries([{ code: 'kinds', revision: 'f' }]);
  await fetchEntries(called('新名').client, kinds);
  arrive([{ dictKey: '1', dictValue: '旧名' }]);
  await overtaken;
  expect([names(), isCurrent(kinds)]).toEqual([['新名'], true]);
});

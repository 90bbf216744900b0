import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { places } from '../testing/sample.ts';
import { fillSearchAlone } from './fill.ts';

const unheard: unknown[] = [];
const listen = (reason: unknown): void => {
  unheard.push(reason);
};
process.on('unhandledRejection', listen);
afterAll(() => {
  process.off('unhandledRejection', listen);
});

const rows = [{ id: '1', tenantId: '100001', row: {} }];
const slowly = async <T>(value: T): Promise<T> => {
  await setTimeout(20);
  return value;
};
const failing = () => Promise.reject(new Error('no room'));
const none = async () => [];

/** Answers one after the other, then nothing. */
const answering = (...answers: readonly (() => Promise<readonly unknown[]>)[]) => {
  const left = [...answers];
  return <T>() => (left.shift() ?? none)() as Promise<readonly T[]>;
};

test.each([
  [
    'write',
    answering(
      async () => rows,
      () => slowly(rows),
    ),
    answering(failing),
  ],
  ['second read', answering(async () => rows, failing), answering(() => slowly([]))],
  [
    'third read',
    answering(
      async () => rows,
      async () => rows,
      failing,
    ),
    answering(() => slowly([])),
  ],
])('a %s that fails while something else is under way ends the filling', async (_, read, write) => {
  await expect(fillSearchAlone([places], '100001', read, write)).rejects.toThrow('no room');
  await setTimeout(30);
  expect(unheard).toEqual([]);
});

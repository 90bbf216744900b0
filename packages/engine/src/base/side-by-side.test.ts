import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapConcurrently } from './side-by-side.ts';

const overlap = { atOnce: 3, alone: () => false, stopped: () => false };

/** Waits for turns of the event loop, which all steps count alike on a machine of any speed. */
const pause = async (turns: number): Promise<void> => {
  for (let passed = 0; passed < turns; passed += 1) await turn();
};

/** Runs items that take this many turns, and tells what happened in which order. */
const told = async (
  times: readonly number[],
  more: Partial<Parameters<typeof mapConcurrently<number>>[1]> = {},
): Promise<readonly string[]> => {
  const events: string[] = [];
  await mapConcurrently(times, { ...overlap, ...more }, async (time) => {
    events.push(`begin ${time}`);
    await pause(time);
    if (time === 13) throw new Error('unlucky');
    events.push(`end ${time}`);
  }).catch((error: Error) => events.push(error.message));
  events.push('over');
  return events;
};

test('several steps are under way, and never more than allowed', async () => {
  expect(await told([60, 30, 90, 10])).toEqual([
    'begin 60',
    'begin 30',
    'begin 90',
    'end 30',
    'begin 10',
    'end 10',
    'end 60',
    'end 90',
    'over',
  ]);
});

test('one that goes alone waits for those before it, and those after it wait', async () => {
  const alone = (time: number): boolean => time === 20;
  expect(await told([40, 10, 20, 5], { alone })).toEqual([
    'begin 40',
    'begin 10',
    'end 10',
    'end 40',
    'begin 20',
    'end 20',
    'begin 5',
    'end 5',
    'over',
  ]);
});

test('a failure waits for what is under way, and nothing begins after it', async () => {
  expect(await told([60, 13, 30, 1])).toEqual([
    'begin 60',
    'begin 13',
    'begin 30',
    'end 30',
    'end 60',
    'unlucky',
    'over',
  ]);
});

test('a failure at once is told, although another step begins before anybody waits', async () => {
  const failing = mapConcurrently([1, 2], overlap, (item) =>
    item === 1 ? Promise.reject(new Error('at once')) : pause(5),
  );
  await expect(failing).rejects.toThrow('at once');
});

test('stopped, it begins nothing more', async () => {
  let begun = 0;
  const stopped = (): boolean => begun === 2;
  await mapConcurrently([1, 2, 3], { ...overlap, atOnce: 1, stopped }, async () => {
    begun += 1;
  });
  expect(begun).toBe(2);
});

import { expect, test } from 'vitest';
import { batchPauser, createYielder, mapYielding } from './yielding.ts';

/** A step that takes this many milliseconds of the thread. */
const busy = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

/** How often others got their turn while the work was done. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let done = false;
  const other = (): void => {
    if (done) return;
    turns += 1;
    setImmediate(other);
  };
  setImmediate(other);
  await work();
  done = true;
  return turns;
};

test('long work lets others in after three milliseconds', async () => {
  const turns = await turnsDuring(async () => {
    const pace = createYielder();
    for (let step = 0; step < 60; step += 1) {
      busy(1);
      await pace();
    }
  });
  expect(turns).toBeGreaterThanOrEqual(19);
});

test('others get a turn after each slice, however much long work there is', async () => {
  const turns = await turnsDuring(() =>
    Promise.all(Array.from({ length: 5 }, () => mapYielding([1, 2, 3, 4], () => busy(12)))),
  );
  // The first slices are begun together; each of the fifteen others waits for a turn of its own.
  expect(turns).toBeGreaterThanOrEqual(15);
});

test('a long list is worked through in slices, in its order; a short one at once', async () => {
  const items = Array.from({ length: 20 }, (_, index) => index);
  let results: readonly number[] = [];
  const turns = await turnsDuring(async () => {
    results = await mapYielding(items, (item) => {
      busy(1);
      return 2 * item;
    });
  });
  expect(results).toEqual(items.map((item) => 2 * item));
  expect(turns).toBeGreaterThanOrEqual(5);
  expect(await turnsDuring(() => mapYielding([1, 2, 3], (item) => item))).toBe(0);
});

test('a job that goes on and on leaves most of the time to others, a short one does not rest', async () => {
  let clock = 0;
  const pauses: number[] = [];
  const rest = batchPauser(
    () => clock,
    async (milliseconds) => {
      pauses.push(milliseconds);
      clock += milliseconds;
    },
  );
  for (let batch = 0; batch < 6; batch += 1) {
    clock += 500;
    await rest();
  }
  expect(pauses).toEqual([1500, 1500]);
});

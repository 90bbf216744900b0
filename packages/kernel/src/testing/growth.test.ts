import { expect, it } from 'vitest';
import { growthOf, linearGrowthLimit } from './growth.ts';

/** A computation with this many steps for a length. */
const taking = (stepsFor: (length: number) => number) => (length: number) => () => {
  let sum = 0;
  for (let step = stepsFor(length); step > 0; step -= 1) sum = (sum + step) % 1013;
  return sum;
};

it('tells what grows with its length from what grows with the square', () => {
  expect(
    growthOf(
      taking((length) => length * 2000),
      3_000,
    ),
  ).toBeLessThan(linearGrowthLimit);
  expect(
    growthOf(
      taking((length) => length * length),
      3_000,
    ),
  ).toBeGreaterThan(linearGrowthLimit);
});

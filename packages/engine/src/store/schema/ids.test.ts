import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitsParameter } from '../../wire/inputs.ts';
import { createIds, randomId } from './ids.ts';

const january2026 = Date.UTC(2026, 0, 1);

test('ids have nineteen digits and rise, however often they are asked for', () => {
  const ids = createIds(5, () => january2026);
  const made = Array.from({ length: 10_000 }, () => ids.next());
  expect(made.every((id) => /^\d{19}$/.test(id))).toBe(true);
  expect(new Set(made).size).toBe(made.length);
  expect(made.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))).toEqual(made);
});

test('every random id is one that calls take', () => {
  const taken = new RegExp(`^${digitsParameter}$`);
  const made = Array.from({ length: 5000 }, () => randomId());
  expect(made.filter((id) => !taken.test(id))).toEqual([]);
  expect(new Set(made).size).toBe(made.length);
});

test('a clock that goes back makes no id twice', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 200 }), (steps) => {
      let now = january2026;
      const ids = createIds(0, () => now);
      const made = steps.map((step) => {
        now += step;
        return BigInt(ids.next());
      });
      for (const [index, id] of made.slice(1).entries())
        expect(id > (made[index] ?? 0n)).toBe(true);
    }),
  );
});

test('two workers never meet', () => {
  const one = createIds(1, () => january2026);
  const two = createIds(2, () => january2026);
  const made = Array.from({ length: 5000 }, () => [one.next(), two.next()]).flat();
  expect(new Set(made).size).toBe(made.length);
});

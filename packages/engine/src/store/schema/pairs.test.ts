import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairBlocksOf } from './pairs.ts';

const items = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

test('any two items stand together in a block of at most this many, in their order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 2, max: 8 }), (count, size) => {
      const blocks = pairBlocksOf(items(count), size);
      for (const block of blocks) {
        expect(block.length).toBeLessThanOrEqual(size);
        expect(block).toEqual([...new Set(block)].sort((one, other) => one - other));
      }
      for (const one of items(count)) {
        for (const other of items(count)) {
          expect(blocks.some((block) => block.includes(one) && block.includes(other))).toBe(true);
        }
      }
    }),
  );
});

test('eleven items need eight blocks of five, not a block for each of 55 pairs', () => {
  expect(pairBlocksOf(items(11), 5)).toHaveLength(8);
});

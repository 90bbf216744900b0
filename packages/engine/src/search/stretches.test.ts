import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandsFromId } from './stretches.ts';

const shifts = [14n, 19n, 24n, 29n, 34n, 39n, 44n, 49n, 54n, 59n];
/** Bands of an entry as the column of the table computes them. */
const bandsOf = (id: bigint): readonly string[] =>
  shifts.map((shift, size) => String((id >> shift) * 16n + BigInt(size)));
const most = 2n ** 63n - 1n;
const id = fc.oneof(
  fc.bigInt({ min: 0n, max: most }),
  fc.tuple(fc.bigInt({ min: 0n, max: most >> 14n }), fc.nat(40)).map(([high, low]) => {
    const near = (high << 14n) + BigInt(low) - 20n;
    return near < 0n ? 0n : near;
  }),
);

test('the bands from an id on hold every later id, and of earlier ones only those of its block', () => {
  fc.assert(
    fc.property(id, id, (from, other) => {
      const bands = bandsFromId(from);
      expect(bands.length).toBeLessThanOrEqual(31 * 9 + 17);
      const holding = bands.filter(({ band }) => bandsOf(other).includes(band));
      expect(holding.length).toBe(other >> 14n >= from >> 14n ? 1 : 0);
      const among = bands.filter(({ first, last }) => first <= other && other <= last);
      expect(among).toEqual(holding);
    }),
    { numRuns: 500 },
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areDisjoint } from './disjoint.ts';
import { conditionHolds } from './evaluate.ts';
import type { Variable } from './expression.ts';
import { parseExpression } from './parse.ts';

const disjoint = (a: string, b: string): boolean => {
  const [one, other] = [parseExpression(a), parseExpression(b)];
  expect(areDisjoint(other, one)).toBe(areDisjoint(one, other));
  return areDisjoint(one, other);
};

describe('conditions that can never hold at once', () => {
  test.each([
    ['${pass}', '${!pass}'],
    ['${pass == true}', '${pass == false}'],
    ['${pass}', '${pass != true}'],
    ['${pass == true && n > 1}', '${!pass}'],
    ['${kind == "a"}', "${kind == 'b'}"],
    ['${n > 3}', '${n <= 3}'],
    ['${n > 3}', '${n < 3}'],
    ['${n >= 3.0}', '${n < 3}'],
    ['${n == 3}', '${n > 3}'],
    ['${n == 3}', '${n == 4}'],
    ['${n == 3}', '${n != 3}'],
    ['${n >= 1 && n < 3}', '${n >= 3 && n < 5}'],
    ['${empty x}', '${not empty x}'],
    ['${a.b == 1}', '${a.b == 2}'],
  ])('%s and %s', (a, b) => expect(disjoint(a, b)).toBe(true));
});

describe('of others it is not known', () => {
  test.each([
    ['${a}', '${b}'],
    ['${n > 3}', '${n > 4}'],
    ['${n >= 3}', '${n <= 3}'],
    ['${n > 3}', '${m <= 3}'],
    ['${kind == "1"}', '${kind == "01"}'],
    ['${n != 3}', '${n != 4}'],
    // Texts are ordered by their letters: '5' lies between the two.
    ['${t < "9"}', '${t > "10"}'],
    ['${a || b}', '${!a}'],
  ])('%s and %s', (a, b) => expect(disjoint(a, b)).toBe(false));
});

test('what is called disjoint never holds at once', () => {
  const literal = fc.oneof(
    fc.integer({ min: 0, max: 3 }).map(String),
    fc.constantFrom("'0'", "'1'", "'02'", "'2'", "'10'"),
  );
  const comparison = fc
    .tuple(fc.constantFrom('n', 't'), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), literal)
    .map((parts) => parts.join(' '));
  const atom = fc.oneof(comparison, fc.constantFrom('b', '!b', 'b == true', 'b != true', '!(b)'));
  const condition = fc.oneof(
    atom,
    fc.tuple(atom, atom).map((two) => two.join(' && ')),
    atom.map((one) => `!(${one})`),
  );
  const values = fc.record({
    n: fc.oneof(fc.integer({ min: -1, max: 4 }), fc.constantFrom('1', '2.00')),
    t: fc.constantFrom('0', '1', '02', '2', '10', '5'),
    b: fc.boolean(),
  });
  const judged = (source: string, row: Record<string, Variable>): boolean => {
    try {
      return conditionHolds(parseExpression(source), new Map(Object.entries(row)));
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(condition, condition, values, (a, b, row) => {
      if (!areDisjoint(parseExpression(a), parseExpression(b))) return;
      expect([a, b, judged(a, row) && judged(b, row)]).toEqual([a, b, false]);
    }),
    { numRuns: 20_000, seed: 5 },
  );
});

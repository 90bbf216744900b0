import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flowNetwork } from './flow.ts';

/** Costs of pairs; null where the two may not be together. */
type Costs = readonly (readonly (number | null)[])[];

/** The most pairs and their least cost, each row and each column once: by trying everything. */
const best = (costs: Costs, row = 0, used = new Set<number>()): readonly [number, number] => {
  if (row === costs.length) return [0, 0];
  let [flow, cost] = best(costs, row + 1, used);
  for (const [column, price] of (costs[row] ?? []).entries()) {
    if (price === null || used.has(column)) continue;
    const [more, rest] = best(costs, row + 1, new Set([...used, column]));
    if (more + 1 > flow || (more + 1 === flow && rest + price < cost)) {
      [flow, cost] = [more + 1, rest + price];
    }
  }
  return [flow, cost];
};

const solved = (costs: Costs) => {
  const columns = costs[0]?.length ?? 0;
  const net = flowNetwork(2 + costs.length + columns);
  const pairs: { readonly edge: number; readonly price: number }[] = [];
  for (const [row, prices] of costs.entries()) {
    net.edge(0, 2 + row, 1, 0);
    for (const [column, price] of prices.entries()) {
      if (price === null) continue;
      pairs.push({ edge: net.edge(2 + row, 2 + costs.length + column, 1, price), price });
    }
  }
  for (let column = 0; column < columns; column += 1) {
    net.edge(2 + costs.length + column, 1, 1, 0);
  }
  const sent = [...net.phases(0, 1)];
  const flow = sent.reduce((sum, one) => sum + one, 0);
  const phases = sent.length;
  const cost = pairs.reduce((sum, { edge, price }) => sum + net.flowOn(edge) * price, 0);
  return { flow, cost, phases };
};

test('as much as can be, at the least cost: what trying everything finds', () => {
  const price = fc.option(fc.nat({ max: 30 }), { nil: null });
  const grid = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(price, { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    );
  fc.assert(
    fc.property(grid, (costs) => {
      const { flow, cost } = solved(costs);
      expect([flow, cost]).toEqual(best(costs));
    }),
    { seed: 20_260_101, numRuns: 200 },
  );
});

test('there are as many phases as lengths of ways, not as records', () => {
  const grid = (size: number): Costs =>
    Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (__, column) => (row * 7 + column * 11) % 13),
    );
  const [few, many] = [solved(grid(40)), solved(grid(80))];
  expect([few.flow, many.flow]).toEqual([40, 80]);
  expect(many.phases).toBeLessThanOrEqual(few.phases + 13);
});

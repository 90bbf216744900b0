import { buildGraph } from '@keyan/kernel/workflow/build.ts';
import { stepsOf } from '@keyan/kernel/workflow/chain/chain.ts';
import { readCriteria } from '@keyan/kernel/workflow/chain/criteria.ts';
import { drawChain } from '@keyan/kernel/workflow/chain/draw-chain.ts';
import { chainOf, NotAChain } from '@keyan/kernel/workflow/chain/read-chain.ts';
import { shippedDiagramOf } from '@keyan/kernel/workflow/chain.ts';
import { describe, expect, test } from 'vitest';
import { serverApplication } from './index.server.ts';

const processes = serverApplication.resources.flatMap((resource) => resource.processes);

test('every kind of approval has a shipped route', () => {
  expect(processes.length).toBeGreaterThan(30);
});

describe.each(processes)('the route of $kind', (process) => {
  const graph = buildGraph(shippedDiagramOf(process));
  const chain = chainOf(graph);
  test('opens as a list and comes back unchanged', () => {
    if (chain instanceof NotAChain) throw chain;
    expect(stepsOf(chain.items)).toHaveLength(process.steps.length);
    expect(buildGraph(drawChain(chain))).toEqual(graph);
  });
  test('has conditions that are lines', () => {
    if (chain instanceof NotAChain) throw chain;
    const conditions = stepsOf(chain.items).flatMap(({ condition }) => condition ?? []);
    for (const condition of conditions) expect(readCriteria(condition), condition).toBeDefined();
  });
});

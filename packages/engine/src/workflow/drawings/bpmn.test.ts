import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { drawChain } from '@keyan/kernel/workflow/chain/draw-chain.ts';
import { chainOf, NotAChain } from '@keyan/kernel/workflow/chain/read-chain.ts';
import { shippedDiagramOf } from '@keyan/kernel/workflow/chain.ts';
import { compile } from '@keyan/kernel/workflow/compile.ts';
import type { Diagram } from '@keyan/kernel/workflow/diagram.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { arbitraryRoutes } from '@keyan/kernel/workflow/testing/blocks.ts';
import { diagramOfBlock } from '@keyan/kernel/workflow/testing/draw.ts';
import { scenarios } from '@keyan/kernel/workflow/testing/scenario.ts';
import { playScenario } from '@keyan/kernel/workflow/testing/simulate.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readText } from '../reading/reader.ts';
import { writeBpmn } from './bpmn.ts';
import { asSavedByEditor } from './redrawn.ts';

describe('what is written is what was meant', () => {
  test('a chain with every setting', async () => {
    const diagram = shippedDiagramOf(
      defineProcess(
        'made/upByUs',
        ['名称', 'Name'],
        [
          {
            key: 's1',
            label: ['一', 'One'],
            candidates: ['role:a@applicantDept^', 'user:12'],
            condition: '${n > 1 && kind == "x"}',
            empty: 'skip',
            tag: 't',
            editable: ['a', 'b'],
            rejudge: true,
            refuse: false,
          },
          {
            key: 's2',
            label: ['二', 'Two'],
            candidates: ['role:b'],
            together: { sequential: true, completion: '${nrOfCompletedInstances > 1}' },
          },
          {
            key: 's3',
            label: ['三', 'Three'],
            candidates: ['role:b'],
            together: { agree: 60, against: 'count' },
            onAgainst: 's1',
          },
          {
            key: 'public',
            label: ['公示', 'Publicity'],
            period: '5wd',
            condition: '${n > 5}',
          },
          {
            key: 'review',
            label: ['专家评审', 'Expert review'],
            wait: 'review',
            tag: 'reviewed',
            editable: ['score'],
            onAgainst: 's1',
            again: 'ask',
          },
        ],
      ),
    );
    const xml = await writeBpmn(diagram);
    expect(xml).toContain('flowable:candidateGroups="role:a@applicantDept^,user:12"');
    expect(xml).toContain('<bpmndi:BPMNShape id="s1_di" bpmnElement="s1">');
    const reading = readText(xml);
    expect(reading).toMatchObject({ problems: [], converted: [], warnings: [], xml });
    expect(reading.graph).toEqual({ ...compile(diagram), key: 'made_up_by_us' });
  });

  test('what an end comes to', async () => {
    const diagram = shippedDiagramOf(
      defineProcess('k', ['名', 'N'], [{ key: 's1', label: ['一', 'O'], candidates: ['role:a'] }]),
    );
    const nodes = diagram.nodes.map((node) =>
      node.type === 'end' ? { ...node, result: 'refused' as const, free: true } : node,
    );
    const { graph, problems } = readText(await writeBpmn({ ...diagram, nodes }));
    expect(problems).toEqual([]);
    expect(graph?.nodes.end).toMatchObject({ type: 'end', result: 'refused', free: true });
    const wrong = (await writeBpmn({ ...diagram, nodes })).replace('"refused"', '"maybe"');
    expect(readText(wrong).problems.map(({ text }) => text[0])).toEqual([
      '结束节点【结束】的结果【maybe】不存在',
    ]);
  });

  test('any process', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRoutes, async (process) => {
        const diagram = diagramOfBlock(process);
        const reading = readText(await writeBpmn(diagram));
        expect(reading).toMatchObject({ problems: [], converted: [], warnings: [] });
        expect(reading.graph).toEqual(compile(diagram));
      }),
      { numRuns: 30 },
    );
  });

  test('any process, after both editors: the same graph, and the same to the second account of the rules', {
    timeout: 180_000,
  }, async () => {
    let listed = 0;
    const reopened = async (diagram: Diagram): Promise<Graph> => {
      const { graph, ...found } = readText(await asSavedByEditor(await writeBpmn(diagram)));
      expect(found).toMatchObject({ problems: [], converted: [], warnings: [] });
      return graph as Graph;
    };
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const diagram = diagramOfBlock(scenario.route);
        const drawn = await reopened(diagram);
        expect(drawn).toEqual(compile(diagram));
        const chain = chainOf(drawn);
        if (!(chain instanceof NotAChain)) {
          listed += 1;
          playScenario(scenario, undefined, await reopened(drawChain(chain)));
        }
      }),
      { numRuns: 200 },
    );
    expect(listed).toBeGreaterThan(50);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineProcess } from '../definition/life/process.ts';
import { shippedDiagramOf } from './chain.ts';
import { checkDiagram } from './check.ts';
import { compile } from './compile.ts';
import type { Diagram } from './diagram.ts';
import { UndeployableDiagram, userNode, visitNodesBefore } from './graph.ts';
import { arbitraryRoutes } from './testing/blocks.ts';
import { diagramOfBlock } from './testing/draw.ts';
import { diagramFromLines as drawnLines } from './testing/drawn.ts';

/** The gateway `xd` has a default flow that is not there. */
const drawn = (...lines: readonly string[]): Diagram => {
  const diagram = drawnLines(lines);
  const nodes = diagram.nodes.map((node) =>
    node.id === 'xd' ? ({ ...node, default: 'nowhere' } as typeof node) : node,
  );
  return { ...diagram, nodes };
};
const problems = (...lines: readonly string[]): readonly string[] => {
  try {
    compile(drawn(...lines));
    return [];
  } catch (error) {
    if (error instanceof UndeployableDiagram) return error.problems.map(({ text }) => text[0]);
    throw error;
  }
};

describe('diagrams that are refused, and how the administrator is told', () => {
  test.each<[string, readonly string[], string]>([
    ['no start', ['u1>e'], '流程必须且只能有一个开始节点'],
    ['two starts', ['s1>u1', 's2>u1', 'u1>e'], '流程必须且只能有一个开始节点'],
    ['no end', ['s>u1', 'u1>u2', 'u2>u1'], '流程没有结束节点'],
    ['island', ['s>u1', 'u1>e', 'u2>e'], '节点【u2】不可到达'],
    ['trap', ['s>x1', 'x1>e?a', 'x1>u1', 'u1>u2', 'u2>u1'], '节点【u1】无法到达结束节点'],
    ['dead end', ['s>u1', 'u1>'], '节点【u1】没有后续连线'],
    ['two ways out', ['s>u1', 'u1>e', 'u1>e2'], '用户任务【u1】只能有一条后续连线'],
    [
      'join alone',
      ['s>x1', 'x1>u1?a', 'x1>u2', 'u1>p1', 'u2>p1', 'p1>e'],
      '汇合网关【p1】没有对应的分支网关',
    ],
    ['open fork', ['s>p1', 'p1>u1', 'p1>u2', 'u1>e', 'u2>e2'], '结束节点【e】位于并行分支内'],
    [
      'two joins',
      [
        's>p1',
        'p1>u1',
        'p1>u2',
        'p1>u3',
        'p1>u4',
        'u1>p2',
        'u2>p2',
        'u3>p3',
        'u4>p3',
        'p2>x1',
        'p3>x1',
        'x1>e',
      ],
      '网关【p1】的分支没有汇合到同一个网关',
    ],
    [
      'types differ',
      ['s>p1', 'p1>u1', 'p1>u2', 'u1>i1', 'u2>i1', 'i1>e'],
      '网关类型不一致：【p1】与【i1】',
    ],
    [
      'default elsewhere',
      ['s>xd', 'xd>u1?a', 'xd>e', 'u1>e'],
      '网关【xd】的默认连线【nowhere】不存在',
    ],
    [
      'branch jump',
      ['s>p1', 'p1>x1', 'p1>u2', 'x1>u1?a', 'x1>u2?b', 'u1>p2', 'u2>p2', 'p2>e'],
      '节点【u2】跨越并行分支',
    ],
    ['expression', ['s>x1', 'x1>u1?${a+}', 'x1>e', 'u1>e'], '连线【f1】表达式有误（第 5 个字符）'],
  ])('%s', (_name, lines, message) => {
    expect(problems(...lines)).toContain(message);
  });

  test('a gateway whose flow lacks its condition is accepted with a warning', () => {
    const { warnings } = checkDiagram(drawn('s>x1', 'x1>u1?${a}', 'x1>e', 'u1>e'));
    expect(warnings.map(({ id, text: [zh] }) => [id, zh])).toEqual([
      ['x1', '排他网关【x1】的连线缺少条件'],
    ]);
  });
});

test('every block-structured process is accepted, and survives being stored', () => {
  fc.assert(
    fc.property(arbitraryRoutes, (process) => {
      const graph = compile(diagramOfBlock(process));
      expect(JSON.parse(JSON.stringify(graph))).toEqual(graph);
    }),
    { numRuns: 300 },
  );
});

test('the work grows with the diagram, not with its square', () => {
  const reads = (count: number): number => {
    let read = 0;
    const steps = Array.from({ length: count }, (_, index) => `u${index}>u${index + 1}`);
    const diagram = drawn('s>u0', ...steps, `u${count}>e`);
    const flows = diagram.flows.map(({ id, from, to }) => ({
      id,
      get from() {
        read += 1;
        return from;
      },
      get to() {
        read += 1;
        return to;
      },
    }));
    compile({ ...diagram, flows });
    return read;
  };
  expect(reads(800)).toBeLessThan(reads(200) * 5);
});

test('an id that the made step would take is left to the file', () => {
  const graph = compile(drawn('s>_apply', '_apply>e'));
  expect(graph.apply).toBe('__apply');
  expect(userNode(graph, '_apply')).toMatchObject({ people: ['role:_apply'] });
});

test('a diagram without an applicant’s step gets one', () => {
  const graph = compile(drawn('s>u1', 'u1>e'));
  expect(userNode(graph, graph.apply)).toMatchObject({ people: ['applicant'], path: [] });
  expect(graph.flows[userNode(graph, graph.apply)?.out[0] ?? '']?.to).toBe('u1');
});

test('a chain with conditions becomes gateways with a default way past', () => {
  const graph = compile(
    shippedDiagramOf(
      defineProcess(
        'k',
        ['名', 'Name'],
        [
          { key: 'k_1', label: ['一', 'One'], candidates: ['role:a'], condition: '${n > 1}' },
          { key: 'k_2', label: ['二', 'Two'], candidates: ['role:b'], condition: '${n > 2}' },
          { key: 'k_3', label: ['三', 'Three'], candidates: ['role:c'], refuse: false },
        ],
      ),
    ),
  );
  expect(graph.apply).toBe('apply');
  expect(userNode(graph, 'k_3')).toMatchObject({ refuse: false });
  expect([...visitNodesBefore(graph, 'k_3')].sort()).toEqual(['apply', 'k_1', 'k_2']);
  expect(() => defineProcess('k', ['名', 'N'], [])).toThrow();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildGraph } from '../build.ts';
import { checkDiagram } from '../check.ts';
import { compile } from '../compile.ts';
import { applicantsStep, type Diagram } from '../diagram.ts';
import type { Graph } from '../graph.ts';
import { arbitraryRoutes } from '../testing/blocks.ts';
import { diagramOfBlock } from '../testing/draw.ts';
import { diagramFromLines } from '../testing/drawn.ts';
import type { Chain, ChainItem, ChainNode } from './chain.ts';
import { drawChain } from './draw-chain.ts';
import { chainOf, NotAChain } from './read-chain.ts';

const people = (id: string): ChainNode => ({
  id,
  type: 'user',
  name: id,
  people: [`role:${id}`],
  empty: 'toAdmin',
  editable: [],
  refuse: true,
});

const condition = fc.constantFrom('${amount >= 5}', "${level == '1'}", '${pass}');

const items = (depth: number): fc.Arbitrary<ChainItem[]> =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ condition: fc.option(condition) }).map(stepWith) },
      ...(depth === 0 ? [] : [{ weight: 1, arbitrary: fork(depth - 1) }]),
    ),
    { minLength: 1, maxLength: 3 },
  );

const stepWith = ({ condition: when }: { condition: string | null }): ChainItem => ({
  is: 'step',
  node: people(''),
  condition: when,
});

const fork = (depth: number): fc.Arbitrary<ChainItem> =>
  fc
    .tuple(
      fc.constantFrom('parallel' as const, 'inclusive' as const, 'exclusive' as const),
      fc.array(fc.tuple(condition, items(depth)), { minLength: 2, maxLength: 3 }),
    )
    .map(([gateway, branches]) => ({
      is: 'fork',
      id: '',
      gateway,
      branches: branches.map(([when, inner], i) => ({
        condition: gateway === 'parallel' || i === branches.length - 1 ? null : when,
        items: inner,
      })),
    }));

/** Gives every line an id of its own. */
const named = (list: readonly ChainItem[], count = { of: 0 }): ChainItem[] =>
  list.map((item) => {
    count.of += 1;
    const id = `n${count.of}`;
    return item.is === 'step'
      ? { ...item, node: { ...item.node, id, name: id } }
      : {
          ...item,
          id,
          branches: item.branches.map((branch) => ({
            ...branch,
            items: named(branch.items, count),
          })),
        };
  });

const chains: fc.Arbitrary<Chain> = items(2).map((list) => ({
  key: 'k',
  name: 'k',
  apply: applicantsStep('apply'),
  items: named(list),
}));

/** A graph without what has no meaning: ids of flows, and gateways with one way in and on. */
const meaning = (graph: Graph) => {
  const isPassed = (id: string): boolean => {
    const node = graph.nodes[id];
    return node?.type === 'exclusive' && node.out.length === 1;
  };
  const target = (id: string): string => {
    const next = graph.flows[graph.nodes[id]?.out[0] ?? '']?.to;
    return isPassed(id) && next !== undefined ? target(next) : id;
  };
  /** Both ways of drawing name a join by its fork; a gateway is named by where its ways lead. */
  const nameOf = (id: string): string => {
    const node = graph.nodes[id];
    if (node?.type === 'start' || node?.type === 'end') return node.type;
    const ways = node?.type === 'exclusive' ? node.out : undefined;
    return ways
      ? `? ${ways.map((flow) => nameOf(target(graph.flows[flow]?.to ?? ''))).sort()}`
      : id.replace(/(?:out|_join)$/, ' join');
  };
  return Object.values(graph.nodes)
    .filter(({ id }) => !isPassed(id))
    .map(({ id: _, name: __, out, path: ___, ...node }) => ({
      at: nameOf(_),
      ...node,
      ...('default' in node ? { default: null } : {}),
      ways: out.map((flow) => [
        'default' in node && flow === node.default ? 'default' : graph.flows[flow]?.condition,
        nameOf(target(graph.flows[flow]?.to ?? '')),
      ]),
    }))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
};

const accepted = (diagram: Diagram): boolean => checkDiagram(diagram).problems.length === 0;

test('a chain that is drawn and read is the same chain', () => {
  fc.assert(
    fc.property(chains, (chain) => {
      const diagram = drawChain(chain);
      fc.pre(accepted(diagram));
      const read = chainOf(buildGraph(diagram));
      expect(read).toEqual(chain);
    }),
    { numRuns: 200 },
  );
});

test('a random route is shown and keeps its meaning, or is not shown for a reason', () => {
  let shown = 0;
  fc.assert(
    fc.property(arbitraryRoutes, (route) => {
      const diagram = diagramOfBlock(route);
      fc.pre(accepted(diagram));
      const graph = buildGraph(diagram);
      const chain = chainOf(graph);
      if (chain instanceof NotAChain) {
        expect(chain.reasons.length).toBeGreaterThan(0);
        return;
      }
      shown += 1;
      expect(meaning(compile(drawChain(chain)))).toEqual(meaning(graph));
    }),
    { numRuns: 400 },
  );
  expect(shown).toBeGreaterThan(100);
});

test('a fork behind a step with a condition is drawn so that it may be deployed', () => {
  const lines = [
    's>a',
    'a>x',
    'x>u1?${amount > 5}',
    'x>x2!',
    'u1>x2',
    'x2>p',
    'p>u2',
    'p>u3',
    'u2>p2',
    'u3>p2',
    'p2>e',
  ];
  const chain = chainOf(buildGraph(diagramFromLines(lines)));
  if (chain instanceof NotAChain) throw new Error(JSON.stringify(chain.reasons));
  expect(chainOf(compile(drawChain(chain)))).toEqual(chain);
});

test('loops, several ends and branches that meet halfway are no chain', () => {
  const reasonsOf = (lines: readonly string[]): readonly string[] => {
    const chain = chainOf(buildGraph(diagramFromLines(lines)));
    return chain instanceof NotAChain ? chain.reasons.map(({ text: [zh] }) => zh) : [];
  };
  expect(reasonsOf(['s>a', 'a>u1', 'u1>x1', 'x1>u1?${amount > 5}', 'x1>e!'])).toEqual([
    '节点【u1】在回路中，列表不能表示回路',
  ]);
  expect(reasonsOf(['s>a', 'a>x1', 'x1>u1?${amount > 5}', 'x1>e1!', 'u1>e2'])).toEqual([
    '流程有多个结束节点（e1、e2），列表只能有一个',
  ]);
  expect(
    reasonsOf([
      's>a',
      'a>x1',
      'x1>u1?${amount > 5}',
      'x1>u2?${amount > 3}',
      'x1>u3!',
      'u1>u4',
      'u2>u4',
      'u3>u5',
      'u4>u5',
      'u5>e',
    ]),
  ).toEqual(['节点【u4】由多条分支直接到达，列表不能表示']);
});

import type { FactType, FactTypes } from '../definition/life/facts.ts';
import type { Expression, FactPath, Facts, Variable } from './expression.ts';
import { pickFacts, variablePathsIn } from './expression.ts';
import type { Graph, VisitedNode } from './graph.ts';
import type { StepVisit } from './state.ts';

/** Name of the group of facts about votes: `votes.n3.against`. */
const votes = 'votes';

/** Values of a step's votes for conditions; all 0 while the step is undecided. */
const counted = {
  agree: ({ done }: StepVisit) => done,
  against: ({ against }: StepVisit) => against,
  total: ({ total }: StepVisit) => total,
} as const;

const isCount = (name: string | undefined): name is keyof typeof counted =>
  name !== undefined && Object.hasOwn(counted, name);

/** Returns the parsed conditions of a route's flows and steps. */
const expressionsOf = (graph: Graph): readonly Expression[] => [
  ...Object.values(graph.flows).flatMap(({ condition }) => condition ?? []),
  ...Object.values(graph.nodes).flatMap((node) =>
    node.type === 'user' ? [node.skip ?? [], node.multi?.completion ?? []].flat() : [],
  ),
];

const known = new WeakMap<Graph, readonly FactPath[]>();

/** Returns the paths of outcomes of waits and votes that the conditions of a route read. */
const askedOf = (graph: Graph): readonly FactPath[] => {
  const found = known.get(graph);
  if (found) return found;
  const groups = new Set([
    votes,
    ...Object.values(graph.nodes).flatMap((node) =>
      node.type === 'wait' ? (node.matter ?? []) : [],
    ),
  ]);
  const paths = expressionsOf(graph)
    .flatMap((expression) => variablePathsIn(expression))
    .filter(([root = '']) => groups.has(root));
  known.set(graph, paths);
  return paths;
};

/** Returns the valid visit of these nodes: the last that was decided and not voided by a return. */
const deciding = (
  visits: readonly StepVisit[],
  isOf: (node: string) => boolean,
): StepVisit | undefined =>
  visits.findLast(
    (visit) => isOf(visit.node) && !visit.void && visit.verdict !== null && visit.left !== null,
  );

/**
 * Returns current outcomes of waits and votes that the route's conditions read: null for uncompleted
 * matters, 0 for the votes of undecided steps.
 * @returns groups by name: `review`, `votes`
 */
export const outcomeFacts = (
  graph: Graph,
  visits: readonly StepVisit[],
): ReadonlyMap<string, Variable> => {
  const paths = askedOf(graph);
  if (paths.length === 0) return new Map();
  const read = ([root, first = '', second]: FactPath): Variable => {
    if (root === votes) {
      const visit = deciding(visits, (node) => node === first);
      return visit && isCount(second) ? counted[second](visit) : 0;
    }
    const isOf = (id: string): boolean => {
      const node = graph.nodes[id];
      return node?.type === 'wait' && node.matter === root;
    };
    return deciding(visits, isOf)?.outcome?.[first] ?? null;
  };
  return new Map(Object.entries(pickFacts(paths, read) as Facts));
};

/** True if a path reads the outcome of this node, which cannot have led to the node. */
export const isOutcomeOf = ([root, first]: FactPath, node: VisitedNode): boolean =>
  node.type === 'wait' ? root === node.matter : root === votes && first === node.id;

/**
 * Returns the types of outcomes that conditions of a route may read.
 * @param matterFacts returns the facts of a matter; null for an unregistered one
 */
export const outcomeTypes = (
  graph: Graph,
  matterFacts: (matter: string) => Readonly<Record<string, FactType>> | null,
): FactTypes => {
  const nodes = Object.values(graph.nodes);
  const count = new Map<string, FactType>(
    Object.keys(counted).map((name) => [name, { is: 'number' }]),
  );
  const steps = nodes.flatMap((node): [string, FactType][] =>
    node.type === 'user' ? [[node.id, { is: 'group', members: count }]] : [],
  );
  const matters = nodes.flatMap((node): [string, FactType][] => {
    if (node.type !== 'wait' || node.matter === undefined) return [];
    const told = Object.entries(matterFacts(node.matter) ?? {});
    // A wait settled by a manager has no facts, so all are nullable.
    const members = told.map(([name, type]): [string, FactType] => [
      name,
      { ...type, nullable: true },
    ]);
    return [[node.matter, { is: 'group', members: new Map(members) }]];
  });
  return new Map([[votes, { is: 'group', members: new Map(steps) }], ...matters]);
};

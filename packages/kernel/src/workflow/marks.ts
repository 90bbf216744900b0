import type { Graph } from './graph.ts';
import { visitedNode } from './graph.ts';
import type { ActStatus, Snapshot } from './state.ts';

/** Colouring of the diagram of a process: ids of nodes and flows. */
export interface DiagramMarks {
  readonly done: readonly string[];
  readonly active: readonly string[];
  /** Nodes that were returned and not reached again. */
  readonly back: readonly string[];
  readonly skipped: readonly string[];
  /** Flows that a token took. */
  readonly flows: readonly string[];
}

const groups: Readonly<Record<ActStatus, Exclude<keyof DiagramMarks, 'flows'> | undefined>> = {
  ACTIVE: 'active',
  DONE: 'done',
  BACK: 'back',
  SKIP: 'skipped',
  CANCEL: undefined,
};

/** Returns the marks of a snapshot; of several visits of one node the last counts. */
export const diagramMarksOf = ({ visits, instance }: Snapshot, graph: Graph): DiagramMarks => {
  const last = new Map(visits.map((visit) => [visit.node, visit.status]));
  const of = (group: keyof DiagramMarks): string[] =>
    [...last].filter(([, status]) => groups[status] === group).map(([node]) => node);
  const starting = graph.nodes[graph.start]?.out ?? [];
  const flows = [...new Set([...starting, ...visits.flatMap((visit) => visit.flows)])];
  const passed = flows
    .flatMap((id) => [graph.flows[id]?.from ?? '', graph.flows[id]?.to ?? ''])
    .filter((id) => {
      const type = graph.nodes[id]?.type;
      const visited = visitedNode(graph, id) !== undefined;
      return type !== undefined && !visited && (type !== 'end' || instance.status === 'DONE');
    });
  return {
    done: [...new Set([...of('done'), ...passed])],
    active: of('active'),
    back: of('back'),
    skipped: of('skipped'),
    flows,
  };
};

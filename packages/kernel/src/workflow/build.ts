import {
  applicantsStep,
  type Diagram,
  type DiagramFlow,
  type DiagramGateway,
  type DiagramNode,
  deadlineIn,
} from './diagram.ts';
import type { Expression } from './expression.ts';
import { indexFlows } from './flows.ts';
import type { Graph, GraphFlow, GraphNode, NodeInForks } from './graph.ts';
import { isApplicants } from './graph.ts';
import { findLayout } from './layout.ts';
import { parseExpression } from './parse.ts';
import { unanimous } from './votes.ts';

/** Returns an id that no node or flow of the diagram has. */
const unusedId = (diagram: Diagram, wish: string): string => {
  const taken = new Set([...diagram.nodes, ...diagram.flows].map((item) => item.id));
  let id = wish;
  while (taken.has(id)) id = `_${id}`;
  return id;
};

/** Adds the applicant's step if the first node after the start is another. */
export const withApplicantStep = (diagram: Diagram): Diagram => {
  const start = diagram.nodes.find((item) => item.type === 'start');
  const flow = diagram.flows.find((item) => item.from === start?.id);
  const first = diagram.nodes.find((item) => item.id === flow?.to);
  if (!flow || (first?.type === 'user' && isApplicants(first))) return diagram;
  const apply = applicantsStep(unusedId(diagram, '_apply'));
  return {
    ...diagram,
    nodes: [...diagram.nodes, apply],
    flows: [
      ...diagram.flows.filter((item) => item !== flow),
      { ...flow, to: apply.id },
      { id: unusedId(diagram, '_apply_flow'), from: apply.id, to: flow.to },
    ],
  };
};

const read = (source: string | undefined): Expression | null =>
  source === undefined || source.trim() === '' ? null : parseExpression(source);

/**
 * Builds the executable graph of a diagram, without checks: a diagram that `checkDiagram` once
 * accepted, even in an earlier release, is never refused.
 *
 * Long because it is one table of how each node is built.
 */
export const buildGraph = (drawn: Diagram): Graph => {
  const diagram = withApplicantStep(drawn);
  const flows = indexFlows(diagram);
  const { paths } = findLayout(diagram);
  const builders: {
    readonly [T in DiagramNode['type']]: (
      item: Extract<DiagramNode, { type: T }>,
      placed: NodeInForks,
    ) => GraphNode;
  } = {
    start: (_item, placed) => ({ ...placed, type: 'start' }),
    end: (item, placed) => ({
      ...placed,
      type: 'end',
      result: item.result ?? null,
      free: item.free ?? false,
    }),
    user: (item, placed) => ({
      ...placed,
      type: 'user',
      people: item.people,
      empty: item.empty,
      ...(item.skipSame === undefined ? {} : { skipSame: item.skipSame }),
      ...(item.cc === undefined ? {} : { cc: item.cc }),
      ...deadlineIn(item),
      ...(item.tag === undefined ? {} : { tag: item.tag }),
      ...(item.english === undefined ? {} : { english: item.english }),
      ...(item.onAgainst === undefined ? {} : { onAgainst: item.onAgainst }),
      editable: item.editable,
      ...(item.rejudge ? { rejudge: true } : {}),
      refuse: item.refuse,
      skip: read(item.skip),
      multi: item.multi
        ? {
            sequential: item.multi.sequential,
            collection: item.multi.collection ?? null,
            completion: read(item.multi.completion),
            agree: item.multi.agree ?? unanimous.agree,
            against: item.multi.against ?? unanimous.against,
          }
        : null,
    }),
    wait: ({ id: _id, name: _name, ...settings }, placed) => ({ ...placed, ...settings }),
    service: ({ id: _id, name: _name, ...settings }, placed) => ({ ...placed, ...settings }),
    exclusive: (item, placed) => ({ ...placed, type: 'exclusive', default: item.default ?? null }),
    parallel: (item, placed) => gateway(item, placed),
    inclusive: (item, placed) => gateway(item, placed),
  };
  const gateway = (item: DiagramGateway, placed: NodeInForks): GraphNode =>
    placed.out.length > 1
      ? {
          ...placed,
          type: 'fork',
          inclusive: item.type === 'inclusive',
          default: item.default ?? null,
        }
      : flows.into(item.id).length > 1
        ? { ...placed, type: 'join' }
        : { ...placed, type: 'exclusive', default: null };

  const nodes = diagram.nodes.map((item): [string, GraphNode] => {
    const placed: NodeInForks = {
      id: item.id,
      name: item.name,
      out: flows.out(item.id).map((flow) => flow.id),
      path: paths.get(item.id) ?? [],
    };
    return [item.id, builders[item.type](item as never, placed)];
  });
  const start = diagram.nodes.find((item) => item.type === 'start') as DiagramNode;
  return {
    key: diagram.key,
    name: diagram.name,
    start: start.id,
    apply: (flows.out(start.id)[0] as DiagramFlow).to,
    nodes: Object.fromEntries(nodes),
    flows: Object.fromEntries(
      diagram.flows.map((flow): [string, GraphFlow] => [
        flow.id,
        { from: flow.from, to: flow.to, condition: read(flow.condition) },
      ]),
    ),
  };
};

import type { Diagram, DiagramNode } from '@keyan/kernel/workflow/diagram.ts';
import { type FlowIndex, indexFlows } from '@keyan/kernel/workflow/flows.ts';
import type { BpmnModdle, Element } from 'bpmn-moddle';

/** Box in pixels, from the upper left corner of the drawing. */
export interface DrawnBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Sizes of nodes in pixels, as diagram tools draw them. */
const sizes: Readonly<Record<DiagramNode['type'], readonly [width: number, height: number]>> = {
  start: [36, 36],
  end: [36, 36],
  user: [120, 70],
  wait: [120, 70],
  service: [120, 70],
  exclusive: [50, 50],
  parallel: [50, 50],
  inclusive: [50, 50],
};
const columnWidth = 180;
const rowHeight = 110;
const margin = 80;

/**
 * Returns the nodes from the start on, each after its predecessors, and the flows that close cycles: one pass without
 * recursion, whatever the size of the diagram.
 */
const inOrder = (
  diagram: Diagram,
  flows: FlowIndex,
): { readonly order: readonly string[]; readonly closing: ReadonlySet<string> } => {
  const state = new Map<string, 'open' | 'done'>();
  const closing = new Set<string>();
  const finished: string[] = [];
  const stack: { readonly id: string; next: number }[] = [];
  const open = (id: string): void => {
    state.set(id, 'open');
    stack.push({ id, next: 0 });
  };
  for (const node of diagram.nodes) if (node.type === 'start' && !state.has(node.id)) open(node.id);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const flow = flows.out(top.id)[top.next];
    top.next += 1;
    if (flow === undefined) {
      state.set(top.id, 'done');
      finished.push(top.id);
      stack.pop();
    } else if (state.get(flow.to) === 'open') closing.add(flow.id);
    else if (!state.has(flow.to)) open(flow.to);
  }
  return { order: finished.reverse(), closing };
};

/** Returns the column of each node: the length of the longest path from the start, ignoring cycles. */
const columnsOf = (diagram: Diagram): ReadonlyMap<string, number> => {
  const flows = indexFlows(diagram);
  const { order, closing } = inOrder(diagram, flows);
  const columns = new Map<string, number>();
  for (const id of order) {
    const column = columns.get(id) ?? 0;
    columns.set(id, column);
    for (const flow of flows.out(id)) {
      if (closing.has(flow.id)) continue;
      columns.set(flow.to, Math.max(columns.get(flow.to) ?? 0, column + 1));
    }
  }
  return columns;
};

const boxesOf = (diagram: Diagram): ReadonlyMap<string, DrawnBox> => {
  const columns = columnsOf(diagram);
  const filled = new Map<number, number>();
  return new Map(
    diagram.nodes.map((node) => {
      const column = columns.get(node.id) ?? 0;
      const row = filled.get(column) ?? 0;
      filled.set(column, row + 1);
      const [width, height] = sizes[node.type];
      const box: DrawnBox = {
        x: margin + column * columnWidth + (120 - width) / 2,
        y: margin + row * rowHeight + (70 - height) / 2,
        width,
        height,
      };
      return [node.id, box];
    }),
  );
};

export type Point = readonly [x: number, y: number];

type Side = 'below' | 'above';

/** Returns the pixels between the right edge of one box and the left edge of the other. */
const gapOf = (from: DrawnBox, to: DrawnBox): number => to.x - (from.x + from.width);

const isNeighbour = (from: DrawnBox, to: DrawnBox): boolean =>
  gapOf(from, to) > 0 && gapOf(from, to) < columnWidth;

/** Returns the points of a flow: straight to the next column, else around the nodes between. */
const route = (from: DrawnBox, to: DrawnBox, depth: number, side: Side): readonly Point[] => {
  const middle = (box: DrawnBox): number => box.y + box.height / 2;
  if (isNeighbour(from, to)) {
    const bend = from.x + from.width + gapOf(from, to) / 2;
    return middle(from) === middle(to)
      ? [
          [from.x + from.width, middle(from)],
          [to.x, middle(to)],
        ]
      : [
          [from.x + from.width, middle(from)],
          [bend, middle(from)],
          [bend, middle(to)],
          [to.x, middle(to)],
        ];
  }
  const edge = (box: DrawnBox): number => (side === 'below' ? box.y + box.height : box.y);
  const away = 30 + depth * 14;
  const beside =
    side === 'below'
      ? Math.max(edge(from), edge(to)) + away
      : Math.min(edge(from), edge(to)) - away;
  const start = from.x + from.width / 2;
  const end = to.x + to.width / 2;
  return [
    [start, edge(from)],
    [start, beside],
    [end, beside],
    [end, edge(to)],
  ];
};

/**
 * Returns on which side each flow passes the nodes between: below, unless another flow arrives there where it begins.
 * Two lines on one spot would look like one.
 */
const sidesOf = (
  diagram: Diagram,
  boxes: ReadonlyMap<string, DrawnBox>,
): ReadonlyMap<string, Side> => {
  const x = (id: string): number => boxes.get(id)?.x ?? 0;
  /** Nodes at which a flow arrives from below. */
  const met = new Set<string>();
  const sides = new Map<string, Side>();
  for (const { id, from, to } of [...diagram.flows].sort((a, b) => x(a.from) - x(b.from))) {
    const [start, end] = [boxes.get(from), boxes.get(to)];
    if (!start || !end || isNeighbour(start, end)) continue;
    const side = met.has(from) ? 'above' : 'below';
    if (side === 'below') met.add(to);
    sides.set(id, side);
  }
  return sides;
};

/** Position of every node and flow of a diagram, drawn from left to right, by id. */
export interface RouteDrawing {
  readonly boxes: ReadonlyMap<string, DrawnBox>;
  readonly lines: ReadonlyMap<string, readonly Point[]>;
}

/** Lays a diagram out. */
export const layOutDiagram = (diagram: Diagram): RouteDrawing => {
  const boxes = boxesOf(diagram);
  const sides = sidesOf(diagram, boxes);
  const lines = diagram.flows.flatMap((flow, index): [string, readonly Point[]][] => {
    const from = boxes.get(flow.from);
    const to = boxes.get(flow.to);
    return from && to ? [[flow.id, route(from, to, index % 4, sides.get(flow.id) ?? 'below')]] : [];
  });
  return { boxes, lines: new Map(lines) };
};

/** Writes the diagram interchange of a process: the position of every shape and line. */
export const drawShapes = (
  model: BpmnModdle,
  diagram: Diagram,
  process: Element,
  shapes: ReadonlyMap<string, Element>,
  flows: ReadonlyMap<string, Element>,
): Element => {
  const { boxes, lines } = layOutDiagram(diagram);
  const drawn = [...shapes].map(([id, element]) =>
    model.create('bpmndi:BPMNShape', {
      id: `${id}_di`,
      bpmnElement: element,
      bounds: model.create('dc:Bounds', { ...boxes.get(id) }),
    }),
  );
  const edges = [...lines].map(([id, points]) =>
    model.create('bpmndi:BPMNEdge', {
      id: `${id}_di`,
      bpmnElement: flows.get(id),
      waypoint: points.map(([x, y]) => model.create('dc:Point', { x, y })),
    }),
  );
  return model.create('bpmndi:BPMNDiagram', {
    id: 'diagram',
    plane: model.create('bpmndi:BPMNPlane', {
      id: 'plane',
      bpmnElement: process,
      planeElement: [...drawn, ...edges],
    }),
  });
};

import type { Diagram, DiagramNode } from '@keyan/kernel/workflow/diagram.ts';
import { type FlowIndex, indexFlows } from '@keyan/kernel/workflow/flows.ts';
import type { BpmnModdle, Element } from 'bpmn-moddle';

/** Pixels, from the upper left corner of the drawing. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels, as diagram tools draw them. */
const sizes: Readonly<Record<DiagramNode['type'], readonly [width: number, height: number]>> = {
  start: [36, 36],
  end: [36, 36],
  user: [120, 70],
  wait: [120, 70],
  exclusive: [50, 50],
  parallel: [50, 50],
  inclusive: [50, 50],
};
const columnWidth = 180;
const rowHeight = 110;
const margin = 80;

/**
 * The nodes from the start on, each behind all that lead to it, and the flows that close circles:
 * walked once, without recursion, whatever the size of the diagram.
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

/** Column of each node: its distance from the start along the longest way; circles are cut. */
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

const boxesOf = (diagram: Diagram): ReadonlyMap<string, Box> => {
  const columns = columnsOf(diagram);
  const filled = new Map<number, number>();
  return new Map(
    diagram.nodes.map((node) => {
      const column = columns.get(node.id) ?? 0;
      const row = filled.get(column) ?? 0;
      filled.set(column, row + 1);
      const [width, height] = sizes[node.type];
      const box: Box = {
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

/** Straight to the neighbour; below the others where nodes lie between. */
const route = (from: Box, to: Box, depth: number): readonly Point[] => {
  const middle = (box: Box): number => box.y + box.height / 2;
  const gap = to.x - (from.x + from.width);
  if (gap > 0 && gap < columnWidth) {
    const bend = from.x + from.width + gap / 2;
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
  const below = Math.max(from.y + from.height, to.y + to.height) + 30 + depth * 14;
  const start = from.x + from.width / 2;
  const end = to.x + to.width / 2;
  return [
    [start, from.y + from.height],
    [start, below],
    [end, below],
    [end, to.y + to.height],
  ];
};

/** Where every node and flow of a diagram is drawn, from left to right, by their ids. */
export interface Drawing {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly lines: ReadonlyMap<string, readonly Point[]>;
}

/** Lays a diagram out. */
export const layOut = (diagram: Diagram): Drawing => {
  const boxes = boxesOf(diagram);
  const lines = diagram.flows.flatMap((flow, index): [string, readonly Point[]][] => {
    const from = boxes.get(flow.from);
    const to = boxes.get(flow.to);
    return from && to ? [[flow.id, route(from, to, index % 4)]] : [];
  });
  return { boxes, lines: new Map(lines) };
};

/** The diagram interchange of a process: where every shape and line is drawn. */
export const drawShapes = (
  model: BpmnModdle,
  diagram: Diagram,
  process: Element,
  shapes: ReadonlyMap<string, Element>,
  flows: ReadonlyMap<string, Element>,
): Element => {
  const { boxes, lines } = layOut(diagram);
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

import type { Diagram, DiagramNode } from '@keyan/kernel/workflow/diagram.ts';
import type { BpmnModdle, Element } from 'bpmn-moddle';

interface Box {
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
  exclusive: [50, 50],
  parallel: [50, 50],
  inclusive: [50, 50],
};
const columnWidth = 180;
const rowHeight = 110;
const margin = 80;

/** Column of each node: its distance from the start along the longest way; circles are cut. */
const columnsOf = (diagram: Diagram): ReadonlyMap<string, number> => {
  const columns = new Map<string, number>();
  const visit = (id: string, column: number, way: ReadonlySet<string>): void => {
    if (way.has(id) || (columns.get(id) ?? -1) >= column) return;
    columns.set(id, column);
    const further = new Set([...way, id]);
    for (const flow of diagram.flows) if (flow.from === id) visit(flow.to, column + 1, further);
  };
  for (const node of diagram.nodes) if (node.type === 'start') visit(node.id, 0, new Set());
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

type Point = readonly [x: number, y: number];

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

/** The diagram interchange of a process: where every shape and line is drawn. */
export const drawShapes = (
  model: BpmnModdle,
  diagram: Diagram,
  process: Element,
  shapes: ReadonlyMap<string, Element>,
  flows: ReadonlyMap<string, Element>,
): Element => {
  const boxes = boxesOf(diagram);
  const drawn = [...shapes].map(([id, element]) =>
    model.create('bpmndi:BPMNShape', {
      id: `${id}_di`,
      bpmnElement: element,
      bounds: model.create('dc:Bounds', { ...boxes.get(id) }),
    }),
  );
  const lines = diagram.flows.flatMap((flow, index) => {
    const from = boxes.get(flow.from);
    const to = boxes.get(flow.to);
    if (!from || !to) return [];
    const waypoint = route(from, to, index % 4).map(([x, y]) => model.create('dc:Point', { x, y }));
    return [
      model.create('bpmndi:BPMNEdge', {
        id: `${flow.id}_di`,
        bpmnElement: flows.get(flow.id),
        waypoint,
      }),
    ];
  });
  return model.create('bpmndi:BPMNDiagram', {
    id: 'diagram',
    plane: model.create('bpmndi:BPMNPlane', {
      id: 'plane',
      bpmnElement: process,
      planeElement: [...drawn, ...lines],
    }),
  });
};

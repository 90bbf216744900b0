import type { Diagram } from '@keyan/kernel/workflow/diagram.ts';
import { escapeMarkup } from '../../base/escape-markup.ts';
import { layOutDiagram, type RouteDrawing } from '../drawings/drawing.ts';
import { attr } from './namespaces.ts';
import type { XmlElement, XmlFile } from './xml.ts';

const di = 'http://www.omg.org/spec/BPMN/20100524/DI';

const child = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((item) => item.name === name);

const number = (element: XmlElement, name: string): number => Number(attr(element, name) ?? NaN);

/** Returns the id of the element that a shape or a line draws, without its namespace prefix. */
const about = (element: XmlElement): string =>
  (attr(element, 'bpmnElement') ?? '').replace(/^.*:/, '');

/** Reads the first drawing of a file: positions of its shapes and lines, as far as readable. */
export const readDrawing = (root: XmlElement): RouteDrawing => {
  const diagram = root.children.find((item) => item.uri === di && item.name === 'BPMNDiagram');
  const items = (diagram && child(diagram, 'BPMNPlane')?.children) ?? [];
  const boxes = new Map<string, { x: number; y: number; width: number; height: number }>();
  const lines = new Map<string, (readonly [number, number])[]>();
  for (const item of items) {
    const bounds = item.name === 'BPMNShape' ? child(item, 'Bounds') : undefined;
    if (bounds) {
      const [x, y] = [number(bounds, 'x'), number(bounds, 'y')];
      const [width, height] = [number(bounds, 'width'), number(bounds, 'height')];
      if ([x, y, width, height].every(Number.isFinite)) {
        boxes.set(about(item), { x, y, width, height });
      }
    }
    if (item.name === 'BPMNEdge') {
      const points = item.children
        .filter((point) => point.name === 'waypoint')
        .map((point) => [number(point, 'x'), number(point, 'y')] as const)
        .filter((point) => point.every(Number.isFinite));
      if (points.length > 1) lines.set(about(item), points);
    }
  }
  return { boxes, lines };
};

const printed = (drawing: RouteDrawing, plane: string): string => {
  const shapes = [...drawing.boxes].map(
    ([id, { x, y, width, height }], index) =>
      `<kydi:BPMNShape id="keyan_shape_${index}" bpmnElement="${escapeMarkup(id)}"><kydc:Bounds x="${x}" y="${y}" width="${width}" height="${height}"/></kydi:BPMNShape>`,
  );
  const lines = [...drawing.lines].map(([id, points], index) => {
    const way = points.map(([x, y]) => `<kyway:waypoint x="${x}" y="${y}"/>`).join('');
    return `<kydi:BPMNEdge id="keyan_line_${index}" bpmnElement="${escapeMarkup(id)}">${way}</kydi:BPMNEdge>`;
  });
  return `<kydi:BPMNDiagram xmlns:kydi="${di}" xmlns:kydc="http://www.omg.org/spec/DD/20100524/DC" xmlns:kyway="http://www.omg.org/spec/DD/20100524/DI" id="keyan_drawing"><kydi:BPMNPlane id="keyan_plane" bpmnElement="${escapeMarkup(plane)}">\n${[...shapes, ...lines].join('\n')}\n</kydi:BPMNPlane></kydi:BPMNDiagram>\n`;
};

/**
 * Returns the text of a file with a complete drawing: the drawing of the file if every node and flow is drawn, else a
 * computed one before it. Nothing else changes.
 */
export const withDrawing = (
  xml: string,
  file: XmlFile,
  process: XmlElement,
  diagram: Diagram,
): string => {
  const { boxes, lines } = readDrawing(file.root);
  const whole =
    diagram.nodes.every((node) => boxes.has(node.id)) &&
    diagram.flows.every((flow) => lines.has(flow.id));
  if (whole) return xml;
  const at = file.drawing ?? file.rootEnd;
  return (
    xml.slice(0, at) + printed(layOutDiagram(diagram), attr(process, 'id') ?? '') + xml.slice(at)
  );
};

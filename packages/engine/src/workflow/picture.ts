import type { Marks } from '@keyan/kernel/workflow/marks.ts';
import type { Element } from 'bpmn-moddle';
import { moddle } from './moddle.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}
interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

const elements = (element: Element | undefined, name: string): readonly Element[] => {
  const value = element?.get(name);
  return Array.isArray(value) ? (value as Element[]) : [];
};

const safe = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Fill and line of a node by its mark. */
const colours: Readonly<Record<Exclude<keyof Marks, 'flows'> | 'none', readonly [string, string]>> =
  {
    done: ['#e7f5ea', '#2f7d43'],
    active: ['#e6f0fa', '#3178c2'],
    back: ['#fdecea', '#b3392f'],
    skipped: ['#f2f3f5', '#8a919f'],
    none: ['#ffffff', '#5b6270'],
  };

const colourOf = (id: string, marks: Marks): readonly [string, string] => {
  const groups = ['active', 'back', 'skipped', 'done'] as const;
  return colours[groups.find((group) => marks[group].includes(id)) ?? 'none'];
};

/** Eight characters a line, two lines: what fits a box. */
const caption = (text: string, x: number, y: number): string => {
  const letters = [...text];
  const lines = [letters.slice(0, 8), letters.slice(8, 16)].filter((line) => line.length > 0);
  return lines
    .map((line, index) => {
      const at = y + 4 + (index - (lines.length - 1) / 2) * 16;
      return `<text x="${x}" y="${at}">${safe(line.join(''))}</text>`;
    })
    .join('');
};

const shape = (type: string, name: string, box: Box, [fill, line]: readonly [string, string]) => {
  const { x, y, width, height } = box;
  const [mx, my] = [x + width / 2, y + height / 2];
  const style = `fill="${fill}" stroke="${line}"`;
  if (type.endsWith('Event')) return `<circle cx="${mx}" cy="${my}" r="${width / 2}" ${style}/>`;
  if (type.endsWith('Gateway')) {
    const corners = `${mx},${y} ${x + width},${my} ${mx},${y + height} ${x},${my}`;
    return `<polygon points="${corners}" ${style}/>`;
  }
  const box4 = `x="${x}" y="${y}" width="${width}" height="${height}"`;
  return `<rect ${box4} rx="6" ${style}/>${caption(name, mx, my)}`;
};

/**
 * The drawing of a BPMN file with the progress of a process, as an SVG of its own: for lists and
 * print, where no diagram viewer runs. A file without a drawing gives an empty picture.
 */
export const picture = async (xml: string, marks: Marks): Promise<string> => {
  const { rootElement } = await moddle(xml).fromXML(xml);
  const [diagram] = elements(rootElement, 'diagrams');
  const drawn = elements(diagram?.get('plane') as Element | undefined, 'planeElement');
  const points: Point[] = [];
  const lines: string[] = [];
  const shapes: string[] = [];
  for (const item of drawn) {
    const about = item.get('bpmnElement') as Element | undefined;
    if (item.$type === 'bpmndi:BPMNShape' && about) {
      const box = item.get('bounds') as Element as unknown as Box;
      points.push(box, { x: box.x + box.width, y: box.y + box.height });
      const name = typeof about.get('name') === 'string' ? (about.get('name') as string) : '';
      shapes.push(shape(about.$type, name, box, colourOf(about.id ?? '', marks)));
    }
    if (item.$type === 'bpmndi:BPMNEdge') {
      const way = elements(item, 'waypoint') as unknown as readonly Point[];
      points.push(...way);
      const taken = marks.flows.includes(about?.id ?? '');
      const path = way.map(({ x, y }) => `${x},${y}`).join(' ');
      lines.push(`<polyline points="${path}" class="${taken ? 'taken' : 'flow'}"/>`);
    }
  }
  const left = Math.min(0, ...points.map(({ x }) => x)) - 20;
  const top = Math.min(0, ...points.map(({ y }) => y)) - 20;
  const width = Math.max(100, ...points.map(({ x }) => x)) - left + 20;
  const height = Math.max(60, ...points.map(({ y }) => y)) - top + 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}"><defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 10 5 0 10z" fill="#5b6270"/></marker></defs><style>polyline{fill:none;stroke:#8a919f;stroke-width:1.5;marker-end:url(#head)}polyline.taken{stroke:#2f7d43;stroke-width:2}text{font:13px sans-serif;text-anchor:middle;fill:#1f2430}rect,circle,polygon{stroke-width:1.5}</style>${lines.join('')}${shapes.join('')}</svg>`;
};

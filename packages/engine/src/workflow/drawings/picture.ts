import type { DiagramMarks } from '@keyan/kernel/workflow/marks.ts';
import { escapeMarkup } from '../../base/escape-markup.ts';
import { readDrawing } from '../reading/drawn.ts';
import { attr } from '../reading/namespaces.ts';
import { parseXml, type XmlElement } from '../reading/xml.ts';
import type { DrawnBox } from './drawing.ts';

/** Fill and line colour of a node by its mark. */
const colours: Readonly<
  Record<Exclude<keyof DiagramMarks, 'flows'> | 'none', readonly [string, string]>
> = {
  done: ['#e7f5ea', '#2f7d43'],
  active: ['#e6f0fa', '#3178c2'],
  back: ['#fdecea', '#b3392f'],
  skipped: ['#f2f3f5', '#8a919f'],
  none: ['#ffffff', '#5b6270'],
};

const colourOf = (id: string, marks: DiagramMarks): readonly [string, string] => {
  const groups = ['active', 'back', 'skipped', 'done'] as const;
  return colours[groups.find((group) => marks[group].includes(id)) ?? 'none'];
};

/** Returns the caption of a box as SVG: two lines of eight characters. */
const caption = (text: string, x: number, y: number): string => {
  const letters = [...text];
  const lines = [letters.slice(0, 8), letters.slice(8, 16)].filter((line) => line.length > 0);
  return lines
    .map((line, index) => {
      const at = y + 4 + (index - (lines.length - 1) / 2) * 16;
      return `<text x="${x}" y="${at}">${escapeMarkup(line.join(''))}</text>`;
    })
    .join('');
};

const shape = (
  type: string,
  name: string,
  box: DrawnBox,
  [fill, line]: readonly [string, string],
) => {
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

/** Returns every element of the file by id. */
const elementsOf = (root: XmlElement): ReadonlyMap<string, XmlElement> =>
  new Map(
    root.children
      .filter((item) => item.name === 'process')
      .flatMap((process) => process.children)
      .map((item) => [attr(item, 'id') ?? '', item]),
  );

/**
 * Draws a BPMN file with the progress of a process, as a standalone SVG: for lists and print, where no diagram viewer
 * runs. A file without a drawing gives an empty picture.
 */
export const processPicture = (xml: string, marks: DiagramMarks): string => {
  const { root } = parseXml(xml);
  const elements = elementsOf(root);
  const drawing = readDrawing(root);
  const taken = new Set(marks.flows);
  const shapes = [...drawing.boxes].flatMap(([id, box]) => {
    const element = elements.get(id);
    if (!element) return [];
    return shape(element.name, attr(element, 'name') ?? '', box, colourOf(id, marks));
  });
  const lines = [...drawing.lines].map(([id, points]) => {
    const path = points.map(([x, y]) => `${x},${y}`).join(' ');
    return `<polyline points="${path}" class="${taken.has(id) ? 'taken' : 'flow'}"/>`;
  });
  const corners = [
    ...[...drawing.boxes.values()].flatMap(({ x, y, width, height }) => [
      [x, y] as const,
      [x + width, y + height] as const,
    ]),
    ...[...drawing.lines.values()].flat(),
  ];
  const reach = (of: 0 | 1, pick: typeof Math.min, least: number): number =>
    corners.reduce((found, corner) => pick(found, corner[of]), least);
  const left = reach(0, Math.min, 0) - 20;
  const top = reach(1, Math.min, 0) - 20;
  const width = reach(0, Math.max, 100) - left + 20;
  const height = reach(1, Math.max, 60) - top + 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}"><defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 10 5 0 10z" fill="#5b6270"/></marker></defs><style>polyline{fill:none;stroke:#8a919f;stroke-width:1.5;marker-end:url(#head)}polyline.taken{stroke:#2f7d43;stroke-width:2}text{font:13px sans-serif;text-anchor:middle;fill:#1f2430}rect,circle,polygon{stroke-width:1.5}</style>${lines.join('')}${shapes.join('')}</svg>`;
};

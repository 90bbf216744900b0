import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import { useEffect, useRef, useState } from 'react';
import { type Text, useLabel } from '../i18n/language.ts';
import { stepName } from '../records/steps.ts';
import type { DrawingMarks } from './calls.ts';
import './diagram.css';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Canvas {
  addMarker(element: string, marker: string): void;
  /** Returns the visible area, in units of the diagram; `inner` is everything drawn. */
  viewbox(): { readonly inner: Area };
  viewbox(area: Area): void;
  /** Takes over the size of its element. */
  resized(): void;
  scrollToElement(element: string): void;
}

/** Minimum scale at which text is readable (12 px): a larger diagram is scrolled instead. */
const minReadableScale = 0.9;

/** Pixels around the diagram; the bpmn.io logo is below it. */
const margin = 24;
const logoSize = 40;

/**
 * Sets the height of the element to that of its diagram and shows the diagram, its left end first
 * if it is too wide.
 * @param least minimum scale of the diagram
 * @returns true if all of it is visible
 */
const showAll = (canvas: Canvas, element: HTMLElement, least = minReadableScale): boolean => {
  const { inner } = canvas.viewbox();
  const room = element.clientWidth - 2 * margin;
  const scale = Math.min(1, Math.max(least, room / inner.width));
  element.style.minHeight = `${Math.ceil(inner.height * scale) + 2 * margin + logoSize}px`;
  canvas.resized();
  const width = element.clientWidth / scale;
  const height = element.clientHeight / scale;
  const fits = inner.width <= room / scale;
  canvas.viewbox({
    x: fits ? inner.x - (width - inner.width) / 2 : inner.x - margin / scale,
    y: inner.y - (height - logoSize / scale - inner.height) / 2,
    width,
    height,
  });
  return fits;
};

/** Names that every diagram gives to its two ends and its first step. */
const endNames: readonly Label[] = [
  ['开始', 'Start'],
  ['结束', 'End'],
  ['申请人', 'Applicant'],
];

/**
 * Returns the diagram with its names in the reader's language; names of diagrams drawn by hand are
 * unchanged.
 */
const withTranslatedNames = (
  xml: string,
  resource: Resource | undefined,
  label: (text: Text) => string,
): string => {
  const drawn = new DOMParser().parseFromString(xml, 'application/xml');
  for (const element of drawn.querySelectorAll('[id][name]')) {
    const name = element.getAttribute('name') ?? '';
    const known = [...endNames, ...(resource?.processes.map((process) => process.label) ?? [])];
    const shipped = known.find(([zh]) => zh === name);
    element.setAttribute(
      'name',
      label(shipped ?? (resource ? stepName(resource, element.id, name) : name)),
    );
  }
  return new XMLSerializer().serializeToString(drawn);
};

interface Registry {
  get(element: string): unknown;
}

const groups = ['done', 'active', 'back', 'skipped', 'flows'] as const;

interface DiagramPictureProps {
  readonly drawing: DrawingMarks;
  /**
   * Resource of the records; undefined if the page does not know the kind: names are then not
   * translated.
   */
  readonly resource: Resource | undefined;
}

/**
 * Renders the diagram with the outcome of each node. The bpmn.io logo must stay visible: its
 * licence.
 */
export const DiagramPicture = ({ drawing, resource }: DiagramPictureProps) => {
  const label = useLabel();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<Canvas>(null);
  const [isWide, setWide] = useState(false);
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    setWide(false);
    setWhole(false);
    const viewer = new NavigatedViewer({ container: box.current });
    const draw = async () => {
      await viewer.importXML(withTranslatedNames(drawing.xml, resource, label));
      const canvas = viewer.get<Canvas>('canvas');
      const registry = viewer.get<Registry>('elementRegistry');
      // Steps and gateways that were generated while the file was parsed are not drawn.
      const drawn = (ids: readonly string[]): string[] => ids.filter((id) => registry.get(id));
      for (const group of groups) {
        for (const id of drawn(drawing[group])) canvas.addMarker(id, `ky-mark-${group}`);
      }
      if (!box.current || showAll(canvas, box.current)) return;
      shown.current = canvas;
      setWide(true);
      const here = drawn(drawing.active)[0] ?? drawn(drawing.done).at(-1);
      if (here) canvas.scrollToElement(here);
    };
    // A viewer destroyed during loading has nothing to draw on.
    draw().catch(() => undefined);
    return () => viewer.destroy();
  }, [drawing, resource, label]);
  const toggle = () => {
    if (!shown.current || !box.current) return;
    showAll(shown.current, box.current, isWhole ? minReadableScale : 0);
    setWhole(!isWhole);
  };
  return (
    <>
      {isWide && (
        <p className="ky-note ky-diagram-wide">
          {label([
            '流程图较宽，可左右拖动查看',
            'The diagram is wider than this window: drag it sideways',
          ])}
          <button type="button" className="ky-link" onClick={toggle}>
            {label(isWhole ? ['恢复大小', 'Actual size'] : ['显示整图', 'Show the whole diagram'])}
          </button>
        </p>
      )}
      <div ref={box} className="ky-diagram" />
    </>
  );
};

export default DiagramPicture;

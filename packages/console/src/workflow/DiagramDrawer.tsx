import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import { useEffect, useRef } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useScreen } from '../base/useScreen.ts';
import { useClient } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import type { WireRow } from '../data/calls.ts';
import { type Text, useLabel } from '../i18n/language.ts';
import { type Drawing, workCalls, workKeys } from './calls.ts';
import './diagram.css';
import { stepName } from '../records/steps.ts';

interface Canvas {
  addMarker(element: string, marker: string): void;
  zoom(to: 'fit-viewport' | number, center?: 'auto'): number;
  scrollToElement(element: string): void;
}

/** Below this scale words cannot be read: the drawing is moved instead (12 px). */
const smallest = 0.9;

/** What every drawing calls its two ends and its first step. */
const ends: readonly Label[] = [
  ['开始', 'Start'],
  ['结束', 'End'],
  ['申请人', 'Applicant'],
];

/** The drawing with its names in the reader's language; what was drawn by hand keeps its own. */
const inWords = (xml: string, resource: Resource, label: (text: Text) => string): string => {
  const drawn = new DOMParser().parseFromString(xml, 'application/xml');
  for (const element of drawn.querySelectorAll('[id][name]')) {
    const name = element.getAttribute('name') ?? '';
    const known = [...ends, ...resource.processes.map((process) => process.label)];
    const shipped = known.find(([zh]) => zh === name);
    element.setAttribute('name', label(shipped ?? stepName(resource, element.id, name)));
  }
  return new XMLSerializer().serializeToString(drawn);
};

interface Registry {
  get(element: string): unknown;
}

const groups = ['done', 'active', 'back', 'skipped', 'flows'] as const;

/** The drawing with what became of each node. The mark of bpmn.io stays in sight: its licence. */
const Picture = ({ drawing, resource }: { drawing: Drawing; resource: Resource }) => {
  const label = useLabel();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const viewer = new NavigatedViewer({ container: box.current });
    const draw = async () => {
      await viewer.importXML(inWords(drawing.xml, resource, label));
      const canvas = viewer.get<Canvas>('canvas');
      const registry = viewer.get<Registry>('elementRegistry');
      // Steps and gateways that were made while the file was read are not drawn.
      const drawn = (ids: readonly string[]): string[] => ids.filter((id) => registry.get(id));
      for (const group of groups) {
        for (const id of drawn(drawing[group])) canvas.addMarker(id, `ky-mark-${group}`);
      }
      if (canvas.zoom('fit-viewport', 'auto') >= smallest) return;
      canvas.zoom(smallest);
      const here = drawn(drawing.active)[0] ?? drawn(drawing.done).at(-1);
      if (here) canvas.scrollToElement(here);
    };
    // A viewer that was destroyed while it read has nothing left to draw on.
    draw().catch(() => undefined);
    return () => viewer.destroy();
  }, [drawing, resource, label]);
  return <div ref={box} className="ky-diagram" />;
};

interface DiagramDrawerProps {
  readonly resource: Resource;
  readonly row: WireRow;
  readonly onClose: () => void;
}

/** 流程图: moved by dragging, larger and smaller by Ctrl and the wheel. */
const DiagramDrawer = ({ resource, row, onClose }: DiagramDrawerProps) => {
  const client = useClient();
  const label = useLabel();
  useFocusReturn();
  const narrow = useScreen() === 0;
  const { data, error, refetch } = useQuery({
    queryKey: workKeys.drawing(row.id),
    queryFn: () => workCalls(client).drawing({ businessId: row.id }),
  });
  return (
    <Drawer
      open
      onClose={onClose}
      placement={narrow ? 'bottom' : 'right'}
      size={narrow ? '90dvh' : 'min(960px, 90vw)'}
      title={label(['流程图', 'Diagram'])}
      extra={
        <span className="ky-diagram-key">
          <Glyph name="approved" tone="success" />
          {label(['已办', 'Done'])}
          <Glyph name="inApproval" tone="warning" />
          {label(['当前', 'Current'])}
          <Glyph name="returned" tone="error" />
          {label(['退回', 'Returned'])}
        </span>
      }
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Picture drawing={data} resource={resource} />
      ) : (
        <SkeletonRows />
      )}
    </Drawer>
  );
};

export default DiagramDrawer;

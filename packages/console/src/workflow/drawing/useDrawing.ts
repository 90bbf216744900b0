import type { ChainPage } from '@keyan/kernel/wire/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../base/useDebounced.ts';
import { useClient } from '../../client/context.tsx';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import { drawingCalls } from './calls.ts';
import { type DrawingCanvas, openCanvas } from './canvas.ts';
import { type CanvasShape, canvasShapes, nodeSettingsOf } from './modeler.ts';

/** Milliseconds without a change before the server checks the diagram. */
const checkDelay = 600;

/** Returns the references to people in the steps of a diagram. */
const referencesOn = ({ services }: DrawingCanvas): readonly string[] => [
  ...new Set(
    canvasShapes(services).flatMap((shape) => {
      const node = nodeSettingsOf(shape);
      if (node?.type === 'user')
        return [...node.people, ...(node.cc ?? []), ...(node.handTo ?? [])];
      return node?.type === 'service' ? node.service.people : [];
    }),
  ),
];

interface Drawn {
  readonly xml: string;
  readonly references: readonly string[];
}

/**
 * Returns a canvas with the diagram of a route: selection, changes, and the server's check.
 * @param xml initial file
 */
export const useDrawing = (page: ChainPage, xml: string) => {
  const client = useClient();
  const label = useLabel();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<DrawingCanvas | undefined>(undefined);
  const [selected, setSelected] = useState<CanvasShape>();
  const [drawn, setDrawn] = useState<Drawn>();
  /** Number of changes, so that the panel renders again: elements change in place. */
  const [, setCount] = useState(0);
  const [isEdited, setEdited] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    if (!box.current) return;
    let isOpen = true;
    const opened = openCanvas(box.current, label, {
      onSelect: (shape) => isOpen && setSelected(shape),
      onChange: () => {
        if (begun.current) setEdited(true);
        setCount((count) => count + 1);
        opened
          .xml()
          .then((text) => isOpen && setDrawn({ xml: text, references: referencesOn(opened) }))
          .catch(() => undefined);
      },
    });
    canvas.current = opened;
    begun.current = false;
    opened
      .open(xml, page.nodes)
      .then(() => {
        begun.current = true;
        if (isOpen && window.innerWidth >= 1024) opened.openMap();
      })
      .catch((fault) => isOpen && toast.fault(fault));
    return () => {
      isOpen = false;
      canvas.current = undefined;
      opened.close();
    };
  }, [xml, page.nodes, label]);
  const settled = useDebounced(drawn, checkDelay);
  const judged = useQuery({
    queryKey: ['drawing', 'judged', page.kind, settled?.xml ?? ''],
    queryFn: ({ signal }) =>
      drawingCalls(client).judge(page.kind, settled?.xml ?? '', settled?.references ?? [], signal),
    placeholderData: (before) => before,
    enabled: settled !== undefined && page.editable,
    retry: false,
  });
  const { data } = judged;
  useEffect(() => {
    canvas.current?.markFaults((data?.problems ?? []).map(({ nodeId }) => nodeId));
  }, [data]);
  const isJudged = data !== undefined && !judged.isFetching && settled === drawn;
  return {
    box,
    canvas,
    selected,
    drawn,
    judged: data,
    isJudged,
    isEdited,
    /** Opens another file instead, as a change that can be undone. */
    load: async (text: string) => {
      setSelected(undefined);
      await canvas.current?.open(text);
      setEdited(true);
    },
    settle: () => setEdited(false),
  };
};

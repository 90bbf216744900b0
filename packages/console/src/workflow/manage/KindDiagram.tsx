import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../components/state.tsx';
import { useDefinition, useOutlineOfKind } from '../../presentation/resources.tsx';
import type { DrawingMarks } from '../calls.ts';

const DiagramPicture = lazy(() => import('../DiagramPicture.tsx'));

interface KindDiagramProps {
  readonly kind: string;
  readonly drawing: DrawingMarks;
}

const Picture = ({ kind, drawing }: KindDiagramProps) => {
  const resource = useDefinition(useOutlineOfKind(kind)?.key);
  return <DiagramPicture drawing={drawing} resource={resource} />;
};

/**
 * Renders the diagram of a process of any kind, once its code and the definition of its records are
 * loaded.
 */
export const KindDiagram = (props: KindDiagramProps) => (
  <Suspense fallback={<SkeletonRows />}>
    <Picture {...props} />
  </Suspense>
);

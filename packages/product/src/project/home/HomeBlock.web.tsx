import { SkeletonRows } from '@keyan/console/components/state.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { lazy, Suspense } from 'react';

const ProjectHome = lazy(() => import('./ProjectHome.web.tsx'));

/** Block 项目主页 above the fields of a project, loaded with the first project shown. */
export const HomeBlock = ({ row }: { readonly row: WireRow }) => (
  <Suspense fallback={<SkeletonRows rows={3} />}>
    <ProjectHome row={row} />
  </Suspense>
);

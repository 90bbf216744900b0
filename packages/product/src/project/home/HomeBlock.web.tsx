import { SkeletonRows } from '@keyan/console/components/state.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { lazy, Suspense } from 'react';

const ProjectHome = lazy(() => import('./ProjectHome.web.tsx'));

/** 项目主页 above the fields of a project; its code comes with the first project that is opened. */
export const HomeBlock = ({ row }: { readonly row: WireRow }) => (
  <Suspense fallback={<SkeletonRows rows={3} />}>
    <ProjectHome row={row} />
  </Suspense>
);

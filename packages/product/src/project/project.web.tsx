import { SkeletonRows } from '@keyan/console/components/state.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { lazy, Suspense } from 'react';
import { project } from './project.ts';

const ProjectHome = lazy(() => import('./home/ProjectHome.web.tsx'));

const Home = ({ row }: { readonly row: WireRow }) => (
  <Suspense fallback={<SkeletonRows rows={3} />}>
    <ProjectHome row={row} />
  </Suspense>
);

/** What the page of a project has beside its fields. */
export const projectPresentation = present(project, {
  fields: { programName: { span: 2 }, hostUnit: { span: 2 } },
  Question: Home,
});

import { SkeletonRows } from '@keyan/console/components/state.tsx';
import { present } from '@keyan/console/presentation/present.ts';
import { lazy, Suspense } from 'react';
import { team } from './team.ts';

const TeamHome = lazy(() => import('./TeamHome.web.tsx'));

/** How the pages of teams differ from plain ones: above the fields, the team at a glance. */
export const teamPresentation = present(team, {
  Question: ({ row }) => (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <TeamHome row={row} />
    </Suspense>
  ),
});

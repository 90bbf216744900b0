import { SkeletonRows } from '@keyan/console/components/state.tsx';
import { present } from '@keyan/console/presentation/present.ts';
import { lazy, Suspense } from 'react';
import { team } from './team.ts';

const TeamHome = lazy(() => import('./TeamHome.web.tsx'));

/** Presentation of teams: overview above the fields. */
export const teamPresentation = present(team, {
  Question: ({ row }) => (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <TeamHome row={row} />
    </Suspense>
  ),
});

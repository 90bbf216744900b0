import { SkeletonRows } from '@keyan/console/components/state.tsx';
import { present } from '@keyan/console/presentation/present.ts';
import { lazy, Suspense } from 'react';
import { scorePerson } from './score-person.ts';

const ScoreYears = lazy(() => import('../scholar/ScoreYears.web.tsx'));

/** Presentation of personal scores: lines by year above the total. */
export const scorePersonPresentation = present(scorePerson, {
  Question: ({ row }) => (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <ScoreYears userId={String(row.userId)} batchId={String(row.batchId)} />
    </Suspense>
  ),
});

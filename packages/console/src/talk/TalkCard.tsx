import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { hasTalk } from '@keyan/kernel/definition/talked-about.ts';
import { lazy, Suspense } from 'react';

const Talk = lazy(() => import('./Talk.tsx'));

/** Renders 讨论 beside a record with an approval; its code loads with the first opened record. */
export const TalkCard = ({ resource, id }: { readonly resource: Resource; readonly id: string }) =>
  hasTalk(resource) ? (
    <Suspense>
      <Talk key={id} resource={resource} id={id} />
    </Suspense>
  ) : null;

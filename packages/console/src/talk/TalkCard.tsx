import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { hasTalk } from '@keyan/kernel/definition/talked-about.ts';
import { lazy, Suspense } from 'react';

const Talk = lazy(() => import('./Talk.tsx'));

/** 讨论 beside a record that has a course; its code comes with the first record that is opened. */
export const TalkCard = ({ resource, id }: { readonly resource: Resource; readonly id: string }) =>
  hasTalk(resource) ? (
    <Suspense>
      <Talk key={id} resource={resource} id={id} />
    </Suspense>
  ) : null;

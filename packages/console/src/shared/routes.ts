import type { Resource, View } from '@keyan/kernel/resource.ts';
import { type ComponentType, lazy } from 'react';
import type { WireRow } from '../data/calls.ts';
import type { Route } from '../shell/routes.ts';
import { pagesOf } from './resources.tsx';

interface Parts {
  /** At the right of a record: its flow and approval records. */
  readonly side?: ComponentType<{ row: WireRow }>;
  /** In the head of a record: what may be done to it now. */
  readonly actions?: ComponentType<{ row: WireRow; view: View }>;
}

/** The routes of form and record for every view of a resource; the code is fetched when opened. */
export const recordRoutes = (resource: Resource, parts: Parts = {}): readonly Route[] =>
  Object.values(resource.views).flatMap((view) => {
    const pages = pagesOf(view);
    const form = lazy(async () => {
      const { formPage } = await import('../form/FormPage.tsx');
      return { default: formPage(resource, view) };
    });
    const detail = lazy(async () => {
      const { detailPage } = await import('../detail/DetailPage.tsx');
      return { default: detailPage({ resource, view, ...parts }) };
    });
    return [
      { path: pages.add, component: form, title: view.label },
      { path: `${view.path}/edit`, component: form, title: view.label },
      { path: `${view.path}/detail`, component: detail, title: view.label },
    ];
  });

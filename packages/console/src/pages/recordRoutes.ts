import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { lazy } from 'react';
import type { Route } from '../navigation/routes.ts';
import { pagesOf } from '../presentation/resources.tsx';
import { guarded } from './guarded.tsx';

/**
 * The routes of list, form and record page for every view of a resource; their code loads when
 * opened. The list has the path of the view, also with `/index`, as menus write it.
 */
export const recordRoutes = (resource: Resource): readonly Route[] =>
  Object.entries(resource.views).flatMap(([name, view]) => {
    const pages = pagesOf(view);
    const list = guarded(
      [view],
      lazy(async () => {
        const { listPage } = await import('../list/ResourceList.tsx');
        return { default: listPage(resource, name) };
      }),
    );
    const form = guarded(
      [view],
      lazy(async () => {
        const { formPage } = await import('../form/FormPage.tsx');
        return { default: formPage(resource, view) };
      }),
    );
    // A user with any view of the resource may open a record.
    const detail = guarded(
      Object.values(resource.views),
      lazy(async () => {
        const [{ detailPage }, { recordActionsFor }, { approvalSide }] = await Promise.all([
          import('../detail/DetailPage.tsx'),
          import('../records/RecordActions.tsx'),
          import('../workflow/ApprovalSide.tsx'),
        ]);
        const actions = recordActionsFor(resource);
        const side = approvalSide(resource);
        return { default: detailPage({ resource, view, actions, side }) };
      }),
    );
    return [
      { path: pages.list, component: list, title: view.label },
      { path: `${pages.list}/index`, component: list, title: view.label },
      { path: pages.add, component: form, title: view.label },
      { path: `${view.path}/edit`, component: form, title: view.label },
      { path: `${view.path}/detail`, component: detail, title: view.label },
    ];
  });

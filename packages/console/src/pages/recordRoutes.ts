import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import { type ComponentType, lazy } from 'react';
import type { Route } from '../navigation/routes.ts';
import type { LazyResource } from '../presentation/lazy.ts';
import { viewAddresses } from '../presentation/resources.tsx';
import { NotFoundPage } from './ErrorPages.tsx';
import { guardedPage } from './guarded.tsx';

interface Opened {
  readonly resource: Resource;
  readonly name: string;
  readonly view: View;
}

/**
 * @throws Error if the outline names a view that the definition lacks: the two are of different
 * builds.
 */
const openedAt = (resource: Resource, code: string): Opened => {
  const found = Object.entries(resource.views).find(([, view]) => view.code === code);
  if (!found) throw new Error(`${resource.key} has no page ${code}`);
  return { resource, name: found[0], view: found[1] };
};

type MakePage = (opened: Opened) => ComponentType;

/** Loaded when a user first shows a row beside a list. */
const RecordPeek = lazy(() => import('../detail/RecordPeek.tsx'));

const loadList = async (): Promise<MakePage> => {
  const [{ listPage }, { ApproveRows }] = await Promise.all([
    import('../list/ResourceList.tsx'),
    import('../workflow/batch/ApproveRows.tsx'),
  ]);
  return ({ resource, name, view }) =>
    guardedPage([view], listPage(resource, name, { TaskActions: ApproveRows, Peek: RecordPeek }));
};

const loadForm = async (): Promise<MakePage> => {
  const { formPage } = await import('../form/FormPage.tsx');
  return ({ resource, view }) =>
    view.actions.some((action) => action === 'add' || action === 'edit')
      ? guardedPage([view], formPage(resource, view))
      : NotFoundPage;
};

const loadDetail = async (): Promise<MakePage> => {
  const [{ detailPage }, { recordActionsFor }, { approvalPanelFor }] = await Promise.all([
    import('../detail/DetailPage.tsx'),
    import('../records/RecordActions.tsx'),
    import('../workflow/ApprovalSide.tsx'),
  ]);
  return ({ resource, view }) => {
    const actions = recordActionsFor(resource);
    const side = approvalPanelFor(resource);
    // A user with any view of the resource may open a record.
    return guardedPage(
      Object.values(resource.views),
      detailPage({ resource, view, actions, side }),
    );
  };
};

/**
 * Returns the routes of list, form and record page for every view of a resource; definition and
 * code load when opened. The list has the path of the view, also with `/index`, as menus write it.
 */
export const recordRoutes = (kind: LazyResource): readonly Route[] =>
  kind.pages.flatMap(({ code, path, label }) => {
    const pages = viewAddresses({ path });
    const page = (loadPage: () => Promise<MakePage>) => {
      const load = async () => {
        const [make, { resource }] = await Promise.all([loadPage(), kind.load()]);
        return { default: make(openedAt(resource, code)) };
      };
      const prefetch = () => Promise.all([loadPage(), kind.load()]);
      return { component: lazy(load), title: label, prefetch };
    };
    const list = page(loadList);
    const form = page(loadForm);
    return [
      { path: pages.list, ...list },
      { path: `${pages.list}/index`, ...list },
      { path: pages.add, ...form },
      { path: `${path}/edit`, ...form },
      { path: `${path}/detail`, ...page(loadDetail) },
    ];
  });

import type { RowLike } from '../values/row.ts';
import type { ActionName, Resource, View } from './resource.ts';
import { isPageOfRow } from './variants.ts';

/** Returns every permission code of a resource: of its pages and their actions. */
export const permissionsOf = (resource: Resource): readonly string[] =>
  Object.values(resource.views).flatMap((view) => [
    view.code,
    ...view.actions.map((action) => `${view.code}_${action}`),
  ]);

/** Page with an action, and the permission code of the action there. */
interface ActionPage {
  readonly view: View;
  readonly code: string;
}

const actionPages = new WeakMap<Resource, Map<ActionName, readonly ActionPage[]>>();

/** Returns the pages with an action, cached: every call checks most actions of a resource. */
const pagesWith = (resource: Resource, action: ActionName): readonly ActionPage[] => {
  const known = actionPages.get(resource) ?? new Map<ActionName, readonly ActionPage[]>();
  actionPages.set(resource, known);
  const found =
    known.get(action) ??
    Object.values(resource.views)
      .filter((view) => view.actions.includes(action))
      .map((view) => ({ view, code: `${view.code}_${action}` }));
  known.set(action, found);
  return found;
};

/**
 * True if the codes grant the action on any page of the resource.
 * @param row limits the pages to those of the row's variant; if omitted, all pages count
 */
export const grantsAction = (
  resource: Resource,
  permissions: ReadonlySet<string>,
  action: ActionName,
  row?: RowLike,
): boolean =>
  pagesWith(resource, action).some(
    ({ view, code }) =>
      permissions.has(code) && (row === undefined || isPageOfRow(resource, view, row)),
  );

import { type CodeScope, withCode } from '../../access/scope.ts';
import type { Label } from '../../label.ts';
import type { Process } from '../life/process.ts';
import type { Resource, View } from '../resource.ts';
import type { Variants } from '../variants.ts';
import { resourceTextsOf } from './words.ts';

/** Properties of a view that links and menus need. */
export interface ViewOutline extends Pick<View, 'label' | 'code' | 'path' | 'actions'> {
  /** Scope of the view's records, if codes of one field decide it. */
  readonly scope?: CodeScope;
}

/**
 * Data of a resource that pages need before its definition is loaded: addresses of pages and calls,
 * kinds of approval, and listed references. Plain data, so that a build can write it.
 */
export interface ResourceOutline {
  readonly key: string;
  /** Path of the calls: `/api/{path}/list`, …. */
  readonly path: string;
  /** Label of the button for a new record; omitted if no page has the button. */
  readonly add?: Label;
  readonly views: Readonly<Record<string, ViewOutline>>;
  readonly processes: readonly Pick<Process, 'kind' | 'label'>[];
  readonly variants?: Variants;
  /** True if the list of records is a tree (`list.tree`). */
  readonly isTree?: true;
  /** References of its records to other records, on whose pages they are listed. */
  readonly listed: readonly {
    readonly target: string;
    readonly field: string;
    readonly title: Label;
  }[];
}

const viewOutline = (
  { variants }: Resource,
  { label, code, path, actions, scope, variant }: View,
): ViewOutline => {
  const shown = variants && variant ? withCode(variants.field, variant) : scope;
  return { label, code, path, actions, ...(shown.kind === 'coded' ? { scope: shown } : {}) };
};

/** Returns the outline of a resource. */
export const outlineOf = (resource: Resource): ResourceOutline => ({
  key: resource.key,
  path: resource.path,
  ...(Object.values(resource.views).some(({ actions }) => actions.includes('add'))
    ? { add: resourceTextsOf(resource).add }
    : {}),
  views: Object.fromEntries(
    Object.entries(resource.views).map(([name, view]) => [name, viewOutline(resource, view)]),
  ),
  ...(resource.variants ? { variants: resource.variants } : {}),
  ...(resource.list.tree ? { isTree: true } : {}),
  processes: resource.processes.map(({ kind, label }) => ({ kind, label })),
  listed: Object.entries(resource.fields).flatMap(([field, { spec }]) =>
    spec.listed && spec.target ? [{ target: spec.target.key, field, title: spec.listed }] : [],
  ),
});

import { type CodeScope, withCode } from '../../access/scope.ts';
import type { Label } from '../../label.ts';
import type { Process } from '../life/process.ts';
import type { Resource, View } from '../resource.ts';
import type { Variants } from '../variants.ts';
import { resourceTextsOf } from './words.ts';

/** A view as links and menus need it. */
export interface ViewOutline extends Pick<View, 'label' | 'code' | 'path' | 'actions'> {
  /** The codes of the records that it shows, where only these codes decide. */
  readonly scope?: CodeScope;
}

/**
 * Data that pages know of a resource before its definition is loaded: the places of its pages and calls, its kinds of
 * approval, and the records to which its own point. It is data, so that a build can write it.
 */
export interface ResourceOutline {
  readonly key: string;
  /** Calls live at `/api/{path}/list`, …. */
  readonly path: string;
  /** The button that begins a new record; left out where no page has it. */
  readonly add?: Label;
  readonly views: Readonly<Record<string, ViewOutline>>;
  readonly processes: readonly Pick<Process, 'kind' | 'label'>[];
  readonly variants?: Variants;
  /** Records of the kind lie below each other (`list.tree`). */
  readonly isTree?: true;
  /** References of its records to others, on whose pages they are listed. */
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

/** The outline of a resource. */
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

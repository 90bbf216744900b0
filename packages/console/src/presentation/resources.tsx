import type { CodeScope, Scope } from '@keyan/kernel/access/scope.ts';
import type { ResourceOutline, ViewOutline } from '@keyan/kernel/definition/page/outline.ts';
import { detailPage, editPage, type Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { type LazyResource, plainPresentation } from './lazy.ts';
import type { FieldPresentation, Presentation } from './present.ts';

type Every = Extract<Scope, { kind: 'every' }>;

interface Known {
  readonly outlines: ReadonlyMap<string, ResourceOutline>;
  readonly resources: ReadonlyMap<string, LazyResource>;
}

const KnownContext = createContext<Known>({ outlines: new Map(), resources: new Map() });

interface ProviderProps {
  readonly outlines: readonly ResourceOutline[];
  readonly resources: readonly LazyResource[];
  readonly children: ReactNode;
}

/** Provides the outlines of all resources, and their definitions on demand. */
export const ResourcesProvider = ({ outlines, resources, children }: ProviderProps) => {
  const known = useMemo(
    () => ({
      outlines: new Map(outlines.map((each) => [each.key, each])),
      resources: new Map(resources.map((each) => [each.key, each])),
    }),
    [outlines, resources],
  );
  return <KnownContext value={known}>{children}</KnownContext>;
};

/** Returns the outline of a resource by its key; undefined for a resource without pages. */
export const useOutline = (key: string | undefined): ResourceOutline | undefined =>
  use(KnownContext).outlines.get(key ?? '');

/** Returns a function: the outline of the resource whose records go through a kind of process. */
export const useOutlinesByKind = (): ((kind: string) => ResourceOutline | undefined) => {
  const { outlines } = use(KnownContext);
  return (kind) =>
    [...outlines.values()].find((each) => each.processes.some((process) => process.kind === kind));
};

/** Returns the outline of the resource whose records go through a kind of process. */
export const useOutlineOfKind = (kind: string): ResourceOutline | undefined =>
  useOutlinesByKind()(kind);

/**
 * Returns a definition by its key; suspends the component until it is loaded. Calls `use` again
 * once the definition is loaded: React replays the component then, and hooks after an omitted `use`
 * fail (error 520).
 */
export const useDefinition = (key: string | undefined): Resource | undefined => {
  const lazy = use(KnownContext).resources.get(key ?? '');
  if (!lazy) return undefined;
  return use(lazy.load()).resource;
};

/** Returns all processes of all resources. */
export const useKinds = (): ResourceOutline['processes'] => {
  const { outlines } = use(KnownContext);
  return [...outlines.values()].flatMap((each) => each.processes);
};

/** Returns the presentation of a resource, which is loaded with its definition. */
export const usePresentation = (resource: Resource): Presentation => {
  const lazy = use(KnownContext).resources.get(resource.key);
  const loaded = lazy?.loaded()?.presentation;
  return useMemo(() => loaded ?? plainPresentation(resource), [loaded, resource]);
};

const defaultPresentation: FieldPresentation = {};

/** Returns the presentation of a field; `path` without line numbers. */
export const fieldPresentation = (presentation: Presentation, path: string): FieldPresentation =>
  presentation.fields[path] ?? defaultPresentation;

/** Returns the addresses of a view's pages; the list has the path of the view. */
export const viewAddresses = (view: Pick<ViewOutline, 'path'>) => ({
  list: view.path,
  add: `${view.path}/add`,
  edit: (id: string) => editPage(view, id),
  detail: (id: string) => detailPage(view, id),
});

/** Returns true if the user has any permission of the view. */
export const mayOpenView = (
  view: Pick<ViewOutline, 'code' | 'actions'>,
  permissions: ReadonlySet<string>,
): boolean => view.actions.some((action) => permissions.has(`${view.code}_${action}`));

/** Properties of a view that decide whether it shows a record. */
interface ViewConditions {
  readonly scope?: { readonly kind: string };
}

/**
 * Returns true if a page with this scope shows the record, by its codes; unknown values are
 * ignored.
 */
const scopeShows = (scope: ViewConditions['scope'], row: RowLike): boolean => {
  if (scope?.kind === 'every') return (scope as Every).scopes.every((one) => scopeShows(one, row));
  if (scope?.kind !== 'coded') return true;
  const { field, codes } = scope as CodeScope;
  return row[field] === undefined || codes.includes(String(row[field]));
};

/**
 * Returns the view that links to a record use: the first that shows the record, preferably one that
 * the user may open.
 */
export const viewFor = <V extends ViewConditions & Pick<ViewOutline, 'code' | 'actions'>>(
  { views }: { readonly views: Readonly<Record<string, V>> },
  row: RowLike = {},
  permissions: ReadonlySet<string> = new Set(),
): V | undefined => {
  const showing = Object.values(views).filter(({ scope }) => scopeShows(scope, row));
  return showing.find((view) => mayOpenView(view, permissions)) ?? showing[0];
};

/** Returns the view of records that go through a kind of process. */
export const viewOfKind = (outline: ResourceOutline, kind: string): ViewOutline | undefined => {
  const { field = '', kinds = {} } = outline.variants ?? {};
  const code = Object.keys(kinds).find((each) => kinds[each] === kind);
  return viewFor(outline, code === undefined ? {} : { [field]: code });
};

/** A resource whose records reference others, and the field that does. */
export interface ReferringList {
  readonly outline: ResourceOutline;
  readonly field: string;
  readonly title: Label;
}

/** Returns the lists on the page of a record: kinds of records that reference it. */
export const useReferringLists = (target: Resource): readonly ReferringList[] => {
  const { outlines } = use(KnownContext);
  return useMemo(
    () =>
      [...outlines.values()].flatMap((outline) =>
        outline.listed.flatMap((listed) =>
          listed.target === target.key ? [{ outline, ...listed }] : [],
        ),
      ),
    [outlines, target],
  );
};

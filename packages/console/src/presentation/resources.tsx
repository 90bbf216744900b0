import type { Process } from '@keyan/kernel/process.ts';
import { editPage, type Resource, type View } from '@keyan/kernel/resource.ts';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { FieldPresentation, Presentation } from './present.ts';

interface Known {
  readonly resources: ReadonlyMap<string, Resource>;
  readonly presentations: ReadonlyMap<string, Presentation>;
}

const KnownContext = createContext<Known>({ resources: new Map(), presentations: new Map() });

interface ProviderProps {
  readonly resources: readonly Resource[];
  readonly presentations?: readonly Presentation[];
  readonly children: ReactNode;
}

/** Tells the console which resources there are and how they differ from plain ones. */
export const ResourcesProvider = ({ resources, presentations = [], children }: ProviderProps) => {
  const known = useMemo(
    () => ({
      resources: new Map(resources.map((each) => [each.key, each])),
      presentations: new Map(presentations.map((each) => [each.resource.key, each])),
    }),
    [resources, presentations],
  );
  return <KnownContext value={known}>{children}</KnownContext>;
};

/** A resource by its key; undefined for a handle whose resource has no pages here. */
export const useResource = (key: string | undefined): Resource | undefined =>
  use(KnownContext).resources.get(key ?? '');

/** The resource whose records go through a kind of process. */
export const useResourceOfKind = (kind: string): Resource | undefined => {
  const { resources } = use(KnownContext);
  return [...resources.values()].find((each) =>
    each.processes.some((process) => process.kind === kind),
  );
};

/** Every kind of process that records go through here. */
export const useKinds = (): readonly Process[] => {
  const { resources } = use(KnownContext);
  return [...resources.values()].flatMap((each) => each.processes);
};

/** How the resource's pages differ; plain unless the product said otherwise. */
export const usePresentation = (resource: Resource): Presentation => {
  const { presentations } = use(KnownContext);
  return useMemo(
    () => presentations.get(resource.key) ?? { resource, fields: {} },
    [presentations, resource],
  );
};

const plain: FieldPresentation = {};

/** How a field differs; `path` without the numbers of lines. */
export const fieldOf = (presentation: Presentation, path: string): FieldPresentation =>
  presentation.fields[path] ?? plain;

/** The addresses of a view's pages; the list stands at the view's own path. */
export const pagesOf = (view: View) => ({
  list: view.path,
  add: `${view.path}/add`,
  edit: (id: string) => editPage(view, id),
  detail: (id: string) => `${view.path}/detail?id=${id}`,
});

/** Does the person hold any button of the view's page? */
export const mayEnter = (view: View, permissions: ReadonlySet<string>): boolean =>
  view.actions.some((action) => permissions.has(`${view.code}_${action}`));

/** The view whose pages a link to a record opens: the first that the person may enter. */
export const viewFor = (resource: Resource): View | undefined => Object.values(resource.views)[0];

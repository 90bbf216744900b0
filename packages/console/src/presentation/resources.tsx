import type { Process } from '@keyan/kernel/definition/process.ts';
import { editPage, type Resource, type View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { Values } from '../data/values.ts';
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

/** Provides the resources and how their pages differ from plain ones. */
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

/** A resource by its key; undefined for a reference to a resource without pages here. */
export const useResource = (key: string | undefined): Resource | undefined =>
  use(KnownContext).resources.get(key ?? '');

/** The resource whose records go through a kind of process. */
export const useResourceOfKind = (kind: string): Resource | undefined => {
  const { resources } = use(KnownContext);
  return [...resources.values()].find((each) =>
    each.processes.some((process) => process.kind === kind),
  );
};

/** All processes of all resources. */
export const useKinds = (): readonly Process[] => {
  const { resources } = use(KnownContext);
  return [...resources.values()].flatMap((each) => each.processes);
};

/** The presentation of a resource; empty by default. */
export const usePresentation = (resource: Resource): Presentation => {
  const { presentations } = use(KnownContext);
  return useMemo(
    () => presentations.get(resource.key) ?? { resource, fields: {} },
    [presentations, resource],
  );
};

const plain: FieldPresentation = {};

/** The presentation of a field; `path` without line numbers. */
export const fieldOf = (presentation: Presentation, path: string): FieldPresentation =>
  presentation.fields[path] ?? plain;

/** Addresses of the pages of a view; the list has the path of the view. */
export const pagesOf = (view: View) => ({
  list: view.path,
  add: `${view.path}/add`,
  edit: (id: string) => editPage(view, id),
  detail: (id: string) => `${view.path}/detail?id=${id}`,
});

/** Whether the user has any permission of the view. */
export const mayEnter = (view: View, permissions: ReadonlySet<string>): boolean =>
  view.actions.some((action) => permissions.has(`${view.code}_${action}`));

/** Does a page that shows records of some codes show this one? What is not known does not count. */
const shows = ({ scope }: View, row: Values): boolean =>
  scope.kind !== 'coded' ||
  row[scope.field] === undefined ||
  scope.codes.includes(String(row[scope.field]));

/** The view that links to a record use: the first one of the resource that shows the record. */
export const viewFor = (resource: Resource, row: Values = {}): View | undefined =>
  Object.values(resource.views).find((view) => shows(view, row));

/** A resource whose records point to others, and by which field. */
export interface Listing {
  readonly resource: Resource;
  readonly field: string;
  readonly title: Label;
}

/** What the page of a record of this resource lists: records that point to it. */
export const useListings = (target: Resource): readonly Listing[] => {
  const { resources } = use(KnownContext);
  return useMemo(
    () =>
      [...resources.values()].flatMap((resource) =>
        Object.entries(resource.fields).flatMap(([field, { spec }]) =>
          spec.listed && spec.target?.key === target.key
            ? [{ resource, field, title: spec.listed }]
            : [],
        ),
      ),
    [resources, target],
  );
};

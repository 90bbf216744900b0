import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { Presentation } from './present.ts';

/** The line of a page: what the frame knows of it before it is opened. */
export type PageLine = Pick<View, 'code' | 'path' | 'label'>;

/** A definition, and how its pages differ from plain ones. */
export interface LoadedDefinition {
  readonly resource: Resource;
  readonly presentation: Presentation;
}

/** A resource whose definition loads when a page needs it. */
export interface LazyResource {
  readonly key: string;
  readonly pages: readonly PageLine[];
  /** Loads the definition; the same promise until it fails, so that a page can wait for it. */
  load(): Promise<LoadedDefinition>;
  /** Definition that has been loaded. */
  loaded(): LoadedDefinition | undefined;
}

/** Presentation that follows from the definition alone. */
export const plainPresentation = (resource: Resource): Presentation => ({ resource, fields: {} });

/** Marks a promise as fulfilled, as React marks those that it waited for: `use` has its value at once then. */
const fulfilled = (
  promise: Promise<LoadedDefinition>,
  value: LoadedDefinition,
): Promise<LoadedDefinition> => Object.assign(promise, { status: 'fulfilled', value });

/**
 * A resource that `fetch` loads.
 * @param pages the lines of its views
 */
export const lazyResource = (
  key: string,
  pages: readonly PageLine[],
  fetch: () => Promise<LoadedDefinition>,
): LazyResource => {
  let promise: Promise<LoadedDefinition> | undefined;
  let loaded: LoadedDefinition | undefined;
  return {
    key,
    pages,
    loaded: () => loaded,
    load: () => {
      promise ??= fetch().then(
        (found) => {
          loaded = found;
          if (promise) fulfilled(promise, found);
          return found;
        },
        (fault: unknown) => {
          // The network may be back when it is asked for again.
          promise = undefined;
          throw fault;
        },
      );
      return promise;
    },
  };
};

/** A resource whose definition is there already. */
export const readyResource = (
  resource: Resource,
  presentation: Presentation = plainPresentation(resource),
): LazyResource => {
  const found: LoadedDefinition = { resource, presentation };
  const promise = fulfilled(Promise.resolve(found), found);
  return {
    key: resource.key,
    pages: Object.values(resource.views),
    load: () => promise,
    loaded: () => found,
  };
};

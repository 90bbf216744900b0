import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { Presentation } from './present.ts';

/** Outline of a view: what the frame needs before the view is opened. */
export type PageLine = Pick<View, 'code' | 'path' | 'label'>;

/** A definition with its presentation. */
export interface LoadedDefinition {
  readonly resource: Resource;
  readonly presentation: Presentation;
}

/** A resource whose definition loads on demand. */
export interface LazyResource {
  readonly key: string;
  readonly pages: readonly PageLine[];
  /**
   * Loads the definition; returns the same promise until it fails, so that a page can wait for it
   * with `use`.
   */
  load(): Promise<LoadedDefinition>;
  /** Returns the definition if it is loaded. */
  loaded(): LoadedDefinition | undefined;
}

/** Returns the default presentation of a resource. */
export const plainPresentation = (resource: Resource): Presentation => ({ resource, fields: {} });

/**
 * Marks a promise as fulfilled, as React marks those that it has awaited, so that `use` has its
 * value immediately.
 */
const markFulfilled = (
  promise: Promise<LoadedDefinition>,
  value: LoadedDefinition,
): Promise<LoadedDefinition> => Object.assign(promise, { status: 'fulfilled', value });

/**
 * Returns a resource whose definition `fetch` loads.
 * @param pages outlines of its views
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
          if (promise) markFulfilled(promise, found);
          return found;
        },
        (fault: unknown) => {
          // Allow another attempt: the network may be back by then.
          promise = undefined;
          throw fault;
        },
      );
      return promise;
    },
  };
};

/** Returns a resource whose definition is already loaded. */
export const readyResource = (
  resource: Resource,
  presentation: Presentation = plainPresentation(resource),
): LazyResource => {
  const found: LoadedDefinition = { resource, presentation };
  const promise = markFulfilled(Promise.resolve(found), found);
  return {
    key: resource.key,
    pages: Object.values(resource.views),
    load: () => promise,
    loaded: () => found,
  };
};

import { load, loadPresentation } from 'virtual:keyan/loads';
import { outlines } from 'virtual:keyan/outlines';
import { type LazyResource, lazyResource } from '@keyan/console/presentation/lazy.ts';
import { loadResource } from '@keyan/product/presentations.web.ts';

/**
 * Every resource by its outline, which the frame includes; a definition loads with the first page
 * that needs it.
 */
export const resources: readonly LazyResource[] = outlines.map(({ key, views }) =>
  lazyResource(key, Object.values(views), () => loadResource(load(key), loadPresentation(key))),
);

import { lines } from 'virtual:keyan/pages';
import { type LazyResource, lazyResource } from '@keyan/console/presentation/lazy.ts';
import { loadResource } from '@keyan/product/presentations.web.ts';

/**
 * Every resource by the lines of its pages, which are all that the frame carries; a definition is
 * loaded with the first page that needs it.
 */
export const resources: readonly LazyResource[] = lines.map(({ key, pages, load }) =>
  lazyResource(key, pages, () => loadResource(key, load)),
);

import { pagesOf, viewFor } from '@keyan/console/shared/resources.tsx';
import { resources } from '@keyan/product/index.ts';

/** The page that shows a record, or undefined where its resource has none. */
export const pageOfRecord = (key: string, id: string): string | undefined => {
  const resource = resources.find((each) => each.key === key);
  const view = resource && viewFor(resource);
  return view && pagesOf(view).detail(id);
};

import type { PaletteItem } from '@keyan/console/navigation/config.ts';
import { pagesOf, viewFor } from '@keyan/console/presentation/resources.tsx';
import { resources } from '@keyan/product/index.ts';
import { presentations } from '@keyan/product/presentations.web.ts';

/** The page that shows a record, or undefined where its resource has none. */
export const pageOfRecord = (key: string, id: string): string | undefined => {
  const resource = resources.find((each) => each.key === key);
  const view = resource && viewFor(resource);
  return view && pagesOf(view).detail(id);
};

/** A new record of every kind, on every page that makes some. */
export const newRecords = (): readonly PaletteItem[] =>
  resources.flatMap((resource) => {
    const words = presentations.find((each) => each.resource.key === resource.key)?.words;
    const [zh, en] = resource.label;
    return Object.values(resource.views)
      .filter(({ actions }) => actions.includes('add'))
      .map((view) => ({
        key: `add ${view.code}`,
        label: words?.add ?? ([`新增${zh}`, `New ${en.toLowerCase()}`] as const),
        path: pagesOf(view).add,
        permission: `${view.code}_add`,
      }));
  });

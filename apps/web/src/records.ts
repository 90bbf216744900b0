import type { PaletteItem } from '@keyan/console/navigation/config.ts';
import { pagesOf, viewFor } from '@keyan/console/presentation/resources.tsx';
import { wordsOf } from '@keyan/kernel/definition/words.ts';
import { resources } from '@keyan/product/index.ts';

/** The page of a record, or undefined if its resource has none. */
export const pageOfRecord = (key: string, id: string): string | undefined => {
  const resource = resources.find((each) => each.key === key);
  const view = resource && viewFor(resource);
  return view && pagesOf(view).detail(id);
};

/** Palette items for new records, one for each page that creates some. */
export const newRecords = (): readonly PaletteItem[] =>
  resources.flatMap((resource) =>
    Object.values(resource.views)
      .filter(({ actions }) => actions.includes('add'))
      .map((view) => ({
        key: `add ${view.code}`,
        label: wordsOf(resource).add,
        path: pagesOf(view).add,
        permission: `${view.code}_add`,
      })),
  );

import { outlines } from 'virtual:keyan/outlines';
import type { PaletteItem } from '@keyan/console/navigation/config.ts';
import { viewAddresses, viewFor } from '@keyan/console/presentation/resources.tsx';

/** Returns the path of a record's page; undefined if its resource has none. */
export const pageOfRecord = (key: string, id: string): string | undefined => {
  const outline = outlines.find((each) => each.key === key);
  const view = outline && viewFor(outline);
  return view && viewAddresses(view).detail(id);
};

/**
 * Returns the items of the command palette for new records, one for each page with such a button.
 */
export const newRecordItems = (): readonly PaletteItem[] =>
  outlines.flatMap(({ add, views }) =>
    Object.values(views).flatMap((view) =>
      add && view.actions.includes('add')
        ? [
            {
              key: `add ${view.code}`,
              label: add,
              path: viewAddresses(view).add,
              permission: `${view.code}_add`,
            },
          ]
        : [],
    ),
  );

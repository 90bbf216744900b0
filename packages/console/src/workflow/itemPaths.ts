import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { useOutlinesByKind, viewAddresses, viewOfKind } from '../presentation/resources.tsx';
import { processPath, taskPath } from '../records/processPaths.ts';
import { isRevision, type WorkTab } from './calls.ts';

/** Returns a function: the address of the page that opens an item. */
export const useItemPaths = (): ((item: WorkRow, tab: WorkTab) => string) => {
  const outlineOf = useOutlinesByKind();
  return (item, tab) => {
    const outline = outlineOf(item.kind);
    const view = outline && viewOfKind(outline, item.kind);
    if (view && isRevision(item, tab)) return viewAddresses(view).edit(item.businessId);
    return tab === 'todo' ? taskPath(item.kind, item) : processPath(item.kind, item);
  };
};

/** Returns the address of the page that opens an item. */
export const useItemPath = (item: WorkRow, tab: WorkTab): string => useItemPaths()(item, tab);

import { createContext, use, useEffect } from 'react';
import type { Text } from '../i18n/language.ts';
import type { OpenOptions } from './navigation.ts';
import type { TabParams } from './routes.ts';

/** Methods of a page for its own tab. Stable while the tab is open. */
export interface TabHandle {
  readonly key: string;
  /**
   * Renames the tab, for example to the record's title.
   * @param heading what the bar of a phone says where the page itself shows that title
   */
  setTitle(title: Text, heading?: Text): void;
  /** Marks unsaved input: a dot in the bar, a question before closing, never unmounted. */
  setDirty(dirty: boolean): void;
  /** Closes without asking and goes to `next`, or to the previous tab. */
  close(next?: string): void;
  /** Opens a page in a tab, or shows the tab that has it. */
  open(path: string, options?: OpenOptions): void;
  /**
   * Writes filters of the page into the address, so that a copied link restores them.
   * `useTabParams` keeps the parameters at opening.
   */
  setQuery(search: string): void;
}

export interface TabContent {
  readonly handle: TabHandle;
  readonly params: TabParams;
}

export const TabContext = createContext<TabContent | undefined>(undefined);

const useTabContent = (): TabContent => {
  const content = use(TabContext);
  if (!content) throw new Error('a tab hook was used outside a tab');
  return content;
};

/** The tab that contains this page. */
export const useTab = (): TabHandle => useTabContent().handle;

/** Path parameters and query at opening; they never change while the tab is open. */
export const useTabParams = (): TabParams => useTabContent().params;

/** Marks the tab as unsaved while `dirty`. */
export const useMarkUnsaved = (dirty: boolean): void => {
  const { setDirty } = useTab();
  // No cleanup: it would also run when the page is hidden, which must keep its mark.
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
};

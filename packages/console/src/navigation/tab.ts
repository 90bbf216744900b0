import { createContext, use, useEffect } from 'react';
import type { Text } from '../i18n/language.ts';
import type { OpenOptions } from './navigation.ts';
import type { TabParams } from './routes.ts';

/** What a page may do with the tab it stands in. Stable as long as the tab is open. */
export interface TabHandle {
  readonly key: string;
  /** Renames the tab, for example to the record's title. */
  setTitle(title: Text): void;
  /** Marks unsaved text: a dot in the bar, a question before closing, never dropped from memory. */
  setDirty(dirty: boolean): void;
  /** Closes without a question and goes to `next`, else to the previous tab. */
  close(next?: string): void;
  /** Opens a page in its tab, or brings that tab into sight. */
  open(path: string, options?: OpenOptions): void;
  /**
   * Writes the page's filters into the address without leaving it: a copied link opens them again.
   * `useTabParams` keeps what the tab was opened with.
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

/** The tab around this page. */
export const useTab = (): TabHandle => useTabContent().handle;

/** The page's path parameters and query; they never change while the tab is open. */
export const useTabParams = (): TabParams => useTabContent().params;

/** Marks the tab as unsaved while `dirty`, and clears the mark when the page goes away for good. */
export const useUnsaved = (dirty: boolean): void => {
  const { setDirty } = useTab();
  // No clean-up here: a hidden page runs it as well, and must keep its mark.
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
};

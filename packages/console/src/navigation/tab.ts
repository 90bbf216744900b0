import { createContext, use, useEffect } from 'react';
import type { Text } from '../i18n/language.ts';
import type { OpenOptions } from './navigation.ts';
import type { TabParams } from './routes.ts';

/** Methods of a page for the tab that shows it. Stable while the tab is open. */
export interface TabHandle {
  readonly key: string;
  /**
   * Renames the tab, for example to the record's title.
   * @param heading text for the bar of a phone if the page itself shows that title
   */
  setTitle(title: Text, heading?: Text): void;
  /**
   * Marks unsaved input: shows a dot in the bar, asks before closing, and never unmounts the page.
   */
  setDirty(dirty: boolean): void;
  /** Closes the tab without asking and shows `next`, or the previous tab. */
  close(next?: string): void;
  /** Opens a page in a tab, or shows its open tab. */
  open(path: string, options?: OpenOptions): void;
  /**
   * Writes filters of the page into the address, so that a copied link restores them.
   * `useTabParams` still returns the parameters at opening.
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

/** Returns the methods of the tab that contains this page. */
export const useTab = (): TabHandle => useTabContent().handle;

/** Returns path parameters and query at opening; they never change while the tab is open. */
export const useTabParams = (): TabParams => useTabContent().params;

/** Marks the tab as unsaved while `dirty`. */
export const useMarkUnsaved = (dirty: boolean): void => {
  const { setDirty } = useTab();
  // No cleanup: it would also run when the page is hidden, and remove the mark.
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
};

/** Entry of the browser history: the address, and the tab that showed it. */
export interface HistoryAddress {
  /** Path and query. */
  readonly path: string;
  /** Key of the tab; undefined for an address typed or opened from outside. */
  readonly tab?: string;
  /** True if the user has just signed in to open this address. */
  readonly arriving?: boolean;
}

/** Address bar and history of the browser. */
export interface AddressBar {
  current(): HistoryAddress;
  /** Adds a history entry. */
  push(address: HistoryAddress): void;
  /** Changes the address of the current history entry. */
  replace(address: HistoryAddress): void;
  /** Calls `returned` after the back and forward buttons. */
  onReturn(returned: () => void): void;
}

export const browserAddress = (): AddressBar => ({
  current: () => ({
    path: location.pathname + location.search,
    ...(history.state as Omit<HistoryAddress, 'path'> | null),
  }),
  push: ({ path, tab }) => history.pushState({ tab }, '', path),
  replace: ({ path, tab }) => history.replaceState({ tab }, '', path),
  onReturn: (returned) => addEventListener('popstate', returned),
});

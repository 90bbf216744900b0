/** An entry of the browser's history: the address, and the tab that it showed. */
export interface Address {
  /** Path and query. */
  readonly path: string;
  /** The key of the tab; absent for an address that was typed or opened from outside. */
  readonly tab?: string;
  /** Somebody just signed in to come here. */
  readonly arriving?: boolean;
}

/** The browser's address bar and its history, as far as the shell uses them. */
export interface AddressBar {
  current(): Address;
  /** A new entry: the back button returns from it. */
  push(address: Address): void;
  /** Another address for the present entry. */
  replace(address: Address): void;
  /** Calls back after the back and forward buttons. */
  onReturn(returned: () => void): void;
}

export const browserAddress = (): AddressBar => ({
  current: () => ({
    path: location.pathname + location.search,
    ...(history.state as Omit<Address, 'path'> | null),
  }),
  push: ({ path, tab }) => history.pushState({ tab }, '', path),
  replace: ({ path, tab }) => history.replaceState({ tab }, '', path),
  onReturn: (returned) => addEventListener('popstate', returned),
});

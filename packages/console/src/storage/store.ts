import { fromStored, type Storable, toStored } from './stored.ts';

/** Named values in the storage of the browser, with the prefix of the site. */
export interface Store {
  /** Returns the value; undefined if it is missing or cannot be parsed. */
  get<T>(name: string, place?: StorageArea): T | undefined;
  /** Stores a value. Errors of a full or disabled storage are ignored. */
  set(name: string, content: StoredJson, place?: StorageArea): void;
  remove(name: string, place?: StorageArea): void;
  /** Returns the names that begin with `start`. */
  names(start: string, place?: StorageArea): readonly string[];
  /**
   * Calls back when another browser tab changes a local value. Returns a function that
   * unsubscribes.
   */
  watch(name: string, changed: () => void): () => void;
  /**
   * Watches all names that begin with `start`; `changed` gets undefined if the whole storage was
   * cleared.
   */
  watchNames(start: string, changed: (name: string | undefined) => void): () => void;
}

/** A JSON value. */
export type StoredJson = string | number | boolean | object | null;

/** `local` is permanent and shared by all tabs; `session` is per tab. */
export type StorageArea = 'local' | 'session';

/** Listens to changes by other tabs; `heard` gets null if the whole storage was cleared. */
const onStorage = (heard: (key: string | null) => void): (() => void) => {
  const listener = (event: StorageEvent) => heard(event.key);
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};

/**
 * Creates a store.
 * @param prefix prefix of all names
 * @param areas storages; tests pass their own
 */
export const createStore = (
  prefix: string,
  areas: () => Record<StorageArea, Storage> = () => ({
    local: localStorage,
    session: sessionStorage,
  }),
): Store => {
  const key = (name: string) => prefix + name;
  /**
   * Runs `act`; returns undefined if a policy of the browser disables the storage, because every
   * access throws then.
   */
  const attempt = <T>(act: (areas: Record<StorageArea, Storage>) => T): T | undefined => {
    try {
      return act(areas());
    } catch {
      return undefined;
    }
  };
  return {
    get<T>(name: string, place: StorageArea = 'local') {
      const stored = fromStored(attempt((area) => area[place].getItem(key(name))));
      return stored?.content as T | undefined;
    },
    set(name, content, place = 'local') {
      const type = place === 'session' ? 'session' : undefined;
      attempt((area) =>
        area[place].setItem(key(name), toStored(content as Storable, Date.now(), type)),
      );
    },
    remove(name, place = 'local') {
      attempt((area) => area[place].removeItem(key(name)));
    },
    names(start, place = 'local') {
      return (
        attempt((area) =>
          Array.from({ length: area[place].length }, (_, index) => area[place].key(index) ?? '')
            .filter((name) => name.startsWith(key(start)))
            .map((name) => name.slice(prefix.length)),
        ) ?? []
      );
    },
    watch: (name, changed) =>
      onStorage((changedKey) => {
        if (changedKey === null || changedKey === key(name)) changed();
      }),
    watchNames: (start, changed) =>
      onStorage((changedKey) => {
        if (changedKey === null) changed(undefined);
        else if (changedKey.startsWith(key(start))) changed(changedKey.slice(prefix.length));
      }),
  };
};

/** Store of the page. */
export const store = createStore('keyan-');

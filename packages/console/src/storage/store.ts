import { fromStored, type Storable, toStored } from '@keyan/kernel/stored.ts';

/** Named values in the browser's storage, in the wrapper of spec §3 and under the site's prefix. */
export interface Store {
  /** The value, or undefined when there is none or when it cannot be read. */
  get<T>(name: string, place?: Place): T | undefined;
  /** Keeps a value; a full or forbidden storage is survived in silence (the page still works). */
  set(name: string, content: Content, place?: Place): void;
  remove(name: string, place?: Place): void;
  /** Names under this store that begin with `start`. */
  names(start: string, place?: Place): readonly string[];
  /** Calls back when another browser tab changes a local value. Returns the undo. */
  watch(name: string, changed: () => void): () => void;
  /** The same for every name that begins with `start`; undefined: all of them were cleared. */
  watchNames(start: string, changed: (name: string | undefined) => void): () => void;
}

/** Anything that survives JSON; what does not (functions, dates) comes back changed or missing. */
export type Content = string | number | boolean | object | null;

/** `local` outlives the browser tab and is shared by all; `session` is this tab's own. */
export type Place = 'local' | 'session';

/** Hears of changes that another tab makes; null means that the whole storage was cleared. */
const onStorage = (heard: (key: string | null) => void): (() => void) => {
  const listener = (event: StorageEvent) => heard(event.key);
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};

/**
 * @param prefix the site key that every name carries
 * @param areas where to keep things; tests pass their own
 */
export const createStore = (
  prefix: string,
  areas: () => Record<Place, Storage> = () => ({ local: localStorage, session: sessionStorage }),
): Store => {
  const key = (name: string) => prefix + name;
  /** Storage may be switched off by the browser's policy, and then every touch throws. */
  const attempt = <T>(act: (areas: Record<Place, Storage>) => T): T | undefined => {
    try {
      return act(areas());
    } catch {
      return undefined;
    }
  };
  return {
    get<T>(name: string, place: Place = 'local') {
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

/** The page's own store. */
export const store = createStore('keyan-');

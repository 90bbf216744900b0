import { type Store, store } from './store.ts';

/** Something typed and not yet saved on the server, kept on this machine (ruling 40). */
export interface Draft<T = unknown> {
  /** What it is a draft of: unique for one user, stable over sign-ins (for example the tab's key). */
  readonly key: string;
  /** The page that goes on with it. */
  readonly path: string;
  /** The tab's title, in words a person recognises. */
  readonly title: string;
  readonly values: T;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** When the server last took one from this machine, by its own clock; clocks differ. */
  readonly takenAt?: number;
}

/** The drafts of one user on this machine. Another user of the same machine never sees them. */
export interface Drafts {
  get<T>(key: string): Draft<T> | undefined;
  put(draft: Omit<Draft, 'savedAt'>): void;
  /** The server took it: what it has since then comes from here. */
  taken(key: string, moment: number): void;
  remove(key: string): void;
  /** Newest first. */
  list(): readonly Draft[];
}

/** Set for this browser tab by a sign-in: the console then offers the user's drafts, once. */
export const offerDraftsFlag = 'offer-drafts';

/** Drafts older than this are dropped when the list is read: 30 days. */
export const draftLifetime = 30 * 24 * 3600 * 1000;

export const draftsOf = (userId: string, kept: Store = store, now = Date.now): Drafts => {
  const start = `draft-${userId}-`;
  return {
    get<T>(key: string) {
      return kept.get<Draft<T>>(start + key);
    },
    put(draft) {
      const { takenAt } = kept.get<Draft>(start + draft.key) ?? {};
      kept.set(start + draft.key, { takenAt, ...draft, savedAt: now() });
    },
    taken(key, takenAt) {
      const draft = kept.get<Draft>(start + key);
      if (draft) kept.set(start + key, { ...draft, takenAt });
    },
    remove(key) {
      kept.remove(start + key);
    },
    list() {
      return kept
        .names(start)
        .flatMap((name) => {
          const draft = kept.get<Draft>(name);
          if (draft && now() - draft.savedAt <= draftLifetime) return [draft];
          kept.remove(name);
          return [];
        })
        .sort((a, b) => b.savedAt - a.savedAt);
    },
  };
};

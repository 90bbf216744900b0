import { type Store, store } from './store.ts';

/** Input that is not saved on the server yet, stored on this machine (ruling 40). */
export interface LocalDraft<T = unknown> {
  /**
   * Identifies what it is a draft of: unique for one user and stable over sign-ins, for example the
   * key of the tab.
   */
  readonly key: string;
  /** The page that restores it. */
  readonly path: string;
  /** Title of the tab. */
  readonly title: string;
  readonly values: T;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** When the server last stored one from this machine, by the clock of the server. */
  readonly takenAt?: number;
}

/** The drafts of one user on this machine. Other users of the machine never see them. */
export interface LocalDrafts {
  get<T>(key: string): LocalDraft<T> | undefined;
  put(draft: Omit<LocalDraft, 'savedAt'>): void;
  /**
   * Marks the draft as stored on the server, so that later changes there come from another machine.
   */
  taken(key: string, moment: number): void;
  remove(key: string): void;
  /** Newest first. */
  list(): readonly LocalDraft[];
}

/** Set for this browser tab at sign-in; the console then lists the drafts of the user once. */
export const offerDraftsFlag = 'offer-drafts';

/** Drafts older than this are dropped when the list is read: 30 days. */
export const draftLifetime = 30 * 24 * 3600 * 1000;

export const draftsOf = (userId: string, kept: Store = store, now = Date.now): LocalDrafts => {
  const start = `draft-${userId}-`;
  return {
    get<T>(key: string) {
      return kept.get<LocalDraft<T>>(start + key);
    },
    put(draft) {
      const { takenAt } = kept.get<LocalDraft>(start + draft.key) ?? {};
      kept.set(start + draft.key, { takenAt, ...draft, savedAt: now() });
    },
    taken(key, takenAt) {
      const draft = kept.get<LocalDraft>(start + key);
      if (draft) kept.set(start + key, { ...draft, takenAt });
    },
    remove(key) {
      kept.remove(start + key);
    },
    list() {
      return kept
        .names(start)
        .flatMap((name) => {
          const draft = kept.get<LocalDraft>(name);
          if (draft && now() - draft.savedAt <= draftLifetime) return [draft];
          kept.remove(name);
          return [];
        })
        .sort((a, b) => b.savedAt - a.savedAt);
    },
  };
};

import { type Store, store } from './store.ts';

/** Input that is not saved on the server yet, stored on this machine (ruling 40). */
export interface LocalDraft<T = unknown> {
  /** Unique key per user, stable over sign-ins, for example the key of the tab. */
  readonly key: string;
  /** Address of the page that restores the draft. */
  readonly path: string;
  /** Title of the tab. */
  readonly title: string;
  readonly values: T;
  /** Time when the draft was saved here, milliseconds since the epoch. */
  readonly savedAt: number;
  /**
   * Time when the server last saved a draft from this machine, by the server's clock, milliseconds
   * since the epoch.
   */
  readonly takenAt?: number;
}

/** Drafts of one user on this machine. Other users of the machine never see them. */
export interface LocalDrafts {
  get<T>(key: string): LocalDraft<T> | undefined;
  put(draft: Omit<LocalDraft, 'savedAt'>): void;
  /**
   * Marks the draft as stored on the server, so that later changes there come from another machine.
   */
  taken(key: string, moment: number): void;
  remove(key: string): void;
  /** Returns the drafts, newest first. */
  list(): readonly LocalDraft[];
}

/**
 * Storage name of a flag set for this browser tab at sign-in; the console then lists the drafts of
 * the user once.
 */
export const offerDraftsFlag = 'offer-drafts';

/**
 * Maximum age of a draft in milliseconds, 30 days; older ones are deleted when the list is read.
 */
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

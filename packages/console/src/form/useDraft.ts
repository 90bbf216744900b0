import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useUser } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import { useTab } from '../navigation/tab.ts';
import { draftsOf } from '../storage/drafts.ts';
import { asJson, type DraftValues } from './typing.ts';
import { useServerDraft } from './useServerDraft.ts';

/** Milliseconds without typing before the draft is saved. */
const saveDelay = 1500;
/** Maximum milliseconds from the first unsaved change to saving the draft. */
const maxUnsavedTime = 5000;

export interface DraftState {
  /** Time when the draft was last saved, milliseconds since the epoch; null if never. */
  readonly savedAt: number | null;
  /** True if the server has the last draft. */
  readonly isOnServer: boolean;
  /**
   * Draft of an earlier visit, or a newer one from another machine, that the user has not answered.
   */
  readonly offer: { readonly savedAt: number; readonly isElsewhere: boolean } | null;
  restore(): void;
  discard(): void;
  /** Removes the draft after the record was saved. */
  clear(): void;
}

/**
 * Returns the draft of this device under a key, with the time when it was saved or the server
 * accepted it.
 */
const ownDraft = (drafts: ReturnType<typeof draftsOf>, key: string) => ({
  since() {
    const { savedAt = 0, takenAt = 0 } = drafts.get(key) ?? {};
    return Math.max(savedAt, takenAt);
  },
  taken: (moment: number) => drafts.taken(key, moment),
});

/**
 * Calls `write` when typing pauses, `maxUnsavedTime` ms after the first unsaved change at the latest, when
 * the page is hidden, and at the end if a change is unsaved. Returns a function that ends it.
 */
const watchTyping = <T>(typing: DraftValues<T>, write: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the first unsaved change. */
  let since: number | null = null;
  let changes = typing.changes();
  const reset = () => {
    clearTimeout(timer);
    timer = undefined;
    since = null;
  };
  const writeNow = () => {
    reset();
    write();
  };
  const unsubscribe = typing.subscribe(() => {
    const now = typing.changes();
    if (now === changes) return;
    changes = now;
    clearTimeout(timer);
    if (now === 0) {
      reset();
      return;
    }
    since ??= Date.now();
    timer = setTimeout(
      writeNow,
      Math.min(saveDelay, Math.max(0, since + maxUnsavedTime - Date.now())),
    );
  });
  // A window that is closed or moved to the background may never run the timer again.
  const onHide = () => {
    if (document.visibilityState === 'hidden') writeNow();
  };
  document.addEventListener('visibilitychange', onHide);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', onHide);
    if (timer !== undefined) writeNow();
  };
};

/**
 * Saves typed values on this machine every few seconds, and on the server when typing pauses, for
 * this user and page, so that a crash, an expired session or a change of machine loses nothing
 * (ruling 40).
 * @param typing the same object while the page is mounted
 * @param path address of the page that restores the draft
 * @param name key of the draft; by default the tab's
 */
export const useDraft = <T>(typing: DraftValues<T>, path: string, name?: string): DraftState => {
  const { userId } = useUser();
  const tab = useTab();
  const key = name ?? tab.key;
  const drafts = useMemo(() => draftsOf(userId), [userId]);
  /** Draft of an earlier visit, until the user answers. */
  const [local, setLocal] = useState(() => drafts.get(key));
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const own = useMemo(() => ownDraft(drafts, key), [drafts, key]);
  const server = useServerDraft(key, own);
  const { found, push, flush, retract, forget } = server;
  const head = found ?? local;
  const offer = head ? { savedAt: head.savedAt, isElsewhere: found !== undefined } : null;

  /** Every change was undone: only an older, unanswered draft remains. */
  const onTakenBack = useEffectEvent(() => {
    setSavedAt(null);
    if (local) {
      drafts.put(local);
      push(local);
      return;
    }
    drafts.remove(key);
    retract();
  });

  useEffect(() => {
    const write = () => {
      // Signing out empties the user: the typed values are already saved under the right user.
      if (userId === '' || typing.changes() === 0) return;
      const taken = typing.taken();
      if (!taken) return onTakenBack();
      const draft = { key, path, title: taken.title, values: asJson(taken.values) };
      const kept = drafts.get(key);
      // A draft that was only restored keeps its time: it is no newer than that of another machine.
      const isKept = JSON.stringify(kept?.values) === JSON.stringify(draft.values);
      if (!isKept) drafts.put(draft);
      push(draft);
      setSavedAt((isKept && kept?.savedAt) || Date.now());
    };
    const stop = watchTyping(typing, write);
    return () => {
      stop();
      flush();
    };
  }, [typing, drafts, userId, key, path, push, flush]);

  const fill = (kept: unknown) => {
    if (kept !== undefined) typing.fill(kept as T);
    setLocal(undefined);
  };
  return {
    savedAt,
    isOnServer: savedAt !== null && server.savedAt !== null && server.savedAt >= savedAt,
    offer,
    restore() {
      // Restore the draft that was offered, because typing may have overwritten the stored one.
      if (!found) return fill(local?.values);
      server.take().then(fill).catch(toast.fault);
    },
    discard() {
      forget();
      const left = drafts.get(key);
      // The local draft is the remaining one of two, and is offered next.
      if (found && left) return push(left);
      drafts.remove(key);
      setLocal(undefined);
    },
    clear() {
      drafts.remove(key);
      forget();
      setSavedAt(null);
      setLocal(undefined);
    },
  };
};

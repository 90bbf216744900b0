import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useUser } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import { useTab } from '../navigation/tab.ts';
import { draftsOf } from '../storage/drafts.ts';
import { asJson, type DraftValues } from './typing.ts';
import { useServerDraft } from './useServerDraft.ts';

/** Milliseconds of quiet after a change before the draft is written. */
const pause = 1500;
/** Milliseconds after which a draft is written although typing goes on. */
const most = 5000;

export interface DraftState {
  /** When the draft was last written, milliseconds since the epoch. */
  readonly savedAt: number | null;
  /** The server has the last draft. */
  readonly isOnServer: boolean;
  /** A draft of an earlier visit, or a newer one of another machine, that waits for an answer. */
  readonly offer: { readonly savedAt: number; readonly isElsewhere: boolean } | null;
  restore(): void;
  discard(): void;
  /** Removes the draft after the record was saved. */
  clear(): void;
}

/** The draft of this device under a key: when it was written, or when the server took it. */
const ownDraft = (drafts: ReturnType<typeof draftsOf>, key: string) => ({
  since() {
    const { savedAt = 0, takenAt = 0 } = drafts.get(key) ?? {};
    return Math.max(savedAt, takenAt);
  },
  taken: (moment: number) => drafts.taken(key, moment),
});

/**
 * Calls `write` when typing rests, at the latest `most` after its first change, when the page is
 * hidden, and at the end if a change waits. Returns the function that ends it.
 */
const watchTyping = <T>(typing: DraftValues<T>, write: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first change came that is not written. */
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
    timer = setTimeout(writeNow, Math.min(pause, Math.max(0, since + most - Date.now())));
  });
  // A window that is closed or goes to the background may never run the timer again.
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
 * Keeps what is typed on this machine every few seconds and on the server when typing rests, for
 * this user and page, so that a crash, an expired session or another machine loses nothing
 * (ruling 40).
 * @param typing the same value for as long as the page is mounted
 * @param path the page that restores the draft
 * @param name the draft's key; by default the tab's
 */
export const useDraft = <T>(typing: DraftValues<T>, path: string, name?: string): DraftState => {
  const { userId } = useUser();
  const tab = useTab();
  const key = name ?? tab.key;
  const drafts = useMemo(() => draftsOf(userId), [userId]);
  /** A draft of an earlier visit, until it is answered. */
  const [local, setLocal] = useState(() => drafts.get(key));
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const own = useMemo(() => ownDraft(drafts, key), [drafts, key]);
  const server = useServerDraft(key, own);
  const { found, push, flush, retract, forget } = server;
  const head = found ?? local;
  const offer = head ? { savedAt: head.savedAt, isElsewhere: found !== undefined } : null;

  /** Every change was undone: only an older draft that is not answered remains. */
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
      // Signing out empties the user: what was typed is already kept under the right name.
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
      // The draft that was offered, not the stored one: typing may have overwritten that.
      if (!found) return fill(local?.values);
      server.take().then(fill).catch(toast.fault);
    },
    discard() {
      forget();
      const left = drafts.get(key);
      // The draft of this machine is the one of two that remains, and is offered next.
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

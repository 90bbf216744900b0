import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useUser } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import { useTab } from '../navigation/tab.ts';
import { draftsOf } from '../storage/drafts.ts';
import { asStorable, type Typing } from './typing.ts';
import { useServerDraft } from './useServerDraft.ts';

/** Milliseconds of quiet after a change before the draft is written. */
const pause = 1500;
/** However long somebody types without a pause, a draft is written this often. */
const most = 5000;

export interface DraftState {
  /** When the draft was last written, milliseconds since the epoch. */
  readonly savedAt: number | null;
  /** The server has what was last written. */
  readonly isOnServer: boolean;
  /** A draft of an earlier visit, or a newer one of another machine, that waits for an answer. */
  readonly offer: { readonly savedAt: number; readonly isElsewhere: boolean } | null;
  restore(): void;
  discard(): void;
  /** The record has been saved: the draft has served. */
  clear(): void;
}

/**
 * Keeps what is typed on this machine every few seconds and on the server when typing rests, for
 * this user and page, so that a crash, an expired session or another machine loses nothing
 * (decisions 40).
 * @param typing one value for as long as the page stands
 * @param path the page that goes on with it
 * @param name what it is kept under; its tab, unless several addresses lead to what it is about
 */
export const useDraft = <T>(typing: Typing<T>, path: string, name?: string): DraftState => {
  const { userId } = useUser();
  const tab = useTab();
  const key = name ?? tab.key;
  const drafts = useMemo(() => draftsOf(userId), [userId]);
  /** A draft of an earlier visit, until it is answered. */
  const [local, setLocal] = useState(() => drafts.get(key));
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const own = useMemo(
    () => ({
      since() {
        const { savedAt: written = 0, takenAt = 0 } = drafts.get(key) ?? {};
        return Math.max(written, takenAt);
      },
      taken: (moment: number) => drafts.taken(key, moment),
    }),
    [drafts, key],
  );
  const server = useServerDraft(key, own);
  const { found, push, flush, retract, forget } = server;
  const head = found ?? local;
  const offer = head ? { savedAt: head.savedAt, isElsewhere: found !== undefined } : null;

  /** All that was typed here was taken back: what is left is what still waits for an answer. */
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waiting: number | null = null;
    const stand = () => {
      clearTimeout(timer);
      timer = undefined;
      waiting = null;
    };
    const write = () => {
      stand();
      // Signing out has emptied the user: what was typed is already kept under the right name.
      if (userId === '' || typing.changes() === 0) return;
      const taken = typing.taken();
      if (!taken) return onTakenBack();
      const draft = { key, path, title: taken.title, values: asStorable(taken.values) };
      const kept = drafts.get(key);
      // What was only restored keeps its time: it is no newer than what another machine has.
      const isKept = JSON.stringify(kept?.values) === JSON.stringify(draft.values);
      if (!isKept) drafts.put(draft);
      push(draft);
      setSavedAt((isKept && kept?.savedAt) || Date.now());
    };
    let changes = typing.changes();
    const deafen = typing.subscribe(() => {
      const now = typing.changes();
      if (now === changes) return;
      changes = now;
      clearTimeout(timer);
      if (now === 0) {
        stand();
        return;
      }
      waiting ??= Date.now();
      timer = setTimeout(write, Math.min(pause, Math.max(0, waiting + most - Date.now())));
    });
    // A window that is closed or goes to the background may never run the timer again.
    const hide = () => {
      if (document.visibilityState === 'hidden') write();
    };
    document.addEventListener('visibilitychange', hide);
    return () => {
      deafen();
      document.removeEventListener('visibilitychange', hide);
      // The page is being hidden or left: what waits is written now.
      if (timer !== undefined) write();
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
      // Not what is kept by now: that may have been typed over it since the question came up.
      if (!found) return fill(local?.values);
      server.take().then(fill).catch(toast.fault);
    },
    discard() {
      forget();
      const left = drafts.get(key);
      // Of two drafts the one of this machine is left, and may be asked about next.
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

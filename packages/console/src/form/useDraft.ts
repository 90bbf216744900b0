import { useEffect, useMemo, useState } from 'react';
import { useUser } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import { useTab } from '../shell/tab.ts';
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
  /** A draft of an earlier visit, or of another machine, that has not been answered yet. */
  readonly offer: { readonly savedAt: number; readonly isElsewhere: boolean } | null;
  restore(): void;
  discard(): void;
  /** The record has been saved: the draft has served. */
  clear(): void;
}

/** Clocks of two machines differ; a copy is newer only by more than this. Milliseconds. */
const skew = 5000;

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
  const [local] = useState(() => drafts.get(key));
  const [answered, setAnswered] = useState(false);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const server = useServerDraft(key);
  const { push, flush, forget } = server;
  const isNewer = server.found !== undefined && server.found.savedAt > (local?.savedAt ?? 0) + skew;
  const elsewhere = isNewer ? server.found : undefined;
  const head = elsewhere ?? local;
  const offer =
    answered || !head ? null : { savedAt: head.savedAt, isElsewhere: elsewhere !== undefined };

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
      if (!taken) {
        drafts.remove(key);
        forget();
        setSavedAt(null);
        return;
      }
      const draft = { key, path, title: taken.title, values: asStorable(taken.values) };
      drafts.put(draft);
      push(draft);
      setSavedAt(Date.now());
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
  }, [typing, drafts, userId, key, path, push, flush, forget]);

  const fill = (kept: unknown) => {
    if (kept !== undefined) typing.fill(kept as T);
    setAnswered(true);
  };
  return {
    savedAt,
    isOnServer: savedAt !== null && server.savedAt !== null && server.savedAt >= savedAt,
    offer,
    restore() {
      if (!elsewhere) return fill(drafts.get(key)?.values);
      server
        .values()
        .then(fill)
        .catch((fault: Error) => toast.error(fault.message));
    },
    discard() {
      drafts.remove(key);
      forget();
      setAnswered(true);
    },
    clear() {
      drafts.remove(key);
      forget();
      setSavedAt(null);
      setAnswered(true);
    },
  };
};

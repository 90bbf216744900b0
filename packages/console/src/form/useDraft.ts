import type { Storable } from '@keyan/kernel/stored.ts';
import { useEffect, useMemo, useState } from 'react';
import { useUser } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import type { Values } from '../shared/present.ts';
import { useTab } from '../shell/tab.ts';
import { draftsOf } from '../storage/drafts.ts';
import type { FormStore } from './store.ts';
import { useServerDraft } from './useServerDraft.ts';

/** Milliseconds of quiet after a change before the draft is written. */
const pause = 1500;
/** However long somebody types without a pause, a draft is written this often. */
const most = 5000;

interface Kept {
  readonly values: Values;
  /** The version that was being changed; another one may have been stored since. */
  readonly version: number | null;
}

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
 * this user and record, so that a crash, an expired session or another machine loses nothing
 * (decisions 40).
 * @param path the page that goes on with it
 * @param fallback what the draft is called as long as the record has no title
 */
export const useDraft = (form: FormStore, path: string, fallback: string): DraftState => {
  const { userId } = useUser();
  const { key } = useTab();
  const drafts = useMemo(() => draftsOf(userId), [userId]);
  const [local] = useState(() => drafts.get(key));
  const [answered, setAnswered] = useState(false);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const server = useServerDraft(key);
  const { push, flush } = server;
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
      if (userId === '' || form.state().changes === 0) return;
      const { version } = form.stored();
      const kept: Kept = {
        values: form.state().values,
        version: typeof version === 'number' ? version : null,
      };
      const title = String(kept.values[form.resource.title] ?? '').trim() || fallback;
      const draft = { key, path, title, values: kept as unknown as Storable };
      drafts.put(draft);
      push(draft);
      setSavedAt(Date.now());
    };
    let changes = form.state().changes;
    const forget = form.subscribe(() => {
      const now = form.state().changes;
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
      forget();
      document.removeEventListener('visibilitychange', hide);
      // The page is being hidden or left: what waits is written now.
      if (timer !== undefined) write();
      flush();
    };
  }, [form, drafts, userId, key, path, fallback, push, flush]);

  const fill = (kept: Kept | undefined) => {
    if (kept) form.fill(kept.values);
    setAnswered(true);
  };
  return {
    savedAt,
    isOnServer: savedAt !== null && server.savedAt !== null && server.savedAt >= savedAt,
    offer,
    restore() {
      if (!elsewhere) return fill(drafts.get<Storable>(key)?.values as unknown as Kept | undefined);
      server
        .values()
        .then((values) => fill(values as Kept))
        .catch((fault: Error) => toast.error(fault.message));
    },
    discard() {
      drafts.remove(key);
      server.forget();
      setAnswered(true);
    },
    clear() {
      drafts.remove(key);
      server.forget();
      setSavedAt(null);
      setAnswered(true);
    },
  };
};

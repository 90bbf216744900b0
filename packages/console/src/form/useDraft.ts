import type { Storable } from '@keyan/kernel/stored.ts';
import { useEffect, useMemo, useState } from 'react';
import { useUser } from '../client/context.tsx';
import type { Values } from '../shared/present.ts';
import { useTab } from '../shell/tab.ts';
import { draftsOf } from '../storage/drafts.ts';
import type { FormStore } from './store.ts';

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
  /** A draft of an earlier visit that has not been answered yet. */
  readonly offer: { readonly savedAt: number } | null;
  restore(): void;
  discard(): void;
  /** The record has been saved: the draft has served. */
  clear(): void;
}

/**
 * Keeps what is typed on this machine, for this user and record, so that a crash or an expired
 * session loses nothing (decisions 40).
 * @param path the page that goes on with it
 * @param fallback what the draft is called as long as the record has no title
 */
export const useDraft = (form: FormStore, path: string, fallback: string): DraftState => {
  const { userId } = useUser();
  const { key } = useTab();
  const drafts = useMemo(() => draftsOf(userId), [userId]);
  const [offer, setOffer] = useState(() => drafts.get(key) ?? null);
  const [savedAt, setSavedAt] = useState<number | null>(null);

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
      drafts.put({ key, path, title, values: kept as unknown as Storable });
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
    };
  }, [form, drafts, userId, key, path, fallback]);

  return {
    savedAt,
    offer,
    restore() {
      const kept = drafts.get<Storable>(key)?.values as unknown as Kept | undefined;
      if (kept) form.fill(kept.values);
      setOffer(null);
    },
    discard() {
      drafts.remove(key);
      setOffer(null);
    },
    clear() {
      drafts.remove(key);
      setSavedAt(null);
      setOffer(null);
    },
  };
};

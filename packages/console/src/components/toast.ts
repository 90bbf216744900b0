import { isTold } from '../client/fault.ts';
import type { Text } from '../i18n/language.ts';

/** One message at the top of the page. */
export interface Toast {
  readonly id: number;
  readonly tone: 'success' | 'warning' | 'error';
  readonly text: Text;
  /** What may be done about it. */
  readonly act?: Act;
}

interface Act {
  /** The text of its button. */
  readonly name: 'undo' | 'refresh';
  readonly run: () => void;
}

/** Successes leave after 3 s, with 撤销 after 8; errors stay until they are closed (visual.md §7). */
const lifetime = (toast: Toast): number | undefined =>
  toast.tone === 'error' ? undefined : toast.act ? 8000 : 3000;

/** At most this many stand at once; the oldest leaves. */
const limit = 4;

let toasts: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

const change = (list: readonly Toast[]): void => {
  toasts = list;
  for (const listener of listeners) listener();
};

const dismiss = (id: number): void => change(toasts.filter((each) => each.id !== id));

const add = (given: Omit<Toast, 'id'>): void => {
  const shown: Toast = { ...given, id: next++ };
  // The same failure twice says nothing new.
  const others = toasts.filter((each) => each.tone !== shown.tone || each.text !== shown.text);
  change([...others, shown].slice(-limit));
  const stay = lifetime(shown);
  if (stay !== undefined) setTimeout(() => dismiss(shown.id), stay);
};

/** Short messages in the right voice. They never replace an error beside its field. */
export const toast = {
  success: (text: Text, { undo }: { undo?: (() => void) | undefined } = {}) =>
    add({ tone: 'success', text, ...(undo && { act: { name: 'undo', run: undo } }) }),
  warning: (text: Text) => add({ tone: 'warning', text }),
  error: (text: Text, act?: Act) => add({ tone: 'error', text, ...(act && { act }) }),
  /**
   * A failed call, in the server's words or in others that fit better. Whatever fails in a page is
   * told through here: it knows which failures are not to be told (spec §8).
   */
  fault: (fault: unknown, text?: Text) => {
    if (!isTold(fault)) return;
    add({ tone: 'error', text: text ?? (fault instanceof Error ? fault.message : String(fault)) });
  },
  dismiss,
  clear: () => change([]),
};

/** For the host that draws them. */
export const toastSource = {
  get: () => toasts,
  subscribe: (changed: () => void) => {
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  },
};

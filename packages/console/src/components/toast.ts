import { ApiFault, mayShowFault } from '../client/fault.ts';
import type { Text } from '../i18n/language.ts';

/** Message at the top of the page. */
export interface Toast {
  readonly id: number;
  readonly tone: 'success' | 'warning' | 'error';
  readonly text: Text;
  readonly action?: ToastAction;
  /** Call that failed: the message is removed when the call succeeds. */
  readonly call?: string;
}

/** Button of a toast. */
export interface ToastAction {
  readonly label: Text;
  readonly run: () => void;
}

/**
 * Milliseconds before a toast is removed: successes 3 s, with a button 8 s; undefined for errors,
 * which are shown until their call succeeds or somebody closes them.
 */
const lifetime = (toast: Toast): number | undefined =>
  toast.tone === 'error' ? undefined : toast.action ? 8000 : 3000;

/** Maximum number of visible toasts; the oldest is removed first. */
const maxToasts = 4;

let toasts: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

const setToasts = (list: readonly Toast[]): void => {
  toasts = list;
  for (const listener of listeners) listener();
};

const dismissToast = (id: number): void => setToasts(toasts.filter((each) => each.id !== id));

const addToast = (given: Omit<Toast, 'id'>): void => {
  const shown: Toast = { ...given, id: next++ };
  // Identity of a message; a repeated message is shown once. A label is a new pair each time, so
  // its text is compared.
  const key = (each: Toast) => `${each.tone} ${String(each.text)}`;
  const others = toasts.filter((each) => key(each) !== key(shown));
  setToasts([...others, shown].slice(-maxToasts));
  const stay = lifetime(shown);
  if (stay !== undefined) setTimeout(() => dismissToast(shown.id), stay);
};

type Run = (() => void) | undefined;

/** Buttons of a success message: undo, or open the result. */
const successActions = {
  undo: ['撤销', 'Undo'],
  open: ['查看', 'View'],
} as const satisfies Readonly<Record<string, Text>>;
type SuccessAction = keyof typeof successActions;

/** Shows short messages. An error of a field is also shown beside the field. */
export const toast = {
  success: (text: Text, { undo, open }: { readonly [action in SuccessAction]?: Run } = {}) => {
    const action =
      (undo && { label: successActions.undo, run: undo }) ??
      (open && { label: successActions.open, run: open });
    addToast({ tone: 'success', text, ...(action && { action }) });
  },
  warning: (text: Text) => addToast({ tone: 'warning', text }),
  error: (text: Text, action?: ToastAction) =>
    addToast({ tone: 'error', text, ...(action && { action }) }),
  /**
   * Shows the message of the server for a failed call, or `text`. Shows nothing for failures that
   * must stay silent (`mayShowFault`).
   */
  fault: (fault: unknown, text?: Text) => {
    if (!mayShowFault(fault)) return;
    const call = fault instanceof ApiFault ? fault.call : undefined;
    addToast({
      tone: 'error',
      text: text ?? (fault instanceof Error ? fault.message : String(fault)),
      ...(call && { call }),
    });
  },
  /** Removes the messages about earlier failures of a call that succeeded. */
  answered: (call: string) => {
    if (toasts.some((each) => each.call === call)) {
      setToasts(toasts.filter((each) => each.call !== call));
    }
  },
  dismiss: dismissToast,
  clear: () => setToasts([]),
};

/** Store of the messages that `ToastHost` renders. */
export const toastSource = {
  get: () => toasts,
  subscribe: (changed: () => void) => {
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  },
};

import { ApiFault, mayShowFault } from '../client/fault.ts';
import type { Text } from '../i18n/language.ts';

/** One message at the top of the page. */
export interface Toast {
  readonly id: number;
  readonly tone: 'success' | 'warning' | 'error';
  readonly text: Text;
  readonly action?: ToastAction;
  /** The call that failed: the message goes when the call succeeds. */
  readonly call?: string;
}

/** The button of a toast. */
export interface ToastAction {
  readonly label: Text;
  readonly run: () => void;
}

/** Milliseconds: successes leave after 3 s, with a button after 8 s; errors until their call succeeds or somebody closes them. */
const lifetime = (toast: Toast): number | undefined =>
  toast.tone === 'error' ? undefined : toast.action ? 8000 : 3000;

/** Most toasts that are shown at once; the oldest goes first. */
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
  // The same message twice says nothing new. A label is a new pair each time: compare what it says.
  const key = (each: Toast) => `${each.tone} ${String(each.text)}`;
  const others = toasts.filter((each) => key(each) !== key(shown));
  change([...others, shown].slice(-limit));
  const stay = lifetime(shown);
  if (stay !== undefined) setTimeout(() => dismiss(shown.id), stay);
};

type Run = (() => void) | undefined;

/** Actions that may follow a success: taking it back, or opening its result. */
const successActions = {
  undo: ['撤销', 'Undo'],
  open: ['查看', 'View'],
} as const satisfies Readonly<Record<string, Text>>;
type SuccessAction = keyof typeof successActions;

/** Short messages. They never replace an error beside its field. */
export const toast = {
  success: (text: Text, { undo, open }: { readonly [action in SuccessAction]?: Run } = {}) => {
    const action =
      (undo && { label: successActions.undo, run: undo }) ??
      (open && { label: successActions.open, run: open });
    add({ tone: 'success', text, ...(action && { action }) });
  },
  warning: (text: Text) => add({ tone: 'warning', text }),
  error: (text: Text, action?: ToastAction) =>
    add({ tone: 'error', text, ...(action && { action }) }),
  /**
   * A failed call, with the message of the server or a better one. Shows nothing for failures that
   * must stay silent (`mayShowFault`).
   */
  fault: (fault: unknown, text?: Text) => {
    if (!mayShowFault(fault)) return;
    const call = fault instanceof ApiFault ? fault.call : undefined;
    add({
      tone: 'error',
      text: text ?? (fault instanceof Error ? fault.message : String(fault)),
      ...(call && { call }),
    });
  },
  /** A call succeeded: whatever it failed with before is out of date. */
  answered: (call: string) => {
    if (toasts.some((each) => each.call === call)) {
      change(toasts.filter((each) => each.call !== call));
    }
  },
  dismiss,
  clear: () => change([]),
};

/** Source of the messages that `ToastHost` shows. */
export const toastSource = {
  get: () => toasts,
  subscribe: (changed: () => void) => {
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  },
};

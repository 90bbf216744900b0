import { useEffect, useSyncExternalStore } from 'react';

type Pinyin = (text: string) => string;

let pinyin: Pinyin | undefined;
const known = new Map<string, string>();
const listeners = new Set<() => void>();

const load = async (): Promise<void> => {
  const { pinyin: full } = await import('pinyin-pro');
  pinyin = (text) =>
    full(text, { pattern: 'first', toneType: 'none', type: 'array' }).join('').toLowerCase();
  for (const listener of listeners) listener();
};

let asked = false;

/** The table of readings is large: it is fetched when the first picker is opened. */
const want = (): void => {
  if (asked) return;
  asked = true;
  load().catch(() => {
    // Searching by the characters themselves goes on; the next picker tries again.
    asked = false;
  });
};

const initials = (text: string): string => {
  let found = known.get(text);
  if (found === undefined && pinyin) {
    found = pinyin(text);
    known.set(text, found);
  }
  return found ?? '';
};

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
};

/** True where the text holds what was typed, or its syllables begin with it: `qklw` → 期刊论文. */
export const matches = (typed: string, text: string): boolean => {
  const wanted = typed.trim().toLowerCase();
  return text.toLowerCase().includes(wanted) || initials(text).includes(wanted);
};

/** `matches`, with readings as soon as `open` has been true once. */
export const useMatches = (open: boolean): typeof matches => {
  useEffect(() => {
    if (open) want();
  }, [open]);
  useSyncExternalStore(subscribe, () => pinyin);
  return matches;
};

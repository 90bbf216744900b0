import { useEffect, useSyncExternalStore } from 'react';

/** How a text is read: `qklw` and `qikanlunwen` for 期刊论文. */
interface Reading {
  readonly initials: string;
  readonly syllables: string;
}

let read: ((text: string) => Reading) | undefined;
const known = new Map<string, Reading>();
const listeners = new Set<() => void>();

const load = async (): Promise<void> => {
  const { pinyin } = await import('pinyin-pro');
  read = (text) => {
    const syllables = pinyin(text, { toneType: 'none', type: 'array' }).map((each) =>
      each.toLowerCase(),
    );
    return {
      initials: syllables.map(([first = '']) => first).join(''),
      syllables: syllables.join(''),
    };
  };
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

const silent: Reading = { initials: '', syllables: '' };

const readingOf = (text: string): Reading => {
  let found = known.get(text);
  if (found === undefined && read) {
    found = read(text);
    known.set(text, found);
  }
  return found ?? silent;
};

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
};

/**
 * How near a text is to what was typed: 0 begins with it, 1 is read as if it did (`lw` or `lunwen`
 * for 论文), 2 holds it, 3 has it in its readings; undefined: not at all.
 */
export const matchRank = (typed: string, text: string): 0 | 1 | 2 | 3 | undefined => {
  const wanted = typed.trim().toLowerCase();
  const own = text.toLowerCase();
  if (own.startsWith(wanted)) return 0;
  const spelled = wanted.replaceAll(/[\s']/g, '');
  const { initials, syllables } = readingOf(text);
  if (initials.startsWith(spelled) || syllables.startsWith(spelled)) return 1;
  if (own.includes(wanted)) return 2;
  return initials.includes(spelled) || syllables.includes(spelled) ? 3 : undefined;
};

/** True where the text holds what was typed, or is read like it: `qklw` → 期刊论文. */
export const matchesTyped = (typed: string, text: string): boolean =>
  matchRank(typed, text) !== undefined;

/** Readings are there, or will be soon, once `open` has been true. */
export const useReadings = (open: boolean): void => {
  useEffect(() => {
    if (open) want();
  }, [open]);
  useSyncExternalStore(subscribe, () => read);
};

/** `matchesTyped`, with readings as soon as `open` has been true once. */
export const useMatches = (open: boolean): typeof matchesTyped => {
  useReadings(open);
  return matchesTyped;
};

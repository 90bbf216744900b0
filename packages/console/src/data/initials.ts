import { useEffect, useSyncExternalStore } from 'react';

/** Readings of a text: initials and pinyin, `qklw` and `qikanlunwen` for 期刊论文. */
interface Reading {
  readonly initials: string;
  readonly syllables: string;
}

let read: ((text: string) => Reading) | undefined;
const readingsByText = new Map<string, Reading>();
const listeners = new Set<() => void>();

const loadReadings = async (): Promise<void> => {
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

/** Fetches the table of readings, which is large, when the first picker opens. */
const loadReadingsOnce = (): void => {
  if (asked) return;
  asked = true;
  loadReadings().catch(() => {
    // Search by the characters themselves still works; the next picker tries again.
    asked = false;
  });
};

const noReading: Reading = { initials: '', syllables: '' };

const readingOf = (text: string): Reading => {
  let found = readingsByText.get(text);
  if (found === undefined && read) {
    found = read(text);
    readingsByText.set(text, found);
  }
  return found ?? noReading;
};

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
};

/**
 * Ranks how well a text matches the typed text: 0 begins with it, 1 its reading begins with it
 * (`lw` or `lunwen` for 论文), 2 contains it, 3 its reading contains it; undefined: no match.
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

/** Returns true if the text or its reading contains the typed text: `qklw` → 期刊论文. */
export const matchesTyped = (typed: string, text: string): boolean =>
  matchRank(typed, text) !== undefined;

/** Loads the table of readings once `open` has been true. */
export const useReadings = (open: boolean): void => {
  useEffect(() => {
    if (open) loadReadingsOnce();
  }, [open]);
  useSyncExternalStore(subscribe, () => read);
};

/** Returns `matchesTyped`, which matches readings once `open` has been true. */
export const useMatches = (open: boolean): typeof matchesTyped => {
  useReadings(open);
  return matchesTyped;
};

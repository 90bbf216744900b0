import type { TextRange } from '@keyan/kernel/wire/search.ts';
import type { Readings } from './readings.ts';
import { foldSpelling, type TextRun, textRunsOf } from './runs.ts';
import { syllableDivisions } from './syllables.ts';
import { normalisedTypedText } from './typed.ts';

/** Text in the form that is compared, with the position of each part in the original. */
interface Compared {
  readonly text: string;
  /** Per UTF-16 unit of `text`: start and end in the original. */
  readonly origins: readonly TextRange[];
}

const compared = (original: string): Compared => {
  let text = '';
  const origins: TextRange[] = [];
  let at = 0;
  for (const character of original) {
    const plain = foldSpelling(character);
    for (let unit = 0; unit < plain.length; unit += 1) origins.push([at, at + character.length]);
    text += plain;
    at += character.length;
  }
  return { text, origins };
};

/** Returns the ranges that match the typed text as written. */
const written = (text: string, run: string): readonly TextRange[] => {
  const found: TextRange[] = [];
  for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + run.length)) {
    found.push([at, at + run.length]);
  }
  return found;
};

/** Returns the range of the first characters of a run whose pinyin matches the letters. */
const readAs = (syllables: readonly string[], letters: string): TextRange | null => {
  const initials = syllables.map(([first = '']) => first).join('');
  const byInitials = initials.indexOf(letters);
  if (byInitials >= 0) return [byInitials, byInitials + letters.length];
  for (const divided of syllableDivisions(letters)) {
    const last = divided.length - 1;
    const at = syllables.findIndex((_, from) =>
      divided.every((part, place) => {
        const syllable = syllables[from + place] ?? '';
        return place === last ? syllable.startsWith(part) : syllable === part;
      }),
    );
    if (at >= 0) return [at, at + divided.length];
  }
  return null;
};

const read = (
  text: string,
  letters: string,
  readings: readonly ((run: string) => readonly string[])[],
): readonly TextRange[] => {
  for (const { 0: run, index } of text.matchAll(/\p{Script=Han}+/gu)) {
    // Readings count characters, ranges count UTF-16 units.
    const characters = [...run];
    const units = (count: number): number => characters.slice(0, count).join('').length;
    for (const reading of readings) {
      const found = readAs(reading(run), letters);
      if (found) return [[index + units(found[0]), index + units(found[1])]];
    }
  }
  return [];
};

const merged = (ranges: readonly TextRange[]): readonly TextRange[] => {
  const joined: TextRange[] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) joined.splice(-1, 1, [last[0], Math.max(last[1], to)]);
    else joined.push([from, to]);
  }
  return joined;
};

/** Returns the runs of the typed text, as `typedQuery` divides it. */
export const typedTextRuns = (typed: string): readonly TextRun[] =>
  textRunsOf(normalisedTypedText(typed));

/**
 * Returns ranges of a text that match the typed words, as written or as pinyin: in UTF-16 units, ordered, not
 * overlapping.
 * @param names true if the text names people, whose family names have their own readings.
 */
export const matchRangesOf = (
  original: string,
  runs: readonly TextRun[],
  readings: Readings,
  names = false,
): readonly TextRange[] => {
  const { text, origins } = compared(original);
  const ways = names ? [readings.ofName, readings.ofText] : [readings.ofText];
  const ranges = runs.flatMap(({ kind, text: run }) => {
    const found = written(text, run);
    if (found.length > 0 || kind === 'han' || !/^[a-z]{2,}$/.test(run)) return found;
    return read(text, run, ways);
  });
  return merged(
    ranges.map(([from, to]) => [origins[from]?.[0] ?? 0, origins[to - 1]?.[1] ?? original.length]),
  );
};

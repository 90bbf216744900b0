import { memoizeReadings, type Readings } from './readings.ts';
import { foldSpelling, type TextRun, textRunsOf } from './runs.ts';

/** Text of a record that searches find. */
export interface SearchedText {
  readonly text: string;
  /** True if the text names people: 曾 is read `zeng`, and `、`, commas and semicolons separate names. */
  readonly names: boolean;
}

/** Maximum number of characters of a word; longer ones are cut, in records and in typed text. */
export const maxWordLength = 40;
/** Maximum number of characters of a value that is also found as a whole, and ranked first. */
export const maxWholeValueLength = 12;
/** Number of initials per stored group. */
export const initialsPerGroup = 4;

/** Prefixes that distinguish the sorts of terms. */
export const termPrefixes = { whole: '=', syllables: '~', initials: '#' } as const;

/** Returns the terms of a run: each pair of adjacent characters, and the last character. */
export const characterPairs = (characters: readonly string[]): readonly string[] =>
  characters.map((character, place) => character + (characters[place + 1] ?? ''));

/** Adds pairs of syllables, and groups of initials. */
const addRead = (found: string[], syllables: readonly string[]): void => {
  let initials = '';
  for (const [place, syllable] of syllables.entries()) {
    found.push(`${termPrefixes.syllables}${syllable}.${syllables[place + 1] ?? ''}`);
    const [first = ''] = syllable;
    initials += first;
  }
  for (const place of syllables.keys()) {
    found.push(termPrefixes.initials + initials.slice(place, place + initialsPerGroup));
  }
};

const addHan = (found: string[], run: string, names: boolean, readings: Readings): void => {
  found.push(...characterPairs([...run]));
  addRead(found, readings.ofText(run));
  if (names) addRead(found, readings.ofName(run));
};

const digits = /\p{N}/u;

/** Adds a word; for a number such as `lw20260001` also the letters and the digits. */
const addWord = (found: string[], word: string): void => {
  found.push(word.slice(0, maxWordLength));
  const parts = digits.test(word) ? (word.match(/\p{N}+|\P{N}+/gu) ?? []) : [];
  if (parts.length > 1) found.push(...parts.map((one) => one.slice(0, maxWordLength)));
};

const addWhole = (found: string[], runs: readonly TextRun[]): void => {
  const whole = runs.map((run) => run.text).join('');
  if (whole !== '' && [...whole].length <= maxWholeValueLength)
    found.push(termPrefixes.whole + whole);
};

/** Separators of names in a list of people. */
export const nameSeparators = /[、,，;；]/;

/** Returns the terms of one text, or of one name. */
const termsIn = (text: string, names: boolean, readings: Readings): readonly string[] => {
  const found: string[] = [];
  const runs = textRunsOf(foldSpelling(text));
  addWhole(found, runs);
  for (const run of runs) {
    if (run.kind === 'han') addHan(found, run.text, names, readings);
    else addWord(found, run.text);
  }
  return found;
};

/** Makes the terms under which a record with these texts is found. */
export type TermMaker = (texts: readonly SearchedText[]) => readonly string[];

/**
 * Creates a maker of terms. Terms of 科研管理: each pair of characters (`科研`, `研管`, …, `理`), each pair of syllables
 * (`~ke.yan`, …) and each four initials (`#kygl`, `#ygl`, …); of other scripts each word; of a short value also the
 * whole (`=李明`). The typed text looks for a term, or for its prefix: a single character is the prefix of its pairs.
 */
export const termMaker = (
  readings: Readings,
  ofName = (name: string): readonly string[] => termsIn(name, true, readings),
): TermMaker => {
  const ofText = ({ text, names }: SearchedText): readonly string[] =>
    names ? text.split(nameSeparators).flatMap(ofName) : termsIn(text, false, readings);
  return (texts) => [...new Set(texts.flatMap(ofText))];
};

/** Creates a maker of terms that caches names, for saves: people of a university occur in many records. */
export const nameCachingTermMaker = (readings: Readings, most: number): TermMaker =>
  termMaker(
    readings,
    memoizeReadings((name) => termsIn(name, true, readings), most),
  );

/** Creates a maker of terms that caches names and readings of texts, for work over many records. */
export const cachingTermMaker = (readings: Readings): TermMaker =>
  nameCachingTermMaker({ ...readings, ofText: memoizeReadings(readings.ofText, 50_000) }, 50_000);

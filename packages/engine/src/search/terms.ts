import { memoizeReadings, type Readings } from './readings.ts';
import { foldSpelling, type TextRun, textRunsOf } from './runs.ts';

/** A text of a record that searches find. */
export interface SearchedText {
  readonly text: string;
  /** Does the text name people? 曾 is read `zeng`, and `、`, commas and semicolons part the names. */
  readonly names: boolean;
}

/** Characters to which a word is cut, in records as in what is typed. */
export const maxWordLength = 40;
/** Values up to this many characters are also found as a whole, before all others. */
export const maxWholeValueLength = 12;
/** Initials are kept in groups of four. */
export const initialsPerGroup = 4;

/** Terms of different sorts begin differently, so that none is taken for another. */
export const termPrefixes = { whole: '=', syllables: '~', initials: '#' } as const;

/** Each place of a run gives one term: two characters, at the end one. */
export const characterPairs = (characters: readonly string[]): readonly string[] =>
  characters.map((character, place) => character + (characters[place + 1] ?? ''));

/** Adds the pairs of syllables, and the groups of initials. */
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

/** Adds a word, and the letters and digits of a number such as `lw20260001` alone. */
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

/** Separators of the names in a list of people. */
export const nameSeparators = /[、,，;；]/;

/** The terms of one text, or of one name. */
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
 * Terms of 科研管理: each pair of characters (`科研`, `研管`, …, `理`), each pair of syllables (`~ke.yan`, …) and each four
 * initials (`#kygl`, `#ygl`, …); of other scripts each word; of a short value also the whole (`=李明`). The typed text
 * looks for a term, or for the beginning of one: a single character is the beginning of its pairs.
 */
export const termMaker = (
  readings: Readings,
  ofName = (name: string): readonly string[] => termsIn(name, true, readings),
): TermMaker => {
  const ofText = ({ text, names }: SearchedText): readonly string[] =>
    names ? text.split(nameSeparators).flatMap(ofName) : termsIn(text, false, readings);
  return (texts) => [...new Set(texts.flatMap(ofText))];
};

/** One that remembers names, for saves: the people of an institution stand in many records. */
export const nameCachingTermMaker = (readings: Readings, most: number): TermMaker =>
  termMaker(
    readings,
    memoizeReadings((name) => termsIn(name, true, readings), most),
  );

/** One that remembers names and how texts are read, for work over many records: many hold the same ones. */
export const cachingTermMaker = (readings: Readings): TermMaker =>
  nameCachingTermMaker({ ...readings, ofText: memoizeReadings(readings.ofText, 50_000) }, 50_000);

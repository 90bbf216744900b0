import type { Readings } from './readings.ts';
import { bare, folded, runsOf } from './runs.ts';

/** A text of a record that searches find. */
export interface SearchedText {
  readonly text: string;
  /** It names people: 曾 is read `zeng`, and `、`, commas and semicolons part the names. */
  readonly names: boolean;
}

/** Longer words are cut, in records as in what is typed. */
export const longestWord = 40;
/** Values up to this many characters are also found as a whole, before all others. */
export const longestWhole = 12;
/** Initials are kept in groups of four. */
export const initialsTogether = 4;

/** Terms of different sorts begin differently, so that none is taken for another. */
export const mark = { whole: '=', syllables: '~', initials: '#' } as const;

/** Each place of a run gives one term: two characters, at the end one. */
export const pairs = (characters: readonly string[]): readonly string[] =>
  characters.map((character, place) => character + (characters[place + 1] ?? ''));

const syllableTerms = (syllables: readonly string[]): readonly string[] =>
  syllables.map((syllable, place) => `${mark.syllables}${syllable}.${syllables[place + 1] ?? ''}`);

const initialTerms = (syllables: readonly string[]): readonly string[] => {
  const initials = syllables.map(([first = '']) => first).join('');
  return syllables.map(
    (_, place) => mark.initials + initials.slice(place, place + initialsTogether),
  );
};

const readTerms = (syllables: readonly string[]): readonly string[] => [
  ...syllableTerms(syllables),
  ...initialTerms(syllables),
];

const hanTerms = (run: string, names: boolean, readings: Readings): readonly string[] => [
  ...pairs([...run]),
  ...readTerms(readings.ofText(run)),
  ...(names ? readTerms(readings.ofName(run)) : []),
];

/** A word, and the letters and digits of a number such as `lw20260001` alone. */
const wordTerms = (word: string): readonly string[] => {
  const parts = word.match(/\p{N}+|\P{N}+/gu) ?? [];
  return [word, ...(parts.length > 1 ? parts : [])].map((one) => one.slice(0, longestWord));
};

const wholeTerm = (text: string): readonly string[] => {
  const whole = bare(text);
  return whole === '' || [...whole].length > longestWhole ? [] : [mark.whole + whole];
};

/** What parts the names in a list of people. */
export const betweenNames = /[、,，;；]/;

const termsIn = ({ text, names }: SearchedText, readings: Readings): readonly string[] =>
  (names ? text.split(betweenNames) : [text]).flatMap((one) => [
    ...wholeTerm(one),
    ...runsOf(folded(one)).flatMap((run) =>
      run.kind === 'han' ? hanTerms(run.text, names, readings) : wordTerms(run.text),
    ),
  ]);

/**
 * The terms under which a record is found. Of 科研管理: each pair of characters (`科研`, `研管`, …,
 * `理`), each pair of syllables (`~ke.yan`, …) and each four initials (`#kygl`, `#ygl`, …); of other
 * scripts each word; of a short value also the whole (`=李明`). What was typed looks for a term, or
 * for the beginning of one: a single character is the beginning of its pairs.
 */
export const termsOf = (texts: readonly SearchedText[], readings: Readings): readonly string[] => [
  ...new Set(texts.flatMap((one) => termsIn(one, readings))),
];

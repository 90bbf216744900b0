import { foldSpelling, type TextRun, textRunsOf } from './runs.ts';
import { initialLetters, syllableDivisions, syllablesFrom } from './syllables.ts';
import {
  characterPairs,
  initialsPerGroup,
  maxWholeValueLength,
  maxWordLength,
  termPrefixes,
} from './terms.ts';

/** Typed text as `tsquery` conditions on the entries of one resource. */
export interface TypedQuery {
  /** Records that contain every typed word, as written or as pinyin. */
  readonly all: string;
  /** Records with a short value equal to the typed text; null if the text is too long. */
  readonly whole: string | null;
}

/** Forms of a condition for a term, and for a prefix of terms. */
interface Terms {
  readonly term: (text: string) => string;
  readonly beginning: (text: string) => string;
  /** Condition for a prefix whose possible terms are known. */
  readonly among: (text: string, terms: readonly string[]) => string;
}

const every = (conditions: readonly string[]): string => conditions.join(' & ');
const either = (conditions: readonly string[]): string =>
  conditions.length === 1
    ? (conditions[0] ?? '')
    : `(${conditions.map((one) => `(${one})`).join(' | ')})`;

/**
 * Returns conditions on terms. Terms contain only letters, digits and marks, so that quotes suffice.
 * @param named true to list the possible terms of a prefix, where known: for a prefix the index collects every record
 *   before it returns the first; for terms it reads only as many records as needed.
 */
const termsWith = (code: string, named: boolean): Terms => {
  const term = (text: string): string => `'${code}${text}'`;
  const beginning = (text: string): string => `${term(text)}:*`;
  return {
    term,
    beginning,
    among: (text, terms) => (named ? either(terms.map(term)) : beginning(text)),
  };
};

const hanQuery = ({ term, beginning }: Terms, run: string): string => {
  const characters = [...run];
  return characters.length === 1
    ? beginning(run)
    : every(characterPairs(characters).slice(0, -1).map(term));
};

/** Pattern of one or two Chinese characters. */
const short = /^\p{Script=Han}{1,2}$/u;

/**
 * Returns a condition on entries that every record meets whose searched texts contain these one or two Chinese
 * characters in sequence; null for any other text. A trigram index cannot find them.
 */
export const shortQuery = (text: string, code: string): string | null => {
  const plain = foldSpelling(text.trim());
  return short.test(plain) ? hanQuery(termsWith(code, false), plain) : null;
};

const initialsQuery = ({ term, beginning, among }: Terms, letters: string): string => {
  const last = letters.length - initialsPerGroup;
  if (last >= 0) {
    const places = Array.from({ length: last + 1 }, (_, place) => place);
    return every(
      places.map((place) =>
        term(termPrefixes.initials + letters.slice(place, place + initialsPerGroup)),
      ),
    );
  }
  const begun = termPrefixes.initials + letters;
  return last === -1
    ? among(
        begun,
        ['', ...initialLetters].map((next) => begun + next),
      )
    : beginning(begun);
};

const syllablesQuery = (
  { term, beginning, among }: Terms,
  syllables: readonly string[],
): string => {
  const [only = ''] = syllables;
  if (syllables.length === 1) return beginning(termPrefixes.syllables + only);
  const pair = (first = '', second = ''): string => `${termPrefixes.syllables}${first}.${second}`;
  const last = syllables.length - 1;
  const begun = syllables[last] ?? '';
  return every([
    ...Array.from({ length: last - 1 }, (_, place) =>
      term(pair(syllables[place], syllables[place + 1])),
    ),
    among(
      pair(syllables[last - 1], begun),
      syllablesFrom(begun).map((syllable) => pair(syllables[last - 1], syllable)),
    ),
  ]);
};

/**
 * Returns the condition for letters, which may be a word, initials, or pinyin; a single letter counts only as the
 * beginning of a word.
 */
const lettersQuery = (terms: Terms, letters: string): string => {
  const written = terms.beginning(letters);
  return letters.length === 1
    ? written
    : either([
        written,
        initialsQuery(terms, letters),
        ...syllableDivisions(letters).map((syllables) => syllablesQuery(terms, syllables)),
      ]);
};

const runQuery = (terms: Terms, { kind, text }: TextRun, isLast: boolean): string => {
  if (kind === 'han') return hanQuery(terms, text);
  const word = text.slice(0, maxWordLength);
  // In `10.1016/j.jss.2020` every part but the last is complete.
  if (!isLast) return terms.term(word);
  return /^[a-z]+$/.test(word) ? lettersQuery(terms, word) : terms.beginning(word);
};

/** Maximum number of runs of a typed text that are searched; further runs are ignored. */
const maxRuns = 8;

/** Folds typed text like the texts of records. */
export const normalisedTypedText = (typed: string): string =>
  // A pinyin keyboard separates syllables with an apostrophe: `xi'an`.
  foldSpelling(typed.replaceAll(/[üÜ]/g, 'v').replaceAll(/['’]/g, ''));

/**
 * Parses typed text. Every run of it must be found: Chinese as written, letters as a word, as initials (`kygl`) or as
 * pinyin (`keyanguanli`) of 科研管理.
 * @param code prefix of all terms of the resource.
 * @param named true for a resource with many entries: prefixes are replaced by the possible terms, where known, with
 *   the same results.
 * @returns null if the text contains nothing that can be searched.
 */
export const typedQuery = (typed: string, code = '', named = false): TypedQuery | null => {
  const runs = normalisedTypedText(typed)
    .split(/\s+/)
    .flatMap((word) =>
      textRunsOf(word).map((run, place, { length }) => ({ run, isLast: place === length - 1 })),
    )
    .slice(0, maxRuns);
  if (runs.length === 0) return null;
  const terms = termsWith(code, named);
  const whole = runs.map(({ run }) => run.text).join('');
  return {
    all: every(runs.map(({ run, isLast }) => runQuery(terms, run, isLast))),
    whole: [...whole].length <= maxWholeValueLength ? terms.term(termPrefixes.whole + whole) : null,
  };
};

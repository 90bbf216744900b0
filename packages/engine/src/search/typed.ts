import { folded, type Run, runsOf } from './runs.ts';
import { divisions } from './syllables.ts';
import { initialsTogether, longestWhole, longestWord, mark, pairs } from './terms.ts';

/** What was typed, as conditions of `tsquery` on the entries of one resource. */
export interface TypedQuery {
  /** Records that hold every word that was typed, written or read so. */
  readonly all: string;
  /** Records with a short value that is just this; null for what is too long to be one. */
  readonly whole: string | null;
}

/** How a condition names a term, and the beginning of a term. */
interface Terms {
  readonly term: (text: string) => string;
  readonly beginning: (text: string) => string;
}

/** Terms hold nothing but letters, digits and the marks, so that quotes suffice. */
const termsWith = (code: string): Terms => ({
  term: (text) => `'${code}${text}'`,
  beginning: (text) => `'${code}${text}':*`,
});

const every = (conditions: readonly string[]): string => conditions.join(' & ');
const either = (conditions: readonly string[]): string =>
  conditions.length === 1
    ? (conditions[0] ?? '')
    : `(${conditions.map((one) => `(${one})`).join(' | ')})`;

const hanQuery = ({ term, beginning }: Terms, run: string): string => {
  const characters = [...run];
  return characters.length === 1 ? beginning(run) : every(pairs(characters).slice(0, -1).map(term));
};

const initialsQuery = ({ term, beginning }: Terms, letters: string): string =>
  letters.length <= initialsTogether
    ? beginning(mark.initials + letters)
    : every(
        Array.from({ length: letters.length - initialsTogether + 1 }, (_, place) =>
          term(mark.initials + letters.slice(place, place + initialsTogether)),
        ),
      );

const syllablesQuery = ({ term, beginning }: Terms, syllables: readonly string[]): string => {
  const [only = ''] = syllables;
  if (syllables.length === 1) return beginning(mark.syllables + only);
  const read = syllables
    .slice(0, -1)
    .map((syllable, place) => `${mark.syllables}${syllable}.${syllables[place + 1] ?? ''}`);
  return every([...read.slice(0, -1).map(term), ...read.slice(-1).map(beginning)]);
};

/** Letters may be a word, initials, or pinyin; a single one is neither of the two yet. */
const lettersQuery = (terms: Terms, letters: string): string => {
  const written = terms.beginning(letters);
  return letters.length === 1
    ? written
    : either([
        written,
        initialsQuery(terms, letters),
        ...divisions(letters).map((syllables) => syllablesQuery(terms, syllables)),
      ]);
};

const runQuery = (terms: Terms, { kind, text }: Run, isLast: boolean): string => {
  if (kind === 'han') return hanQuery(terms, text);
  const word = text.slice(0, longestWord);
  // Inside `10.1016/j.jss.2020` every part but the last is complete.
  if (!isLast) return terms.term(word);
  return /^[a-z]+$/.test(word) ? lettersQuery(terms, word) : terms.beginning(word);
};

/** More runs than this are left out, so that no question is without bounds. */
const mostRuns = 8;

/** What was typed, spelled like the texts of records. */
export const plainTyped = (typed: string): string =>
  // A pinyin keyboard parts syllables with an apostrophe: `xi'an`.
  folded(typed.replaceAll(/[üÜ]/g, 'v').replaceAll(/['’]/g, ''));

/**
 * Understands what was typed. Every run of it has to be found: Chinese as it is written, letters as
 * a word, as initials (`kygl`) or as pinyin (`keyanguanli`) of 科研管理.
 * @param code what the terms of the resource's entries begin with.
 * @returns null where nothing was typed that could be searched for.
 */
export const typedQuery = (typed: string, code = ''): TypedQuery | null => {
  const runs = plainTyped(typed)
    .split(/\s+/)
    .flatMap((word) =>
      runsOf(word).map((run, place, { length }) => ({ run, isLast: place === length - 1 })),
    )
    .slice(0, mostRuns);
  if (runs.length === 0) return null;
  const terms = termsWith(code);
  const whole = runs.map(({ run }) => run.text).join('');
  return {
    all: every(runs.map(({ run, isLast }) => runQuery(terms, run, isLast))),
    whole: [...whole].length <= longestWhole ? terms.term(mark.whole + whole) : null,
  };
};

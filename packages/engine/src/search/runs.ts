/** Piece of a text that is cut into terms as a unit: Chinese characters, or one word of another script. */
export interface TextRun {
  readonly kind: 'han' | 'word';
  readonly text: string;
}

const pieces = /(\p{Script=Han}+)|((?:(?!\p{Script=Han})[\p{L}\p{N}])+)/gu;

/** Pattern of texts in which folding only changes capitals. */
const unaccented = /^[ -~、。\u4e00-\u9fff]*$/;

/**
 * Folds spellings that people consider equal: capitals, full-width letters, accents. Chinese characters keep their
 * form.
 */
export const foldSpelling = (text: string): string =>
  unaccented.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .normalize('NFC')
        .toLowerCase();

/** Returns the runs of a folded text, in order; characters in between only separate. */
export const textRunsOf = (text: string): readonly TextRun[] =>
  [...text.matchAll(pieces)].map(([, han, word]) =>
    han === undefined ? { kind: 'word', text: word ?? '' } : { kind: 'han', text: han },
  );

const between = /[^\p{Script=Han}\p{L}\p{N}]+/gu;

/** Returns the letters, digits and characters of a text without separators: its runs, joined. */
export const joinedRunsOf = (text: string): string => foldSpelling(text).replace(between, '');

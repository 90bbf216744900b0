/** A piece of text that is cut into terms as one: Chinese characters, or one word of others. */
export interface TextRun {
  readonly kind: 'han' | 'word';
  readonly text: string;
}

const pieces = /(\p{Script=Han}+)|((?:(?!\p{Script=Han})[\p{L}\p{N}])+)/gu;

/** Characters of which folding only makes capitals small. */
const unaccented = /^[ -~、。\u4e00-\u9fff]*$/;

/**
 * Spellings that people take for the same become one: capitals, full-width letters, accents.
 * Chinese characters keep their form.
 */
export const foldSpelling = (text: string): string =>
  unaccented.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .normalize('NFC')
        .toLowerCase();

/** The runs of a folded text, in order; everything between them only separates. */
export const textRunsOf = (text: string): readonly TextRun[] =>
  [...text.matchAll(pieces)].map(([, han, word]) =>
    han === undefined ? { kind: 'word', text: word ?? '' } : { kind: 'han', text: han },
  );

const between = /[^\p{Script=Han}\p{L}\p{N}]+/gu;

/** The letters, digits and characters of a text without anything between them: its runs, joined. */
export const joinedRunsOf = (text: string): string => foldSpelling(text).replace(between, '');

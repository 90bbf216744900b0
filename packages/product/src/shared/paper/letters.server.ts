/**
 * Character widths of Times-Roman from space to `~`, in thousandths of the font size (Adobe
 * metrics).
 */
const latinWidths =
  '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541'
    .split(' ')
    .map(Number);

/** True for characters of the Latin font; all others are as wide as high. */
const isLatin = (letter: string): boolean => /^[\x20-\x7e\xa1-\xff]$/.test(letter);

/** Width of a character in thousandths of the font size. */
const letterWidth = (letter: string): number => {
  if (letter.charCodeAt(0) > 0xff || !isLatin(letter)) return 1000;
  const plain = letter.normalize('NFD').charCodeAt(0) - 0x20;
  return latinWidths[plain] ?? 500;
};

/** Width of a text in points. */
export const textWidth = (text: string, size: number): number =>
  ([...text].reduce((sum, letter) => sum + letterWidth(letter), 0) * size) / 1000;

/** Closing punctuation, which must not begin a line. */
const closing = /^[，。、；：？！）》」』】〉”’…,.;:?!)\]]/;

/**
 * Unbreakable pieces: Latin words, and single other characters with following closing punctuation.
 */
const piecesOf = (text: string): readonly string[] => {
  const pieces: string[] = [];
  for (const piece of text.match(/[\x21-\x7e\xa1-\xff]+ ?|./gsu) ?? []) {
    const last = pieces.length - 1;
    if (last >= 0 && closing.test(piece) && [...piece].length === 1) {
      pieces[last] = `${pieces[last]}${piece}`;
    } else pieces.push(piece);
  }
  return pieces;
};

/**
 * Wraps a text to lines of a maximum width in points; words are broken only if wider than a line.
 */
export const wrapLines = (text: string, size: number, width: number): readonly string[] =>
  text.split(/\r?\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let [line, taken] = ['', 0];
    const add = (piece: string): void => {
      if (line !== '' && taken + textWidth(piece.trimEnd(), size) > width) {
        lines.push(line);
        [line, taken] = ['', 0];
      }
      line += piece;
      taken += textWidth(piece, size);
    };
    for (const piece of piecesOf(paragraph)) {
      const isWide = textWidth(piece.trimEnd(), size) > width;
      for (const part of isWide ? piece : [piece]) add(part);
    }
    return [...lines, line];
  });

/** Text as UTF-16BE hex for the character map `UniGB-UTF16-H`. */
export const toUtf16Hex = (text: string): string =>
  Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex');

/** Latin text as a PDF string. */
const latin = (text: string): string =>
  [...text]
    .map((letter) => {
      const code = letter.charCodeAt(0);
      if (/[\\()]/.test(letter)) return `\\${letter}`;
      return code > 0x7e ? `\\${code.toString(8)}` : letter;
    })
    .join('');

/**
 * PDF operators for a line of text; Latin characters use the Latin font, others the Chinese font.
 */
export const showLineOperators = (text: string, size: number): string =>
  (text.match(/[\x20-\x7e\xa1-\xff]+|[^\x20-\x7e\xa1-\xff]+/gu) ?? [])
    .map((part) =>
      isLatin(part.charAt(0))
        ? `/F2 ${size} Tf (${latin(part)}) Tj`
        : `/F1 ${size} Tf <${toUtf16Hex(part)}> Tj`,
    )
    .join(' ');

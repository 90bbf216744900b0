// Conversions of full-width characters to half-width.

/** Converts all compatibility characters (`㎡`, `Ⅳ`, `ﬁ`), for comparison and identifiers. */
export const toHalfWidth = (text: string): string => text.normalize('NFKC');

/** Converts only full-width ASCII characters; others are kept as printed. */
export const narrowAscii = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/**
 * Converts only letters and digits; Chinese punctuation, which separates parts of citations, is
 * kept.
 */
export const narrowLettersAndDigits = (line: string): string =>
  line.replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g, (wide) => wide.normalize('NFKC'));

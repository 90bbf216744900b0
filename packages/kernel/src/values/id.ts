/** The text of an id as a pattern, within what 64 bits hold: ours never come near the last of them. */
export const idDigits = '(\\d{1,18}|[1-8]\\d{18})';

/** A smaller number with as many digits as this one is also the smaller text. */
const largest = '9223372036854775807';

/** Is this the text of a record's id? Ids are 64-bit; anything beyond is no id and finds nothing. */
export const isId = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^\d{1,19}$/.test(text) &&
  (text.length < largest.length || text <= largest);

/** An id as it is stored: ids are compared as text, and `007` names the record 7. */
export const plainId = (id: string): string => id.replace(/^0+(?=\d)/, '');

/** Pattern of an id's digits, within signed 64 bits (the very last values excepted). */
export const idDigits = '(\\d{1,18}|[1-8]\\d{18})';

/** Maximum id. Of texts with equally many digits, the order of text is that of numbers. */
const maxId = '9223372036854775807';

/** True if the text is an id: a whole number within signed 64 bits. Larger ones find nothing. */
export const isId = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^\d{1,19}$/.test(text) &&
  (text.length < maxId.length || text <= maxId);

/** Normalises an id to its stored text: `007` names the record 7. */
export const plainId = (id: string): string => id.replace(/^0+(?=\d)/, '');

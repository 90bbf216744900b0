// Full-width characters as their half-width twins, in three meanings.

/** All of them, with every other compatible form (`㎡`, `Ⅳ`, `ﬁ`): for what is compared or is an identifier. */
export const toHalfWidth = (text: string): string => text.normalize('NFKC');

/** Letters, digits and marks of ASCII alone: for lines in which other characters stay as they were printed. */
export const narrowAscii = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** Letters and digits alone: Chinese punctuation, which parts citations, stays as it is. */
export const narrowLettersAndDigits = (line: string): string =>
  line.replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g, (wide) => wide.normalize('NFKC'));

const largest = 9_223_372_036_854_775_807n;

/** Is this the text of a record's id? Ids are 64-bit; anything beyond is no id and finds nothing. */
export const isId = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{1,19}$/.test(text) && BigInt(text) <= largest;

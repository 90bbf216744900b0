/** Returns a text in lower case with letters and digits only, so that `Demo Univ.` is part of `Demo University`. */
export const placeNameKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('university', 'univ')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Words that databases omit in addresses. */
const silent = new Set(['of', 'and', 'the', 'for', 'in', 'at', 'de', '&']);

/** Returns the Latin words of a name in lower case. */
export const latinWordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !silent.has(word));

/**
 * Returns whether a word is an abbreviation, such as `engn` for `engineering`: same first letter, and all letters in
 * order.
 */
const shortens = (short: string, word: string): boolean => {
  if (short[0] !== word[0] || short.length > word.length) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at += 1;
  return at === short.length;
};

/** Returns whether the text contains all words of a name in sequence, complete or abbreviated. */
export const mentionsWords = (text: readonly string[], name: readonly string[]): boolean => {
  if (name.length < 2) return false;
  for (let from = 0; from + name.length <= text.length; from += 1) {
    if (name.every((word, at) => shortens(text[from + at] ?? '', word))) return true;
  }
  return false;
};

/** Search key of a place name: its letters, and its abbreviated words. */
export interface PlaceName {
  readonly key: string;
  readonly words: readonly string[];
}

export const placeName = (name: string): PlaceName => ({
  key: placeNameKey(name),
  words: /\p{Script=Han}/u.test(name) ? [] : latinWordsOf(name),
});

/** Returns whether an address contains one of the places. */
export const addressNamesPlace = (
  address: { readonly key: string; readonly words: readonly string[] },
  places: readonly PlaceName[],
): boolean =>
  places.some(
    ({ key, words }) =>
      (key.length >= 2 && address.key.includes(key)) || mentionsWords(address.words, words),
  );

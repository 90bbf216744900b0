/** Letters and digits only, small, so that `Demo Univ.` is part of `Demo University`. */
export const placeNameKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('university', 'univ')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Words that databases leave out of addresses. */
const silent = new Set(['of', 'and', 'the', 'for', 'in', 'at', 'de', '&']);

/** The words of a name in Latin letters, small. */
export const latinWordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !silent.has(word));

/** `engn` for `engineering`: the same first letter, and all letters in their order. */
const shortens = (short: string, word: string): boolean => {
  if (short[0] !== word[0] || short.length > word.length) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at += 1;
  return at === short.length;
};

/** Are all words of the name there, one behind the other, whole or as databases shorten them? */
export const mentionsWords = (text: readonly string[], name: readonly string[]): boolean => {
  if (name.length < 2) return false;
  for (let from = 0; from + name.length <= text.length; from += 1) {
    if (name.every((word, at) => shortens(text[from + at] ?? '', word))) return true;
  }
  return false;
};

/** A place as texts are searched for it: by its letters, and by its words in short. */
export interface PlaceName {
  readonly key: string;
  readonly words: readonly string[];
}

export const placeName = (name: string): PlaceName => ({
  key: placeNameKey(name),
  words: /\p{Script=Han}/u.test(name) ? [] : latinWordsOf(name),
});

/** Does an address name one of the places? */
export const addressNamesPlace = (
  address: { readonly key: string; readonly words: readonly string[] },
  places: readonly PlaceName[],
): boolean =>
  places.some(
    ({ key, words }) =>
      (key.length >= 2 && address.key.includes(key)) || mentionsWords(address.words, words),
  );

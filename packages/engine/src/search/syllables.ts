/** Finals that follow each initial of Mandarin, `v` for `ü`. */
const endings: Readonly<Record<string, string>> = {
  '': 'a ai an ang ao e ei en eng er o ou',
  b: 'a ai an ang ao ei en eng i ian iao ie in ing o u',
  p: 'a ai an ang ao ei en eng i ian iao ie in ing o ou u',
  m: 'a ai an ang ao e ei en eng i ian iao ie in ing iu o ou u',
  f: 'a an ang ei en eng o ou u',
  d: 'a ai an ang ao e ei en eng i ia ian iao ie ing iu ong ou u uan ui un uo',
  t: 'a ai an ang ao e ei eng i ian iao ie ing ong ou u uan ui un uo',
  n: 'a ai an ang ao e ei en eng i ian iang iao ie in ing iu ong ou u uan un uo v ve',
  l: 'a ai an ang ao e ei eng i ia ian iang iao ie in ing iu o ong ou u uan un uo v ve',
  g: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  k: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  h: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  j: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  q: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  x: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  zh: 'a ai an ang ao e ei en eng i ong ou u ua uai uan uang ui un uo',
  ch: 'a ai an ang ao e en eng i ong ou u ua uai uan uang ui un uo',
  sh: 'a ai an ang ao e ei en eng i ou u ua uai uan uang ui un uo',
  r: 'an ang ao e en eng i ong ou u ua uan ui un uo',
  z: 'a ai an ang ao e ei en eng i ong ou u uan ui un uo',
  c: 'a ai an ang ao e en eng i ong ou u uan ui un uo',
  s: 'a ai an ang ao e en eng i ong ou u uan ui un uo',
  y: 'a an ang ao e i in ing o ong ou u uan ue un',
  w: 'a ai an ang ao ei en eng o u',
};

const whole: ReadonlySet<string> = new Set(
  Object.entries(endings).flatMap(([initial, list]) =>
    list.split(' ').map((ending) => initial + ending),
  ),
);

const begun: ReadonlySet<string> = new Set(
  [...whole].flatMap((syllable) =>
    Array.from(syllable, (_, length) => syllable.slice(0, length + 1)),
  ),
);

/** Letters with which syllables begin. */
export const initialLetters: readonly string[] = [
  ...new Set([...whole].map(([first = '']) => first)),
];

const completions = new Map<string, readonly string[]>();

/** Returns the syllables of pinyin that begin with these letters. */
export const syllablesFrom = (beginning: string): readonly string[] => {
  const known = completions.get(beginning);
  if (known) return known;
  const found = [...whole].filter((syllable) => syllable.startsWith(beginning));
  // The cache is bounded: `syllableDivisions` gives no other prefixes.
  completions.set(beginning, found);
  return found;
};

/** Replaces the spelling of `ü` in passports and journals. */
const respelled = (letters: string): string =>
  letters.replace(/([ln])yu/g, '$1v').replace(/([ln])ue/g, '$1ve');

const maxSyllableLength = 6;
/** Maximum number of divisions of a typed word into syllables. */
const maxDivisions = 8;

/**
 * Returns the ways to divide letters into syllables, of which the last may be incomplete: `fangan` is `fang an`, `fan
 * gan`. Empty if the letters are no pinyin.
 */
export const syllableDivisions = (letters: string): readonly (readonly string[])[] => {
  const text = respelled(letters);
  const found: (readonly string[])[] = [];
  const divide = (from: number, before: readonly string[]): void => {
    const rest = text.slice(from);
    if (before.length > 0 && rest === '') found.push(before);
    if (rest === '' || found.length >= maxDivisions) return;
    for (let length = Math.min(maxSyllableLength, rest.length); length > 0; length -= 1) {
      const syllable = rest.slice(0, length);
      const last = length === rest.length;
      if (last ? begun.has(syllable) : whole.has(syllable)) {
        divide(from + length, [...before, syllable]);
      }
    }
  };
  divide(0, []);
  return found.slice(0, maxDivisions);
};

import { pinyin } from 'pinyin-pro';

/** Latin spellings of Chinese names. Load this module with `import()`, since its dictionary is large. */

/** Spellings of one name as `family given`, in lower case without blanks or hyphens within either. */
export interface NameSpellings {
  /** For example `lin xiaolan`. */
  readonly full: readonly string[];
  /** For example `lin xl` and `lin x`. */
  readonly initials: readonly string[];
}

/** Maximum number of combined readings per name. */
const maxReadingCombinations = 48;

const plainLetters = (syllable: string): string =>
  syllable.normalize('NFD').replaceAll('u\u0308', 'v').replace(/\p{M}/gu, '');

/** Returns the four spellings of `ü` in passports and journals. */
const withUmlaut = (syllable: string): string[] =>
  syllable.includes('v') ? ['v', 'u', 'yu', 'ue'].map((u) => syllable.replace('v', u)) : [syllable];

/** Returns the readings of each character, the usual reading in names first. */
function readings(name: string): string[][] {
  const all = pinyin(name, {
    type: 'all',
    toneType: 'none',
    mode: 'surname',
    surname: 'head',
    v: true,
  });
  return all
    .filter((one) => one.isZh)
    .map((one) => {
      const spelled = [one.pinyin, ...one.polyphonic].map(plainLetters).flatMap(withUmlaut);
      return [...new Set(spelled)].filter(Boolean);
    });
}

const combine = (syllables: readonly (readonly string[])[]): string[][] =>
  syllables.reduce<string[][]>(
    (found, choices) =>
      found
        .flatMap((head) => choices.map((choice) => [...head, choice]))
        .slice(0, maxReadingCombinations),
    [[]],
  );

/**
 * Returns the spellings of a Chinese name with every reading of its characters.
 * @param surnameLength number of characters of the family name
 */
export function pinyinSpellings(name: string, surnameLength: number): NameSpellings {
  const full = new Set<string>();
  const initials = new Set<string>();
  for (const syllables of combine(readings(name))) {
    const family = syllables.slice(0, surnameLength).join('');
    const given = syllables.slice(surnameLength);
    const letters = given.map((syllable) => syllable[0] ?? '').join('');
    if (!family || !letters) continue;
    full.add(`${family} ${given.join('')}`);
    initials.add(`${family} ${letters}`).add(`${family} ${letters[0]}`);
  }
  return { full: [...full], initials: [...initials] };
}

import { pinyin } from 'pinyin-pro';

/**
 * How a Chinese name may be spelled in Latin letters. Load this module with `import()`: its
 * dictionary of readings is too heavy for a page that only perhaps needs it.
 */

/** Spellings of one name as `family given` in small letters without blanks or hyphens inside. */
export interface NameSpellings {
  /** `lin xiaolan` */
  readonly full: readonly string[];
  /** `lin xl` and `lin x` */
  readonly initials: readonly string[];
}

/** Most combinations of readings of a name. */
const mostReadings = 48;

const plainLetters = (syllable: string): string =>
  syllable.normalize('NFD').replaceAll('u\u0308', 'v').replace(/\p{M}/gu, '');

/** `ü` has four spellings in passports and journals. */
const withUmlaut = (syllable: string): string[] =>
  syllable.includes('v') ? ['v', 'u', 'yu', 'ue'].map((u) => syllable.replace('v', u)) : [syllable];

/** The readings of each character, the one that a name has first. */
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
      found.flatMap((head) => choices.map((choice) => [...head, choice])).slice(0, mostReadings),
    [[]],
  );

/**
 * The spellings of a Chinese name, with every reading of its characters.
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

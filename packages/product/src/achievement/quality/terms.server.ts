import { hash } from 'node:crypto';
import { normaliseTitle } from '../../shared/formats/formats.ts';
import type { ComparedPart } from './likeness.ts';

/** A text as the number under which it stands in the table of terms. */
const term = (text: string): string => hash('sha1', text, 'buffer').readBigInt64BE().toString();

/** Bands of the title's sketch, and the hashes that each is made of. */
const bands = 6;
const hashesPerBand = 4;

/** Two letters each, as 32-bit numbers. */
const pairsOf = (title: string): readonly number[] => {
  const letters = [...title];
  const found = new Set<number>();
  for (let at = 0; at + 1 < letters.length; at += 1) {
    let hash = 2166136261;
    for (const letter of [letters[at], letters[at + 1]]) {
      hash = Math.imul(hash ^ (letter?.codePointAt(0) ?? 0), 16777619);
    }
    found.add(hash >>> 0);
  }
  return [...found];
};

/** One of a family of hash functions. */
const mixed = (hash: number, seed: number): number => {
  let value = Math.imul(hash ^ Math.imul(seed + 1, 0x9e3779b1), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
};

/**
 * The title as a few texts (MinHash in bands): titles that are alike share one of them, others hardly
 * ever do. So candidates are found by equality, which an index answers for a million records.
 */
const sketch = (title: string): readonly string[] => {
  const pairs = pairsOf(title);
  if (pairs.length === 0) return [];
  return Array.from({ length: bands }, (_, band) => {
    const least = Array.from({ length: hashesPerBand }, (_, place) => {
      const seed = band * hashesPerBand + place;
      return pairs.reduce((low, hash) => Math.min(low, mixed(hash, seed)), 0xffffffff);
    });
    return `${band} ${least.join(' ')}`;
  });
};

/** Terms under which a record stands, and terms under which others are searched. */
export interface RecordTerms {
  readonly own: readonly string[];
  readonly asked: readonly string[];
}

/**
 * Terms under which records that may be the same are found: under a key, under a title, and in a year and its
 * neighbours under a person or a title that is alike. Records of different kinds meet in the places that both have.
 */
export const searchTermsOf = (places: readonly string[], known: ComparedPart): RecordTerms => {
  const title = normaliseTitle(known.title);
  const fixed = [...known.keys.map((key) => `k ${key}`), ...(title === '' ? [] : [`t ${title}`])];
  const yearly = [
    ...known.people.map((person) => `p ${person}`),
    ...sketch(title).map((one) => `s ${one}`),
  ];
  const inYear = (year: number) => yearly.map((one) => `${year} ${one}`);
  const { year } = known;
  const print = (texts: readonly string[]): readonly string[] =>
    places.flatMap((place) => texts.map((text) => term(`${place} ${text}`)));
  const own = print([...fixed, ...(year === null ? [] : inYear(year))]);
  const near = print(year === null ? [] : [year - 1, year + 1].flatMap(inYear));
  return { own: [...new Set(own)], asked: [...new Set([...own, ...near])] };
};

/**
 * Digest of the compared values, as one text: when it changes, a decision that two records differ no longer holds.
 */
export const comparedDigestOf = ({ title, year, keys, people }: ComparedPart): string =>
  hash('sha1', JSON.stringify([normaliseTitle(title), year, keys.toSorted(), people.toSorted()]));

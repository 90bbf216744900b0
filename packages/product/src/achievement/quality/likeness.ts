import { normaliseTitle } from '../../shared/formats/formats.ts';
import { plainLikeness } from '../../shared/formats/title-likeness.ts';

/** Data of a record for comparison. */
export interface ComparedPart {
  readonly title: string;
  readonly year: number | null;
  /** Unique keys of the record: `doi 10.1000/x`, `isbn 978…`. */
  readonly keys: readonly string[];
  /** Authors: account ids of staff, names of others. */
  readonly people: readonly string[];
}

/** Reason why two records may be the same work. */
export type LikenessReason =
  | 'key'
  | 'title'
  | 'similar'
  | 'people'
  | 'year'
  | 'otherKey'
  | 'otherKind';

export interface RecordLikeness {
  /** Similarity from 0 to 100. */
  readonly score: number;
  readonly reasons: readonly LikenessReason[];
}

/** Minimum score of a suspected duplicate. */
export const duplicateFromPoints = 75;

/** Minimum title similarity that counts, 0 to 1. */
const alikeFrom = 0.85;

/**
 * Minimum title similarity between different resources: an article and the resulting book often have similar titles.
 */
const alikeAcrossFrom = 0.9;

const points = { key: 100, title: 75, people: 20, year: 10, nearYear: 5, otherKey: 25 } as const;

const none: RecordLikeness = { score: 0, reasons: [] };

/** Returns the type of a key: `doi` for `doi 10.1000/x`. */
const nameOf = (key: string): string => key.slice(0, key.indexOf(' '));

/** Returns whether both have keys of the same type; these differ, since common keys were handled before. */
const contradicts = (one: ComparedPart, other: ComparedPart): boolean => {
  const names = new Set(one.keys.map(nameOf));
  return other.keys.some((key) => names.has(nameOf(key)));
};

/** Returns the part of the shorter author list that both share, 0 to 1. */
const sharedPeople = (one: ComparedPart, other: ComparedPart): number => {
  const [mine, theirs] = [new Set(one.people), new Set(other.people)];
  const fewest = Math.min(mine.size, theirs.size);
  return fewest === 0 ? 0 : [...mine].filter((person) => theirs.has(person)).length / fewest;
};

const years = (one: ComparedPart, other: ComparedPart): number => {
  if (one.year === null || other.year === null) return 0;
  const apart = Math.abs(one.year - other.year);
  return apart === 0 ? points.year : apart === 1 ? points.nearYear : 0;
};

const plainTitles = new WeakMap<ComparedPart, string>();

/** Returns the normalised title, cached per record. */
const plainTitle = (known: ComparedPart): string => {
  const kept = plainTitles.get(known) ?? normaliseTitle(known.title);
  plainTitles.set(known, kept);
  return kept;
};

/**
 * Returns the similarity of two records with reasons. A common key is certain; a similar title counts more with
 * common authors and year, less with different keys.
 * @param isAcross true for different resources: titles have to be more similar, and an author common
 */
export const likenessOf = (
  one: ComparedPart,
  other: ComparedPart,
  isAcross = false,
): RecordLikeness => {
  const keys = new Set(one.keys);
  const isSameKey = other.keys.some((key) => keys.has(key));
  const across = isAcross ? (['otherKind'] as const) : [];
  if (isSameKey) return { score: points.key, reasons: ['key', ...across] };
  const [mine, theirs] = [plainTitle(one), plainTitle(other)];
  const least = isAcross ? alikeAcrossFrom : alikeFrom;
  const alike = plainLikeness(mine, theirs, least);
  if (alike < least || mine === '') return none;
  const isSame = mine === theirs;
  const shared = sharedPeople(one, other);
  if (isAcross && shared === 0) return none;
  const near = years(one, other);
  const isOther = contradicts(one, other);
  const sum =
    points.title * alike + points.people * shared + near - (isOther ? points.otherKey : 0);
  return {
    score: Math.round(Math.max(0, Math.min(99, sum))),
    reasons: [
      isSame ? 'title' : 'similar',
      ...(shared > 0 ? (['people'] as const) : []),
      ...(near > 0 ? (['year'] as const) : []),
      ...(isOther ? (['otherKey'] as const) : []),
      ...across,
    ],
  };
};

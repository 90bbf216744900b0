import { normaliseTitle } from '../../shared/formats/formats.ts';
import { plainLikeness } from '../../shared/formats/title-likeness.ts';

/** Part of a record that is compared with others. */
export interface ComparedPart {
  readonly title: string;
  readonly year: number | null;
  /** Keys that no other record may have: `doi 10.1000/x`, `isbn 978…`. */
  readonly keys: readonly string[];
  /** Authors: accounts of ours, and names of others. */
  readonly people: readonly string[];
}

/** Why two records may be one. */
export type LikenessReason =
  | 'key'
  | 'title'
  | 'similar'
  | 'people'
  | 'year'
  | 'otherKey'
  | 'otherKind';

export interface RecordLikeness {
  /** 0 to 100. */
  readonly score: number;
  readonly reasons: readonly LikenessReason[];
}

/** Points from which two records are a suspected duplicate. */
export const duplicateFromPoints = 75;

/** Titles that are less alike say nothing. */
const alikeFrom = 0.85;

/** Threshold for records of different kinds: an article and the book that came of it have titles that are alike. */
const alikeAcrossFrom = 0.9;

const points = { key: 100, title: 75, people: 20, year: 10, nearYear: 5, otherKey: 25 } as const;

const none: RecordLikeness = { score: 0, reasons: [] };

/** The name of a key: `doi` of `doi 10.1000/x`. */
const nameOf = (key: string): string => key.slice(0, key.indexOf(' '));

/** Both have a value of the same key, and all of those differ. */
const contradicts = (one: ComparedPart, other: ComparedPart): boolean => {
  const names = new Set(one.keys.map(nameOf));
  return other.keys.some((key) => names.has(nameOf(key)));
};

/** The share of the shorter list of authors that both have. */
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

/** The title as it is compared; worked out once for each record, which is compared with many. */
const plainTitle = (known: ComparedPart): string => {
  const kept = plainTitles.get(known) ?? normaliseTitle(known.title);
  plainTitles.set(known, kept);
  return kept;
};

/**
 * How likely two records are one, with the reasons. The same key is certain; titles count as far as
 * they are alike, more with the same people and year, less with other keys.
 * @param isAcross they are of different kinds: then titles have to be closer, and somebody in both
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

import type { Label } from '@keyan/kernel/label.ts';
import { plainLikeness } from '../shared/formats/title-likeness.ts';
import { joinHeading } from './grid.ts';
import { headingWords, serialHeadings } from './headings.ts';

/** Target of a column of a requested table. */
export type ColumnTarget =
  /** Field of the record. */
  | { readonly is: 'field'; readonly field: string; readonly unit: MoneyUnit }
  /** Row numbers 1, 2, 3 …. */
  | { readonly is: 'serial' }
  /** One fixed text in every row. */
  | { readonly is: 'fixed'; readonly text: string }
  /** Value unknown to the system: the people concerned are asked. */
  | { readonly is: 'ask' }
  /** Left empty. */
  | { readonly is: 'blank' };

/** Yuan per unit of the column. */
export type MoneyUnit = 1 | 1000 | 10000;

/** Reason of a proposed target. */
export type MatchReason = 'last' | 'label' | 'synonym' | 'likeness' | 'none';

export interface ColumnMatch {
  readonly target: ColumnTarget;
  readonly by: MatchReason;
}

/** Field that a column may show. */
export interface FieldOption {
  readonly name: string;
  readonly label: Label;
  readonly isMoney: boolean;
}

/** Heading without spaces, numbering and marks of required columns. */
export const normalHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[(]?\d{1,2}[.、)]/, '')
    .replace(/[\s*:：。,，]/g, '');

/** Normalised heading without bracketed remarks such as units and formats. */
export const bareHeading = (text: string): string =>
  normalHeading(text).replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】/g, '');

const groups: ReadonlyMap<string, readonly number[]> = (() => {
  const found = new Map<string, number[]>();
  for (const [group, words] of headingWords.entries()) {
    for (const word of words.map(bareHeading)) found.set(word, [...(found.get(word) ?? []), group]);
  }
  return found;
})();

const areSynonyms = (one: string, other: string): boolean => {
  const known = groups.get(one) ?? [];
  return known.some((group) => groups.get(other)?.includes(group));
};

/** Yuan per unit named in a heading: 「合同经费（万元）」 gives 10000. */
export const unitOf = (heading: string): MoneyUnit =>
  /万元|10,?000/.test(heading) ? 10_000 : /千元/.test(heading) ? 1000 : 1;

/**
 * Texts by which a heading of several rows is looked up: joined without slashes, then its last
 * part.
 */
const readings = (heading: string): readonly string[] => {
  const parts = heading.split(joinHeading);
  return [...new Set([parts.join(''), ...(parts.length > 1 ? [parts.at(-1) ?? ''] : [])])];
};

/** Minimum similarity of heading and label to propose the field. */
const minHeadingSimilarity = 0.8;

interface NamedOption {
  readonly option: FieldOption;
  readonly whole: readonly string[];
  readonly bare: readonly string[];
}

const fits: readonly (readonly [MatchReason, (heading: string, named: NamedOption) => boolean])[] =
  [
    ['label', (heading, { whole }) => whole.includes(normalHeading(heading))],
    ['label', (heading, { bare }) => bare.includes(bareHeading(heading))],
    [
      'synonym',
      (heading, { bare }) => bare.some((word) => areSynonyms(bareHeading(heading), word)),
    ],
    [
      'likeness',
      (heading, { bare }) =>
        bare.some(
          (word) =>
            plainLikeness(bareHeading(heading), word, minHeadingSimilarity) >= minHeadingSimilarity,
        ),
    ],
  ];

const namedOf = (option: FieldOption): NamedOption => ({
  option,
  whole: option.label.map(normalHeading),
  bare: option.label.map(bareHeading),
});

/** Stored mapping by heading, reused for the next table with equal headings. */
export type KeptMapping = ReadonlyMap<string, ColumnTarget>;

/**
 * Proposes a target for each heading: that of the last table with equal headings, otherwise a field
 * with equal label, synonym or similar label. A field is proposed once.
 */
export const matchColumns = (
  headings: readonly string[],
  options: readonly FieldOption[],
  last: KeptMapping,
): readonly ColumnMatch[] => {
  const names = options.map(namedOf);
  const known = new Set(options.map(({ name }) => name));
  const taken = new Set<string>();
  const found = headings.map((heading): ColumnMatch | null => {
    const kept = last.get(heading);
    if (kept && (kept.is !== 'field' || known.has(kept.field))) {
      if (kept.is === 'field') taken.add(kept.field);
      return { target: kept, by: 'last' };
    }
    return serialHeadings.has(bareHeading(heading))
      ? { target: { is: 'serial' }, by: 'label' }
      : null;
  });
  // Applies the surest rule to all columns first, so that a synonym cannot take a field from the
  // column with its label.
  for (const [by, suits] of fits) {
    for (const [at, heading] of headings.entries()) {
      if (found[at]) continue;
      const named = readings(heading)
        .map((text) => names.find((one) => !taken.has(one.option.name) && suits(text, one)))
        .find((one) => one !== undefined);
      if (!named) continue;
      const { name, isMoney } = named.option;
      taken.add(name);
      found[at] = {
        target: { is: 'field', field: name, unit: isMoney ? unitOf(heading) : 1 },
        by,
      };
    }
  }
  return found.map((one) => one ?? { target: { is: 'ask' }, by: 'none' });
};

/** Function that tells whether a heading names a field, for finding the headings of a table. */
export const knowsHeading = (options: readonly FieldOption[]): ((heading: string) => boolean) => {
  const names = options.map(namedOf);
  return (heading) =>
    serialHeadings.has(bareHeading(heading)) ||
    readings(heading).some(
      (text) =>
        groups.has(bareHeading(text)) ||
        names.some((named) => fits.some(([, suits]) => suits(text, named))),
    );
};

/** Key of the headings of a table; equal in the next year even if the title differs. */
export const headingsKey = (headings: readonly string[]): string =>
  headings.map(normalHeading).join('|');

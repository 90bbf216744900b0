import type { Label } from '@keyan/kernel/label.ts';
import { plainLikeness } from '../shared/formats/title-likeness.ts';
import { joinHeading } from './grid.ts';
import { headingWords, serialHeadings } from './headings.ts';

/** Content that a column of a requested table gets. */
export type ColumnTarget =
  /** A field of the record. */
  | { readonly is: 'field'; readonly field: string; readonly unit: MoneyUnit }
  /** 1, 2, 3 …. */
  | { readonly is: 'serial' }
  /** The same text in every row. */
  | { readonly is: 'fixed'; readonly text: string }
  /** Nothing that the system knows: the people concerned are asked. */
  | { readonly is: 'ask' }
  /** Nothing. */
  | { readonly is: 'blank' };

/** Yuan that one unit of the column means. */
export type MoneyUnit = 1 | 1000 | 10000;

/** Reason of a proposal. */
export type MatchReason = 'last' | 'label' | 'synonym' | 'likeness' | 'none';

export interface ColumnMatch {
  readonly target: ColumnTarget;
  readonly by: MatchReason;
}

/** A field that a column may get. */
export interface FieldOption {
  readonly name: string;
  readonly label: Label;
  readonly isMoney: boolean;
}

/** A heading without what does not name anything: spaces, numbering, marks of what is required. */
export const normalHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[(]?\d{1,2}[.、)]/, '')
    .replace(/[\s*:：。,，]/g, '');

/** A normal heading without the remarks in its brackets: units, formats. */
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

/** Yuan that the unit of a heading means: 「合同经费（万元）」. */
export const unitOf = (heading: string): MoneyUnit =>
  /万元|10,?000/.test(heading) ? 10_000 : /千元/.test(heading) ? 1000 : 1;

/** Ways in which a heading of several rows is read: whole without its slashes, then its last part. */
const readings = (heading: string): readonly string[] => {
  const parts = heading.split(joinHeading);
  return [...new Set([parts.join(''), ...(parts.length > 1 ? [parts.at(-1) ?? ''] : [])])];
};

/** The least likeness of a heading and a label that mean the same. */
const leastLikeness = 0.8;

interface Named {
  readonly option: FieldOption;
  readonly whole: readonly string[];
  readonly bare: readonly string[];
}

const fits: readonly (readonly [MatchReason, (heading: string, named: Named) => boolean])[] = [
  ['label', (heading, { whole }) => whole.includes(normalHeading(heading))],
  ['label', (heading, { bare }) => bare.includes(bareHeading(heading))],
  ['synonym', (heading, { bare }) => bare.some((word) => areSynonyms(bareHeading(heading), word))],
  [
    'likeness',
    (heading, { bare }) =>
      bare.some(
        (word) => plainLikeness(bareHeading(heading), word, leastLikeness) >= leastLikeness,
      ),
  ],
];

const namedOf = (option: FieldOption): Named => ({
  option,
  whole: option.label.map(normalHeading),
  bare: option.label.map(bareHeading),
});

/** Part of a mapping that is kept for the next table with the same headings. */
export type KeptMapping = ReadonlyMap<string, ColumnTarget>;

/**
 * A target for each heading of a requested table: that of the last table with the same headings, else the field whose
 * label is the same, a synonym of it, or nearly the same. A field is proposed once.
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
  // The surest ways first, over all columns: a synonym takes no field from the column with its label.
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

/** Tells whether a heading names a field, for whoever looks for the head of a table. */
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

/** Signature of the headings of a table: the same next year, whatever its title. */
export const headingsKey = (headings: readonly string[]): string =>
  headings.map(normalHeading).join('|');

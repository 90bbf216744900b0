import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sameValue } from '@keyan/kernel/records/diff.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { AuthorRow } from '../common/authors.ts';
import type { SideChoice } from './quality.ts';

/** Returns whether a person chooses the value of a field; computed fields follow from others. */
export const isChoosable = (kind: Resource, name: string): boolean => {
  const spec = kind.fields[name]?.spec;
  return spec !== undefined && !spec.readonly && !spec.balance && spec.type !== 'files';
};

/** Returns whether two lines are the same person: by account, or without one by the letters of the name. */
const isSamePerson = (one: AuthorRow, other: AuthorRow): boolean =>
  one.userId || other.userId
    ? one.userId === other.userId
    : (one.name ?? '').replace(/\s/g, '').toLowerCase() ===
      (other.name ?? '').replace(/\s/g, '').toLowerCase();

/** Returns whether position, role and share are equal, to which a confirmation refers. */
const isSamePart = (one: AuthorRow, other: AuthorRow): boolean =>
  one.sort === other.sort &&
  one.authorType === other.authorType &&
  Number(one.contributionRate) === Number(other.contributionRate);

/** Returns the lines with the confirmations of equal lines in the other record, so that nobody is asked again. */
const confirmedBy = (lines: readonly AuthorRow[], others: readonly AuthorRow[]): AuthorRow[] =>
  lines.map((line) => {
    const known = others.find((one) => isSamePerson(one, line) && isSamePart(one, line));
    const isAgreed = line.userId && line.confirmStatus === '0' && known?.confirmStatus === '1';
    return isAgreed ? { ...line, confirmStatus: '1' as const } : line;
  });

const byRank = (lines: readonly AuthorRow[]): AuthorRow[] =>
  lines.toSorted((one, other) => (one.sort ?? 0) - (other.sort ?? 0));

/**
 * Returns the authors of the merged record. For `both`, authors of the kept record keep position and share; those of
 * the other follow without a share, which somebody has to enter.
 */
export const mergedAuthors = (
  kept: readonly AuthorRow[],
  dropped: readonly AuthorRow[],
  choice: SideChoice | undefined,
): readonly AuthorRow[] => {
  if (choice === 'other') return confirmedBy(dropped, kept);
  const own = confirmedBy(kept, dropped);
  if (choice !== 'both') return own;
  const last = Math.max(0, ...own.map(({ sort }) => sort ?? 0));
  const more = byRank(dropped).filter((line) => !own.some((one) => isSamePerson(one, line)));
  return [
    ...own,
    ...more.map((line, index) => ({
      ...line,
      sort: last + index + 1,
      contributionRate: '0.00',
      // Confirmation was for another position.
      confirmStatus: line.userId ? ('0' as const) : null,
    })),
  ];
};

const contentOf = ({ id: _id, ...line }: RowLike): string => JSON.stringify(line);

/** Returns the lines of both records without duplicates. */
const bothLines = (kept: readonly RowLike[], dropped: readonly RowLike[]): readonly RowLike[] => {
  const known = new Set(kept.map(contentOf));
  return [...kept, ...dropped.filter((line) => !known.has(contentOf(line)))];
};

const linesIn = (value: unknown): readonly RowLike[] => (Array.isArray(value) ? value : []);

/**
 * Returns the values of the merged record: per field its own, the other's, or the lines of both. Fields without choice
 * keep their value.
 */
export const mergedValues = (
  kind: Resource,
  kept: RowLike,
  dropped: RowLike,
  choices: Readonly<Record<string, SideChoice>>,
): RowLike => {
  const values: Record<string, unknown> = {};
  for (const [name, choice] of Object.entries(choices)) {
    if (!isChoosable(kind, name)) continue;
    const isList = kind.fields[name]?.spec.type === 'rows';
    if (choice === 'other') values[name] = dropped[name] ?? null;
    else if (isList) values[name] = bothLines(linesIn(kept[name]), linesIn(dropped[name]));
  }
  const authors = mergedAuthors(
    linesIn(kept.authors) as readonly AuthorRow[],
    linesIn(dropped.authors) as readonly AuthorRow[],
    choices.authors,
  );
  return { ...values, authors };
};

/** Returns the differing fields, in the order of the definition. */
export const differingFields = (
  kind: Resource,
  one: RowLike,
  other: RowLike,
): ReadonlySet<string> =>
  new Set(
    Object.keys(kind.fields).filter((name) => {
      const isLines = kind.fields[name]?.spec.type === 'rows';
      const read = (value: unknown) =>
        isLines ? linesIn(value).map(({ confirmStatus: _said, ...line }) => line) : value;
      return !sameValue(kind, name, read(one[name]), read(other[name]));
    }),
  );

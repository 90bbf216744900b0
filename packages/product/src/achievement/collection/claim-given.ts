import { isStaff } from '../../shared/dictionaries.ts';
import type { AuthorRow } from '../common/authors.ts';
import type { PaperRow } from '../paper/paper.ts';
import type { ClaimRow } from './claim.ts';

/** Value that a claim set in a registration, and the previous value, as JSON. */
export interface ClaimedValue {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Fields of a registration into which claims are merged. */
const merged = [
  'doi',
  'issn',
  'volume',
  'issue',
  'pages',
  'articleNo',
  'citedNum',
  'indexTypes',
  'indexRecords',
  'authors',
] as const;

type Merged = Pick<PaperRow, (typeof merged)[number]>;

/** Serialises a value without line ids, which change at every save. */
const plain = (value: unknown): string =>
  JSON.stringify(value ?? null, (key, each) => (key === 'id' ? undefined : each));

/** Returns the values that a merge changed. */
export const valuesChangedByMerge = (
  before: Partial<Merged>,
  after: Partial<Merged>,
): readonly ClaimedValue[] =>
  merged.flatMap((field) => {
    const [from, to] = [plain(before[field]), plain(after[field])];
    return from === to ? [] : [{ field, before: from, after: to }];
  });

/** Restores the previous people in the lines that the merge changed; other lines remain. */
const authorsBack = (
  now: readonly AuthorRow[],
  before: readonly AuthorRow[],
  after: readonly AuthorRow[],
): readonly AuthorRow[] =>
  now.map((line) => {
    const put = after.find(({ sort }) => sort === line.sort);
    const was = before.find(({ sort }) => sort === line.sort);
    const isMoved = put && was && put.userId !== was.userId;
    return isMoved && line.userId === put.userId ? { ...line, ...was } : line;
  });

/** Returns the values of a registration with those of a claim reverted; values changed since remain. */
export const revertedValues = (
  now: Partial<Merged>,
  { given }: Pick<ClaimRow, 'given'>,
): Partial<PaperRow> => {
  const back: Record<string, unknown> = {};
  for (const { field, before, after } of given ?? []) {
    if (field === null || before === null || after === null) continue;
    const value = now[field as keyof Merged];
    if (field === 'authors') {
      const lines = (value ?? []) as AuthorRow[];
      back.authors = authorsBack(lines, JSON.parse(before), JSON.parse(after));
    } else if (plain(value) === after) back[field] = JSON.parse(before);
  }
  return back as Partial<PaperRow>;
};

/**
 * Returns the authors of a paper with the claimant turned back into an external author, for papers with further claims.
 */
export const authorsWithoutClaimant = (
  now: Pick<PaperRow, 'authors'>,
  { claimUserId, authorSort }: Pick<ClaimRow, 'claimUserId' | 'authorSort'>,
): PaperRow['authors'] =>
  ((now.authors ?? []) as AuthorRow[]).map((line) =>
    line.sort === authorSort && line.userId === claimUserId && isStaff(line.personType)
      ? { ...line, personType: '03', userId: null, confirmStatus: null }
      : line,
  ) as PaperRow['authors'];

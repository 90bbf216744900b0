import { isStaff } from '../../shared/dictionaries.ts';
import type { AuthorRow } from '../common/authors.ts';
import type { PaperRow } from '../paper/paper.ts';
import type { ClaimRow } from './claim.ts';

/** A value that a claim gave a registration, and the one before, as JSON. */
export interface ClaimedValue {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** The fields of a registration into which claims are merged. */
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

/** The value without the ids of its lines, which every save may give anew. */
const plain = (value: unknown): string =>
  JSON.stringify(value ?? null, (key, each) => (key === 'id' ? undefined : each));

/** Values that a merge changed. */
export const valuesChangedByMerge = (
  before: Partial<Merged>,
  after: Partial<Merged>,
): readonly ClaimedValue[] =>
  merged.flatMap((field) => {
    const [from, to] = [plain(before[field]), plain(after[field])];
    return from === to ? [] : [{ field, before: from, after: to }];
  });

/** The lines in which the merge put somebody else, with those who were there; others stay as they are now. */
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

/** Values that a claim gave a registration, taken back: a value that was changed since stays. */
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

/** The authors of a paper that others stand on, in which the claimant is an author from elsewhere again. */
export const authorsWithoutClaimant = (
  now: Pick<PaperRow, 'authors'>,
  { claimUserId, authorSort }: Pick<ClaimRow, 'claimUserId' | 'authorSort'>,
): PaperRow['authors'] =>
  ((now.authors ?? []) as AuthorRow[]).map((line) =>
    line.sort === authorSort && line.userId === claimUserId && isStaff(line.personType)
      ? { ...line, personType: '03', userId: null, confirmStatus: null }
      : line,
  ) as PaperRow['authors'];

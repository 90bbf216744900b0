import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { withLineIds } from '@keyan/engine/records/row.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { AuthorRow } from '../common/authors.ts';
import type { PaperRow } from '../paper/paper.ts';
import { peopleToAsk } from './asking.ts';
import { type StoredThesis, withIndexing } from './claim-paper.server.ts';
import { claimCodes } from './dictionaries.ts';
import { type MatchLine, thesis as thesisShape } from './thesis.ts';

// Links a collected record to a registered paper by decision of the office, so that nobody has to claim it.

/** Collected-record definition without its field types, for functions of the engine. */
const thesis = untypedResource(thesisShape);

type Paper = StoredRow & PaperRow;

const claimed: Label = [
  '已有人认领，请先办理认领',
  'Somebody has claimed it: complete the claim first',
];

/** Marks the asked people who are authors of the paper as answered. */
const answered = (lines: readonly MatchLine[], { authors }: Paper): readonly MatchLine[] => {
  const named = new Set((authors as AuthorRow[] | null)?.map(({ userId }) => userId));
  return lines.map((line) =>
    named.has(line.userId) ? { ...line, answer: claimCodes.claimed } : line,
  );
};

/** Call by which the office links a collected record to a registered paper. */
export const registeredThesisHandling = {
  hindrance: (row: Readonly<Record<string, unknown>>): Label | null =>
    row.claimStatus === claimCodes.open ? null : claimed,
  brings: (paper: StoredRow, row: StoredRow) =>
    withIndexing(paper as Paper, row as StoredThesis) as Readonly<Record<string, unknown>>,
  absorb: async (
    transaction: TransactionContext,
    row: StoredRow,
    paper: StoredRow,
    note: Label,
  ): Promise<void> => {
    const before = row as StoredThesis;
    const matches = answered(before.matches ?? [], paper as Paper);
    const changed = {
      ...before,
      matches,
      asked: peopleToAsk(matches, before.askScope),
      claimStatus: claimCodes.claimed,
      paperId: paper.id,
    };
    await commitChange(transaction, {
      resource: thesis,
      before,
      after: withLineIds(transaction, thesis, changed, before),
      action: 'merge',
      note,
    });
  },
};

import {
  defineBehaviour,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { type Row, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { isZero } from '@keyan/kernel/values/amounts.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { watchRetractions } from '../achievement/collection/retraction.server.ts';
import { paper } from '../achievement/paper/paper.ts';
import { changeRow, createRow } from '../shared/mechanisms/rows.server.ts';
import { retractionCase } from './case.ts';
import { type ChainLine, recordsRestingOn } from './chain.server.ts';
import { caseDecisionCodes, reversalKindCodes, watchListKindCodes } from './dictionaries.ts';
import { caseReversal } from './reversal.ts';
import { watchList } from './watch-list.ts';

const papers = untypedResource(paper);
const caseKind = untypedResource(retractionCase);
const reversalsKind = untypedResource(caseReversal);

type Case = Row<typeof retractionCase>;

/**
 * Marks the paper as retracted after the office verified the match; results of projects no longer
 * count it.
 */
const markPaper = async (row: Case, transaction: TransactionContext): Promise<void> => {
  if (row.listKind !== watchListKindCodes.retraction || !row.paperId) return;
  const found = await lockTarget(transaction, papers, row.paperId);
  if (!found || found.isRetracted === '1') return;
  await changeRow(
    transaction,
    papers,
    found,
    'update',
    {
      isRetracted: '1',
      retractDate: row.noticeDate,
      retractDoi: row.noticeDoi,
    },
    ['撤稿案件核实', 'Verified in a retraction case'],
  );
};

/** Fields of a reversal that name its record, by kind of affected record. */
const taken = {
  score: { decision: caseDecisionCodes.scores, kind: reversalKindCodes.score, field: 'resultId' },
  reward: {
    decision: caseDecisionCodes.rewards,
    kind: reversalKindCodes.reward,
    field: 'detailId',
  },
} as const;

const takenBy = (chosen: readonly string[], { chainKind, amount }: ChainLine) => {
  const rule = chainKind === 'score' || chainKind === 'reward' ? taken[chainKind] : null;
  return rule && chosen.includes(rule.decision) && !isZero(amount) ? rule : null;
};

/** Creates draft reversals of a decision: one for each score and each reward without a reversal. */
const draftReversals = async (row: Case, transaction: TransactionContext): Promise<void> => {
  const { tx } = transaction;
  if (!row.paperId) return;
  for (const line of await recordsRestingOn(tx, row.paperId)) {
    const rule = takenBy(row.decision ?? [], line);
    if (!rule) continue;
    const column = rule.field === 'resultId' ? 'result_id' : 'detail_id';
    const [drafted] = await tx.query(
      `select 1 from case_reversal where tenant_id = $1 and ${column} = $2 and is_deleted = 0`,
      [tx.tenantId, line.bizId],
    );
    if (drafted) continue;
    await createRow(transaction, reversalsKind, {
      caseId: row.id,
      kind: rule.kind,
      title: row.paperTitle,
      userId: line.userId,
      [rule.field]: line.bizId,
      amount: line.amount,
      why: (row.decisionReason ?? '').slice(0, 300) || null,
    });
  }
};

/**
 * Refuses to close a case with open reversals.
 * @throws Refused while a reversal is a draft or in approval
 */
const assertReversalsSettled = async (row: Case, { tx }: TransactionContext): Promise<void> => {
  const [open] = await tx.query<{ readonly count: number }>(
    `select count(*)::int as count from case_reversal
      where tenant_id = $1 and case_id = $2 and status in ('0', '1') and is_deleted = 0`,
    [tx.tenantId, row.id],
  );
  if (open && open.count > 0) {
    throw new Refused([
      `还有 ${open.count} 张冲销单未办理（草稿或待审批）`,
      `Reversals still in draft or awaiting approval: ${open.count}`,
    ]);
  }
};

/** Refreshes the records that rely on the paper, so that the case shows their current state. */
const lookUpChain = async (row: Case, transaction: TransactionContext): Promise<void> => {
  if (!row.paperId) return;
  const chain = await recordsRestingOn(transaction.tx, row.paperId);
  const stored = row as StoredRow & Case;
  await changeRow(transaction, caseKind, stored, 'refreshChain', {
    chain,
    chainAt: timeText(transaction.now),
  });
};

/**
 * Behaviour of a case: affected records, mark of the paper, and draft reversals of the decision.
 */
export const retractionCaseBehaviour = defineBehaviour(retractionCase, {
  performed: {
    ask: async (row, transaction) => {
      await lookUpChain(row, transaction);
      await markPaper(row, transaction);
    },
    refreshChain: lookUpChain,
    decide: async (row, transaction) => {
      await lookUpChain(row, transaction);
      if (row.decision?.includes(caseDecisionCodes.keep) === false)
        await markPaper(row, transaction);
      await draftReversals(row, transaction);
    },
    conclude: assertReversalsSettled,
  },
});

/** Queues the comparison that a person requested. */
export const watchListBehaviour = defineBehaviour(watchList, {
  performed: {
    compare: (row, { engine, tx }) => {
      engine.jobs.queue(tx, watchRetractions, { list: row.id }, { key: `list ${row.id}` });
    },
  },
});

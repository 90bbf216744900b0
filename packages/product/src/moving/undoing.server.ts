import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { defineBehaviour, type TransactionContext } from '@keyan/engine/records/behaviour.ts';
import {
  isAtRest,
  keptRows,
  takeBackRecords,
  type UndoObstacle,
} from '@keyan/engine/workbooks/kept-batch.ts';
import { inRolledBackTransaction } from '@keyan/engine/workbooks/undone.ts';
import type { Row } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { fundsOpening } from '../funds/opening/funds-opening.ts';
import { recordsRestingOnOpenings } from '../funds/opening/resting.server.ts';
import { movingKindOf } from './kinds.ts';
import { type Asking, readBatch } from './moving.server.ts';
import { movingBatch } from './moving-batch.ts';
import { reconcile } from './reconcile.ts';
import { reconciledRows } from './reconciling.server.ts';

type Batch = Pick<Row<typeof movingBatch>, 'kind' | 'importBatch'>;

/** Obstacles that are told at once. */
const mostObstacles = 20;

const stillRunning: Label = [
  '本批尚未导入完成，请等它完成或先继续它',
  'The batch is not finished; let it finish or continue it first',
];

const spentFrom: Label = ['期初已被 {kind} {number} 动用', '{kind} {number} rests on it'];

type FindObstacles = (
  transaction: TransactionContext,
  ids: readonly string[],
) => Promise<readonly UndoObstacle[]>;

/** Finders of what rests on records of a kind without naming them. */
const restingOn: Readonly<Record<string, FindObstacles>> = {
  [fundsOpening.key]: async (transaction, ids) =>
    (await recordsRestingOnOpenings(transaction, ids, mostObstacles)).map(
      ({ openingId, project, kind, number }) => ({
        id: openingId,
        title: project,
        reason: fill(spentFrom, { kind, number }),
      }),
    ),
};

/**
 * Takes back every record of a batch.
 * @returns obstacles; where there are any, the caller undoes the transaction
 * @throws Refused while the batch is being imported
 */
const takeBack = async (
  transaction: TransactionContext,
  { kind: key, importBatch }: Batch,
): Promise<readonly UndoObstacle[]> => {
  const kind = movingKindOf(key ?? '');
  if (!kind || !importBatch) return [];
  const { tx } = transaction;
  if (!(await isAtRest(tx, importBatch))) throw new Refused(stillRunning);
  const ids = (await keptRows(tx, importBatch)).flatMap(({ recordId }) => recordId ?? []);
  const resting = (await restingOn[kind.resource.key]?.(transaction, ids)) ?? [];
  if (resting.length > 0) return resting;
  return takeBackRecords(transaction, kind.resource, ids, mostObstacles);
};

const told = (obstacles: readonly UndoObstacle[]): Label => {
  const first = obstacles.slice(0, 5);
  return fill(['不能撤销：{list}', 'The batch cannot be undone: {list}'], {
    list: [
      first.map(({ title, reason }) => `【${title}】${reason[0]}`).join('；'),
      first.map(({ title, reason }) => `${title}: ${reason[1]}`).join('; '),
    ],
  });
};

/** Why a batch cannot be undone now; nothing stays of the attempt. */
export const obstaclesOf = async (asking: Asking, id: string): Promise<readonly UndoObstacle[]> => {
  const { row } = await readBatch(asking, id);
  const { engine, actor } = asking;
  return inRolledBackTransaction(engine, actor, (tx) =>
    takeBack(behaviourTransaction({ engine, actor }, tx), row),
  );
};

/** @throws Refused for a batch with differences and no word about them */
const assertExplained = async (
  row: Row<typeof movingBatch>,
  { engine, tx }: TransactionContext,
): Promise<void> => {
  const kind = movingKindOf(row.kind ?? '');
  if (!kind || !row.importBatch) return;
  if (!(await isAtRest(tx, row.importBatch))) throw new Refused(stillRunning);
  const rows = await reconciledRows(engine, { tenantId: tx.tenantId }, kind, row.importBatch, 'zh');
  const measures = kind.measures.map(({ key }) => key);
  const { differences } = reconcile(rows, measures);
  if (differences.length > 0 && !row.signNote) {
    throw new Refused(
      fill(
        [
          '对账表还有 {n} 行差异，请在【对账说明】中写明原因',
          'The sheet has {n} differing rows; explain them in the remarks',
        ],
        { n: differences.length },
      ),
    );
  }
};

/** A batch is signed off with its differences explained, and undone as a whole or not at all. */
export const movingBatchBehaviour = defineBehaviour(movingBatch, {
  performed: {
    sign: assertExplained,
    undo: async (row, transaction) => {
      const obstacles = await takeBack(transaction, row);
      if (obstacles.length > 0) throw new Refused(told(obstacles));
    },
  },
});

import { defineBehaviour, type TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { isZero } from '@keyan/kernel/values/amounts.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { project } from '../../project/project.ts';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import { fundingArrive } from '../funding-arrive.ts';
import { fundsExpenditure } from '../funds-expenditure.ts';
import { lockBookedAmount } from './arrivals.server.ts';
import type { financeItem } from './dictionaries.ts';
import { financeDifference } from './finance-difference.ts';

type Difference = Pick<
  RowOf<typeof financeDifference.fields>,
  'arriveId' | 'programId' | 'expenseId' | 'item' | 'theirs'
>;

const recordDeletedText: Label = ['记录已删除', 'The record has been deleted'];

/**
 * Writes the value of the finance system into a record.
 * @param allowed check that runs after the record is locked
 * @throws Refused if the record was deleted
 */
const applyTheirValue = async (
  transaction: TransactionContext,
  kind: Resource,
  id: string | null,
  values: RowLike,
  allowed?: () => Promise<void>,
): Promise<void> => {
  const before = id ? await lockTarget(transaction, kind, id) : null;
  if (!before) throw new Refused(recordDeletedText);
  await allowed?.();
  await changeRow(transaction, kind, before, 'update', values);
};

type Settle = (difference: Difference, transaction: TransactionContext) => Promise<void> | void;

const arrivalKind = fundingArrive as Resource;

/** Writes amount or day of an arrival; refused while any part of it is booked. */
const writeIfUnbooked: Settle = ({ arriveId, item, theirs }, transaction) =>
  applyTheirValue(
    transaction,
    arrivalKind,
    arriveId,
    {
      [item ?? '']: theirs,
      ...(item === 'arriveDate' ? { arriveYear: Number(theirs?.slice(0, 4)) } : {}),
    },
    async () => {
      if (isZero(await lockBookedAmount(transaction.tx, arriveId))) return;
      throw new Refused([
        '该到账已入账，不能改动，请先作废入账或办理退款',
        'This arrival is booked and cannot be changed: void the booking or refund first',
      ]);
    },
  );

const text: Settle = ({ arriveId, item, theirs }, transaction) =>
  applyTheirValue(transaction, arrivalKind, arriveId, { [item ?? '']: theirs });

/** Effect of accepting a difference, by item. */
const settlements: Readonly<Record<string, Settle>> = {
  arriveAmount: writeIfUnbooked,
  arriveDate: writeIfUnbooked,
  fundingSource: text,
  summary: text,
  fundCardNum: ({ programId, theirs }, transaction) =>
    applyTheirValue(transaction, project as Resource, programId, { fundCardNum: theirs }),
  voucherNum: ({ expenseId, theirs }, transaction) =>
    applyTheirValue(transaction, fundsExpenditure as Resource, expenseId, { voucherNum: theirs }),
} satisfies Readonly<Partial<Record<CodeOf<typeof financeItem>, Settle>>>;

/** Accepting a difference updates its record; booked amounts never change. */
export const financeDifferenceBehaviour = defineBehaviour(financeDifference, {
  performed: {
    accept: async (row, transaction) => {
      await settlements[row.item ?? '']?.(row, transaction);
    },
  },
});

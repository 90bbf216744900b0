import { defineBehaviour, type TransactionContext } from '@keyan/engine/records/behaviour.ts';
import type { Row } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { fundsOpening } from './funds-opening.ts';
import { recordsRestingOnOpenings, restingText } from './resting.server.ts';

/** @throws Refused while money of the project was spent, is held or was settled: the opening balance covers it */
const assertUnused = async (
  row: Row<typeof fundsOpening>,
  transaction: TransactionContext,
): Promise<void> => {
  const [resting] = await recordsRestingOnOpenings(transaction, [row.id], 1);
  if (!resting) return;
  throw new Refused(
    fill(['期初不能作废：{reason}', 'The opening balance cannot be voided: {reason}'], {
      reason: restingText(resting),
    }),
  );
};

/** An opening balance is voided while nothing was spent on it. */
export const fundsOpeningBehaviour = defineBehaviour(fundsOpening, {
  performed: { void: assertUnused },
});

import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { numberRule } from '@keyan/kernel/definition/field/number-rule.ts';
import { numberPlaceholders } from '@keyan/kernel/definition/field/numbering.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import { takeNumber } from '../store/schema/numbers.ts';
import { readParameter } from '../store/statements/parameters.ts';
import type { TransactionContext } from './behaviour.ts';
import { currentFacts } from './facts.ts';
import type { RecordChange } from './write-record.ts';

/**
 * Adds the number to the change of a record that is approved now, for kinds that number approved records
 * (`Numbering.at`). The number is drawn in the transaction, so that a failed one uses up none.
 * @throws Refused if a field in the number pattern is empty.
 */
export const withApprovalNumber = async (
  transaction: TransactionContext,
  change: RecordChange,
): Promise<RecordChange> => {
  const { resource, before, after } = change;
  const { number } = resource;
  const isDue =
    number?.at === 'approved' &&
    hasProcess(resource) &&
    after.auditStatus === statuses.approved &&
    isEmpty(after[number.field]);
  const rule = isDue ? numberRule(resource) : null;
  if (!number || !rule) return change;
  const { tx, now } = transaction;
  const pattern = await readParameter(tx, rule);
  const facts = number.places ? await currentFacts(transaction, tx, resource, after, before) : {};
  const places = numberPlaceholders({ ...number, pattern }, after, facts);
  if (!places) {
    throw new Refused(['编号所需的信息不完整', 'Information needed for the number is missing']);
  }
  const text = await takeNumber(tx, pattern, now, places);
  return { ...change, after: { ...after, [number.field]: text } };
};

import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type FieldFault, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { isEmpty, validate } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { currentValidationContext } from './facts.ts';
import { withLineIds } from './row.ts';

/** Returns the name by which messages and histories call a record of an effect: 【项目台账】高温合金研究. */
export const recordNameFor = (resource: Resource, row: RowLike): Label =>
  fill(['【{label}】{title}', '{label} “{title}”'], {
    label: resource.label,
    title: String(row[resource.title] ?? ''),
  });

/** Returns a refusal caused by another record than the one that the person acts on, with the name of that record. */
export const refusalNamingRecord = (resource: Resource, row: RowLike, message: Label): Refused =>
  new Refused(
    fill(['{name}:{message}', '{name}: {message}'], {
      name: recordNameFor(resource, row),
      message,
    }),
  );

/**
 * Converts values to the form that the target stores: an amount of `12` becomes `12.00`.
 * @throws Error for a field that the target does not have; Refused for a value that it does not accept.
 */
export const storedValues = (resource: Resource, values: RowLike): RowLike =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const spec = resource.fields[name]?.spec;
      if (!spec) throw new Error(`${resource.key}: an effect writes ${name}, which is no field`);
      if (isEmpty(value)) return [name, null];
      if (spec.type === 'rows') return [name, value];
      const parsed = fieldTypeTable[spec.type].parse(value, spec);
      if ('fault' in parsed) throw refusalNamingRecord(resource, {}, parsed.fault);
      return [name, parsed.value];
    }),
  );

/**
 * Returns the row with its computed fields, and the faults of its own rules.
 * @param before stored row, if any
 */
export const judgeTarget = async (
  transaction: TransactionContext,
  resource: Resource,
  row: RowLike,
  before: StoredRow | null,
) => {
  const final = !hasProcess(resource) || row.auditStatus === statuses.approved;
  const judged = await currentValidationContext(transaction, transaction.tx, resource, row, before);
  return validate(resource, row, {}, final ? 'complete' : 'draft', judged);
};

const isAmong = (faults: readonly FieldFault[], { path, message }: FieldFault): boolean =>
  faults.some((fault) => fault.path === path && fault.message[0] === message[0]);

/**
 * Returns the record with these values, validated by its own rules. Faults that it had before do not refuse the effect.
 * @throws Refused if a rule of the record refuses the values, and while the record is in approval.
 */
export const withTargetValues = async (
  transaction: TransactionContext,
  resource: Resource,
  row: StoredRow,
  values: RowLike,
): Promise<RowLike> => {
  if (hasProcess(resource) && row.auditStatus === statuses.inApproval) {
    throw refusalNamingRecord(resource, row, [
      '正在审批中，不能变更',
      'it is in approval and cannot be changed',
    ]);
  }
  const changed = { ...row, ...withLineIds(transaction, resource, { ...row, ...values }, row) };
  const after = await judgeTarget(transaction, resource, changed, row);
  if (after.faults.length > 0) {
    const before = await judgeTarget(transaction, resource, row, row);
    const fault = after.faults.find((one) => !isAmong(before.faults, one));
    if (fault) throw refusalNamingRecord(resource, row, fault.message);
  }
  return { ...changed, ...after.row };
};

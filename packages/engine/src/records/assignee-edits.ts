import { resourceAtStep } from '@keyan/kernel/definition/life/opened.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import {
  emptyMessage,
  fieldApplies,
  isEmpty,
  isRequired,
  validate,
} from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { cleanInput } from './clean-input.ts';
import { currentValidationContext } from './facts.ts';
import { withoutUnchangedMasks } from './masks.ts';
import { referenceFaults } from './references.ts';
import { withLineIds } from './row.ts';
import { assertVersion } from './versions.ts';

/** Values that the assignee of a task entered into its record. */
export interface AssigneeEdits {
  readonly resource: Resource;
  /** Row of the record; the caller holds its lock. */
  readonly row: StoredRow;
  /** Values that the assignee changed, with the version that they saw. */
  readonly form: RowLike;
  /** Fields that the step allows them to change (ruling 26). */
  readonly editable: readonly string[];
}

/**
 * Checks that an assignee who agrees has filled in the required fields of the step.
 * @throws Invalid naming the required fields that are empty
 */
export const assertStepFields = (
  { fields }: Resource,
  editable: readonly string[],
  row: StoredRow,
): void => {
  const values = row as RowLike;
  const faults = editable.flatMap((name) => {
    const field = fields[name];
    if (!field?.spec.byApprover || !isRequired(field.spec, values)) return [];
    return fieldApplies(field, values) && isEmpty(values[name])
      ? [{ path: name, message: emptyMessage(field.spec) }]
      : [];
  });
  if (faults.length > 0) throw new Invalid(faults);
};

/**
 * Returns the record with the values of the assignee, validated field by field, with computed fields. Other fields are
 * unchanged.
 * @throws Invalid for wrong values; Conflict if somebody else changed the record since the assignee read it.
 */
export const withAssigneeEdits = async (
  transaction: TransactionContext,
  edits: AssigneeEdits,
): Promise<StoredRow> => {
  const { row, form, editable } = edits;
  const resource = resourceAtStep(edits.resource, editable);
  const { engine, tx, actor } = transaction;
  const names = editable.filter((name) => Object.hasOwn(form, name));
  if (names.length === 0) return row;
  await assertVersion(transaction, tx, resource, row, form.version);
  const given = withoutUnchangedMasks(
    resource,
    row,
    Object.fromEntries(names.map((name) => [name, form[name]])),
  );
  const input = await cleanInput(engine.workers, actor, resource.fields, given);
  const edited = { ...row, ...input };
  const judged = await currentValidationContext(transaction, tx, resource, edited, row);
  const validated = validate(resource, row, input, 'complete', judged);
  // The record was valid when it was submitted; only new values can be wrong.
  const faults = validated.faults.filter((fault) => names.includes(fault.path.split('.')[0] ?? ''));
  const behaviour = engine.behaviours.get(resource.key);
  const patch =
    faults.length === 0
      ? await behaviour?.complete?.(validated.row, {
          ...transaction,
          before: row,
          facts: judged.facts ?? {},
        })
      : undefined;
  const fields = withLineIds(transaction, resource, { ...validated.row, ...patch }, row);
  const after = { ...row, ...fields } as StoredRow;
  faults.push(...(await referenceFaults(transaction, tx, resource, after, row)));
  if (faults.length > 0) throw new Invalid(faults);
  return after;
};

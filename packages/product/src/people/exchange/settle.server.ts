import {
  defineBehaviour,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { newRowColumns, withLineIds } from '@keyan/engine/records/row.ts';
import { judgeTarget, withTargetValues } from '@keyan/engine/records/target.ts';
import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { personnel } from '../personnel.ts';
import { differenceKindCodes } from './dictionaries.ts';
import { personnelDifference } from './difference.ts';
import { forgetComparedValues } from './values.server.ts';

const file = untypedResource(personnel);

export type StoredDifference = StoredRow & RowOf<typeof personnelDifference.fields>;

/** Values of list and file at the time of comparison. */
const valuesOf = async (
  { tx }: TransactionContext,
  id: string,
): Promise<{ readonly before: unknown; readonly after: unknown }> => {
  const [found] = await tx.query<{ before: unknown; after: unknown }>(
    'select before, after from personnel_difference_value where tenant_id = $1 and id = $2',
    [tx.tenantId, id],
  );
  if (!found)
    throw new Refused([
      '比对数据已清除，请重新比对',
      'The comparison data were cleared; compare again',
    ]);
  return found;
};

/**
 * Creates a file with the values of the list.
 * @throws Refused if validation of the file fails
 */
const addFile = async (transaction: TransactionContext, values: RowLike): Promise<void> => {
  const { tx, engine } = transaction;
  const taken = await tx.query(
    `select 1 from personnel
      where tenant_id = $1 and lower(job_num) = lower($2) and is_deleted = 0`,
    [tx.tenantId, values.jobNum],
  );
  if (taken.length > 0)
    throw new Refused(['该工号已有档案', 'This staff number already has a file']);
  const base = newRowColumns(transaction, file);
  const writer = { id: String(base.createUser), name: '', departments: [] };
  const [school] = await tx.query<{ name: string }>(
    'select tenant_name as name from tenant where tenant_id = $1',
    [tx.tenantId],
  );
  const first = { ...initialRow(file.fields, writer), dwmc: school?.name ?? null, ...values };
  const given = { ...base, ...withLineIds(transaction, file, first, null) };
  const { row, faults } = await judgeTarget(transaction, file, given, null);
  const [fault] = faults;
  if (fault) throw new Refused(fault.message);
  const known = { ...transaction, before: null, facts: {} };
  const more = await engine.behaviours.get(file.key)?.complete?.(row, known);
  const after = { ...given, ...row, ...more };
  await commitChange(transaction, { resource: file, before: null, after, action: 'create' });
};

/**
 * Changes the file to the values of the list.
 * @throws Refused if the file changed since the comparison, or if validation fails
 */
const changeFile = async (
  transaction: TransactionContext,
  { personnelId, item }: StoredDifference,
  said: { readonly before: unknown; readonly after: unknown },
): Promise<void> => {
  const before = personnelId && (await lockTarget(transaction, file, personnelId));
  if (!before || item === null) throw new Refused(['档案已删除', 'The file has been deleted']);
  const stands = (before as RowLike)[item] ?? null;
  if (JSON.stringify(stands) !== JSON.stringify(said.before ?? null)) {
    throw new Refused([
      '档案在比对后已修改，请重新比对',
      'The file was changed after the comparison; compare again',
    ]);
  }
  const after = await withTargetValues(transaction, file, before, { [item]: said.after });
  await commitChange(transaction, { resource: file, before, after, action: 'update' });
};

const accepted = async (row: StoredRow, transaction: TransactionContext): Promise<void> => {
  const difference = row as StoredDifference;
  const said = await valuesOf(transaction, row.id);
  if (difference.kind === differenceKindCodes.added)
    await addFile(transaction, said.after as RowLike);
  else await changeFile(transaction, difference, said);
  await forgetComparedValues(transaction.tx, [row.id]);
};

const refused = ({ id }: StoredRow, { tx }: TransactionContext): Promise<void> =>
  forgetComparedValues(tx, [id]);

/**
 * Writes an accepted difference into the file, which logs the change, and deletes the stored values
 * of a settled difference.
 */
export const personnelDifferenceBehaviour = defineBehaviour(personnelDifference, {
  performed: { accept: accepted as never, refuse: refused as never },
});

import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { sameValue } from '@keyan/kernel/records/diff.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type EffectInForce, removeEffect, storeEffect } from '../effects/standing.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { createdNumber } from './created-number.ts';
import { lockTarget } from './lock.ts';
import { type EffectChange, writePlannedRecord } from './plan.ts';
import { referringRecord } from './references.ts';
import { newRowColumns, withLineIds } from './row.ts';
import { judgeTarget, recordNameFor, refusalNamingRecord, storedValues } from './target.ts';

/** Returns the owner of the new record: the writer of its source. */
const writerOf = async ({ tx }: TransactionContext, { createUser, createDept }: StoredRow) => {
  const [found] = await tx.query<{ name: string }>(
    'select real_name as name from users where tenant_id = $1 and id = $2',
    [tx.tenantId, createUser],
  );
  return {
    id: createUser,
    name: found?.name ?? '',
    departments: createDept === null ? [] : [createDept],
  };
};

/** Returns the values of the record itself, without balances, which change with other records. */
const own = (resource: Resource, row: RowLike): RowLike =>
  Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, { spec }]) =>
      spec.balance ? [] : [[name, row[name] ?? null]],
    ),
  );

/**
 * Creates the record of an effect.
 * @throws Refused for values that the target does not accept.
 */
export const settleCreation = async (
  transaction: TransactionContext,
  resource: Resource,
  { source }: EffectChange,
  standing: EffectInForce,
): Promise<readonly EffectChange[]> => {
  const { tx } = transaction;
  const { createUser, createDept } = source.row;
  const base = {
    ...newRowColumns(transaction, resource),
    id: standing.target.id,
    createUser,
    createDept,
  };
  const first = initialRow(resource.fields, await writerOf(transaction, source.row));
  const values = { ...base, ...first, ...storedValues(resource, standing.after) };
  const number = await createdNumber(transaction, resource, values);
  const { row, faults } = await judgeTarget(transaction, resource, { ...values, ...number }, null);
  if (faults[0]) throw refusalNamingRecord(resource, row, faults[0].message);
  const after = { ...base, ...withLineIds(transaction, resource, row, null) } as StoredRow;
  tx.send(storeEffect(tx.tenantId, { ...standing, after: own(resource, after) }));
  const note = recordNameFor(source.resource, source.row);
  const created = await writePlannedRecord(transaction, {
    resource,
    before: null,
    after,
    action: 'create',
    note,
  });
  return created.steps;
};

const isUntouched = (resource: Resource, row: RowLike, created: RowLike): boolean =>
  (!hasProcess(resource) || row.auditStatus === statuses.draft) &&
  Object.keys(created).every((name) => sameValue(resource, name, row[name], created[name]));

/**
 * Removes a record whose effect has ended.
 * @throws Refused if somebody changed it, submitted it or refers to it.
 */
export const settleRemoval = async (
  transaction: TransactionContext,
  resource: Resource,
  { source }: EffectChange,
  standing: EffectInForce,
): Promise<readonly EffectChange[]> => {
  const { engine, tx } = transaction;
  tx.send(removeEffect(tx.tenantId, standing));
  const row = await lockTarget(transaction, resource, standing.target.id);
  if (!row) return [];
  if (!isUntouched(resource, row, standing.after)) {
    throw refusalNamingRecord(resource, row, [
      '已被修改或提交，不能撤销',
      'it has been changed or submitted since and cannot be undone',
    ]);
  }
  const other = await referringRecord(engine, tx, resource, row.id);
  if (other) {
    throw refusalNamingRecord(
      resource,
      row,
      fill(['已被【{other}】引用', 'it is used by other records ({other})'], {
        other: other.label,
      }),
    );
  }
  const removed = await writePlannedRecord(transaction, {
    resource,
    before: row,
    after: row,
    action: 'remove',
    note: recordNameFor(source.resource, source.row),
  });
  return removed.steps;
};

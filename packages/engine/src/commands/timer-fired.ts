import { type DueRule, reachedReminder } from '@keyan/kernel/definition/life/due.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { StoredRow, TransactionContext } from '../records/behaviour.ts';

const noteText = `
  insert into timer_fired (tenant_id, resource, record_id, action, rung, due, fired_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning rung`;

/**
 * Checks, with the record locked, that the clock may perform this action, and stores the threshold (rung) at which it
 * did. An action that moves the record stores none: the record leaves the state and may come back.
 * @throws Refused if the action is not due, or was already performed for this date.
 */
export const recordDueAction = async (
  { tx, now }: TransactionContext,
  resource: Resource,
  name: string,
  due: DueRule,
  row: StoredRow,
): Promise<void> => {
  const value = (row as RowLike)[due.field] as string | null;
  const rung = reachedReminder(due, value, now);
  if (rung === null) throw new Refused(['未到时间', 'It is not due yet']);
  if (resource.actions?.[name]?.to !== undefined) return;
  const parameters = [tx.tenantId, resource.key, row.id, name, rung, value, now];
  const noted = await tx.query(noteText, parameters);
  if (noted.length === 0) throw new Refused(['已经执行', 'It has already been done']);
};

import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Matter, MatterWait } from '@keyan/engine/workflow/matters.ts';
import { hasProcess } from '@keyan/kernel/definition/base-fields.ts';
import { changeRow, createRow } from '../shared/rows.server.ts';
import { items, tasks } from './dictionaries.ts';
import {
  idsIn,
  itemKind,
  reviewedBy,
  rowOf,
  type StoredItem,
  taskKind,
  titleIn,
} from './rows.server.ts';

/** A process has begun to wait for its review: the office finds the record among those to be arranged. */
const begin = async (wait: MatterWait, transaction: TransactionContext): Promise<void> => {
  const { engine, tx } = transaction;
  const kind = reviewedBy(
    engine.resources.values(),
    ({ resource }) =>
      hasProcess(resource) && resource.processes.some((process) => process.kind === wait.kind),
  );
  const row = kind && (await rowOf(transaction, kind.resource, wait.business));
  // Of another kind, a manager ends the wait by hand.
  if (!kind || !row) return;
  const { resource, options } = kind;
  const values = row as Readonly<Record<string, unknown>>;
  const callId = values[options.call] as string | null;
  const call = engine.resources.get(resource.fields[options.call]?.spec.target?.key ?? '');
  await createRow(transaction, itemKind, {
    title: values[resource.title],
    bizKind: options.target,
    businessId: row.id,
    callId,
    callName: call && callId ? await titleIn(tx, call, callId) : null,
    applicantId: row.createUser,
    departmentId: resource.department ? values[resource.department] : null,
    visit: wait.visit,
    experts: 0,
    handedIn: 0,
  });
};

/** The process waits no more, though nobody confirmed a result: its experts have nothing to do. */
const cancel = async ({ visit }: MatterWait, transaction: TransactionContext): Promise<void> => {
  const { tx } = transaction;
  const open = await idsIn(
    tx,
    `select id::text from review_item
      where tenant_id = $1 and visit = $2 and is_deleted = 0 and status = any($3) order by review_item.id`,
    [visit, [items.waiting, items.open]],
  );
  // Tasks before items, each by rising id, as when a review is withdrawn: else both could wait for each other.
  await cancelTasks(transaction, open);
  for (const id of open) {
    const item = (await lockRow(transaction, itemKind, id)) as StoredItem;
    await changeRow(transaction, itemKind, item, 'cancel', { status: items.cancelled });
  }
  // Somebody may have given them to experts before they were locked.
  await cancelTasks(transaction, open);
};

/** Takes the tasks of these records from their experts. */
const cancelTasks = async (
  transaction: TransactionContext,
  itemIds: readonly string[],
): Promise<void> => {
  const left = await idsIn(
    transaction.tx,
    `select id::text from review_task
      where tenant_id = $1 and item_id = any($2) and is_deleted = 0 and status <> $3 order by review_task.id`,
    [itemIds, tasks.cancelled],
  );
  for (const id of left) {
    const task = await lockRow(transaction, taskKind, id);
    await changeRow(transaction, taskKind, task, 'cancel', { status: tasks.cancelled });
  }
};

/** With which waits has an expert begun to deal? */
const touched: NonNullable<Matter['touched']> = (visits, session) =>
  idsIn(
    session,
    `select distinct i.visit as id from review_item i
       join review_task t on t.tenant_id = i.tenant_id and t.item_id = i.id and t.is_deleted = 0
      where i.tenant_id = $1 and i.visit = any($2) and i.is_deleted = 0 and t.status = any($3)`,
    [visits, [tasks.kept, tasks.handedIn, tasks.returned]],
  );

/** The review as routes wait for it. */
export const reviewWait: Pick<Matter, 'begin' | 'cancel' | 'touched'> = { begin, cancel, touched };

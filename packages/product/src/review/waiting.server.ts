import { randomInt } from 'node:crypto';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { holdsRole } from '@keyan/engine/records/role-holders.ts';
import type { MatterWait, RouteMatter } from '@keyan/engine/workflow/runtime/matters.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dateOfText, timeText } from '@keyan/kernel/values/time.ts';
import { changeRow, createRow } from '../shared/mechanisms/rows.server.ts';
import { countedTaskCodes, itemCodes, taskCodes } from './dictionaries.ts';
import { reviewMessage } from './faces.ts';
import { partiesOf } from './parties.server.ts';
import { reviewItem } from './review-item.ts';
import {
  idsFound,
  itemKind,
  type ReviewedKind,
  reviewedKindOfProcess,
  type StoredItem,
  storedRowOf,
  taskKind,
  titleOfRecord,
} from './rows.server.ts';

const day = 86_400_000;

/** Characters of anonymous codes, without similar-looking ones. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Random code shown to experts instead of the record’s number in a double-blind review. */
export const anonymousCodeOf = (): string =>
  `R${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')}`;

const reviewedKind = (resources: Iterable<Resource>, processKind: string) =>
  reviewedKindOfProcess(
    resources,
    ({ resource }) =>
      hasProcess(resource) && resource.processes.some((process) => process.kind === processKind),
  );

/** True if the records of a process have expert reviews. */
export const isReviewed = (resources: Iterable<Resource>, processKind: string): boolean =>
  reviewedKind(resources, processKind) !== undefined;

/** Notifies the section that arranges reviews of the kind, except parties of the record. */
export const notifyArrangers = async (
  { engine, tx }: TransactionContext,
  { resource, options }: ReviewedKind,
  item: string,
  title: string,
  parties: readonly string[],
): Promise<void> => {
  const to = await idsFound(
    tx,
    `select u.id::text from users u
      where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1' and u.id <> all($2::bigint[])
        and ${holdsRole('u.id', 'array[$3]')} order by u.id`,
    [parties, options.arrangers],
  );
  await engine.messages.send(tx, [
    {
      type: reviewMessage,
      title: ['待安排专家评审', 'An expert review is to be arranged'],
      content: fill(
        [
          '{kind}《{title}》待安排专家评审，请在【评审设置】中安排。',
          'An expert review of the {kind} “{title}” is to be arranged under “Reviews”.',
        ],
        { kind: resource.label, title },
      ),
      business: { resource: itemKind.key, id: item },
      link: `${reviewItem.views.all?.path}/detail?id=${item}`,
      to,
    },
  ]);
};

/** Open new reviews of a record for which its process does not wait. */
export const openRepeatedReviews = (
  tx: TransactionContext['tx'],
  { resource }: ReviewedKind,
  id: string,
): Promise<readonly string[]> =>
  idsFound(
    tx,
    `select id::text from review_item
      where tenant_id = $1 and resource = $2 and business_id = $3 and visit is null
        and is_deleted = 0 and status = any($4) order by review_item.id`,
    [resource.key, id, [itemCodes.waiting, itemCodes.open]],
  );

/** Requirements of a record’s procedure on its review; empty if the kind has no procedures. */
const procedureOf = ({ options: { procedures } }: ReviewedKind, row: RowLike, now: Date) => {
  const asked = procedures?.of[String(row[procedures.field] ?? '')];
  return asked
    ? {
        leastPanel: asked.panel,
        leastOpinions: asked.opinions,
        decideBy: timeText(new Date(now.getTime() + asked.days * day)),
      }
    : {};
};

/**
 * Copies the requirements of a record’s procedure to its waiting review. Called after saving, since
 * the step that starts the wait may change the procedure.
 */
export const followProcedure = async (
  transaction: TransactionContext,
  resource: Resource,
  row: { readonly id: string },
): Promise<void> => {
  const { engine, tx, now } = transaction;
  const values = row as RowLike;
  const kind = reviewedKindOfProcess(
    engine.resources.values(),
    (one) => one.resource.key === resource.key,
  );
  if (!kind) return;
  const waiting = await idsFound(
    tx,
    `select id::text from review_item
      where tenant_id = $1 and resource = $2 and business_id = $3 and is_deleted = 0 and status = $4
      order by review_item.id`,
    [resource.key, row.id, itemCodes.waiting],
  );
  for (const id of waiting) {
    const item = (await lockRow(transaction, itemKind, id)) as StoredItem;
    const since = item.waitsSince === null ? now : dateOfText(item.waitsSince);
    const asked = procedureOf(kind, values, since);
    if ('decideBy' in asked && asked.decideBy !== item.decideBy) {
      await changeRow(transaction, itemKind, item, 'follow', asked);
    }
  }
};

/**
 * Creates a review item when a process starts to wait, so that the office can arrange the review.
 */
export const beginReviewWait = async (
  wait: MatterWait,
  transaction: TransactionContext,
): Promise<void> => {
  const { engine, tx } = transaction;
  const kind = reviewedKind(engine.resources.values(), wait.kind);
  const row = kind && (await storedRowOf(transaction, kind.resource, wait.business));
  // Cannot happen: routes with a wait without a reviewed kind are refused on start.
  if (!kind || !row) throw new Error(`${wait.kind}: no kind is reviewed by this process`);
  const { resource, options } = kind;
  const values = row as RowLike;
  const textOf = (name: string | null | undefined): string | null =>
    name ? ((values[name] ?? null) as string | null) : null;
  const callId = textOf(options.call);
  const call = engine.resources.get(resource.fields[options.call ?? '']?.spec.target?.key ?? '');
  // Cancels a new review after an objection: a record has one open review.
  await cancelItems(transaction, await openRepeatedReviews(tx, kind, row.id));
  const accounts = (await partiesOf(engine, tx, kind, [row.id])).get(row.id)?.accounts ?? [];
  const item = await createRow(transaction, itemKind, {
    title: values[resource.title],
    bizKind: options.target,
    resource: resource.key,
    businessId: row.id,
    parties: accounts.join(','),
    subject: textOf(options.subject),
    keywords: textOf(options.keywords),
    waitsSince: timeText(transaction.now),
    ...procedureOf(kind, values, transaction.now),
    callId,
    callName: call && callId ? await titleOfRecord(tx, call, callId) : null,
    applicantId: row.createUser,
    departmentId: resource.department ? values[resource.department] : null,
    visit: wait.visit,
    code: anonymousCodeOf(),
    experts: 0,
    handedIn: 0,
  });
  await notifyArrangers(transaction, kind, item.id, String(values[resource.title] ?? ''), accounts);
};

/** Cancels the review when the process stops waiting without a result. */
const cancel = async ({ visit }: MatterWait, transaction: TransactionContext): Promise<void> => {
  const { tx } = transaction;
  const open = await idsFound(
    tx,
    `select id::text from review_item
      where tenant_id = $1 and visit = $2 and is_deleted = 0 and status = any($3) order by review_item.id`,
    [visit, [itemCodes.waiting, itemCodes.open]],
  );
  await cancelItems(transaction, open);
};

/** Removes records from their review and cancels their tasks. */
export const cancelItems = async (
  transaction: TransactionContext,
  open: readonly string[],
): Promise<void> => {
  // Locks tasks before items, each by id, in the same order as withdrawing a review, to avoid
  // deadlocks.
  await cancelTasks(transaction, open);
  for (const id of open) {
    const item = (await lockRow(transaction, itemKind, id)) as StoredItem;
    await changeRow(transaction, itemKind, item, 'cancel', {
      status: itemCodes.cancelled,
    });
  }
  // Cancels tasks that were created before the items were locked.
  await cancelTasks(transaction, open);
};

/** Cancels the tasks of records and notifies their experts. */
const cancelTasks = async (
  transaction: TransactionContext,
  itemIds: readonly string[],
): Promise<void> => {
  const left = await idsFound(
    transaction.tx,
    `select id::text from review_task
      where tenant_id = $1 and item_id = any($2) and is_deleted = 0 and status <> $3 order by review_task.id`,
    [itemIds, taskCodes.cancelled],
  );
  for (const id of left) {
    const task = await lockRow(transaction, taskKind, id);
    await changeRow(transaction, taskKind, task, 'cancel', {
      status: taskCodes.cancelled,
    });
  }
};

/** Waits whose experts have already started. */
const touched: NonNullable<RouteMatter['touched']> = (visits, session) =>
  idsFound(
    session,
    `select distinct i.visit as id from review_item i
       join review_task t on t.tenant_id = i.tenant_id and t.item_id = i.id and t.is_deleted = 0
      where i.tenant_id = $1 and i.visit = any($2) and i.is_deleted = 0 and t.status = any($3)`,
    [visits, [taskCodes.kept, ...countedTaskCodes, taskCodes.returned]],
  );

/** Review as a matter that routes wait for. */
export const reviewWait: Pick<RouteMatter, 'begin' | 'cancel' | 'touched'> = {
  begin: beginReviewWait,
  cancel,
  touched,
};

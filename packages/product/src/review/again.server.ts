import {
  type Behaviour,
  defineBehaviour,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { lockInOrder, lockRow } from '@keyan/engine/records/lock.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow, createRow } from '../shared/mechanisms/rows.server.ts';
import { itemCodes, objectionDecisionCodes } from './dictionaries.ts';
import { reviewObjection } from './review-objection.ts';
import {
  itemKind,
  kindOfItem,
  type ReviewedKind,
  type StoredItem,
  storedRowOf,
} from './rows.server.ts';
import {
  anonymousCodeOf,
  cancelItems,
  notifyArrangers,
  openRepeatedReviews,
} from './waiting.server.ts';

/**
 * True if the outcome of a record’s review may still change: in approval, or in a state that the
 * kind names.
 */
const isOpenStill = ({ resource, options }: ReviewedKind, row: RowLike): boolean =>
  row.auditStatus === statuses.inApproval ||
  (options.openIn ?? []).includes(String(row[resource.states?.field ?? '']));

/**
 * Queues a record for a new review by other experts after an upheld objection (§12); its process
 * continues.
 * @throws Refused if the outcome is final, or another review of the record is open
 */
const judgeAnew = async (transaction: TransactionContext, id: string): Promise<void> => {
  const { engine, tx, now } = transaction;
  const seen = (await storedRowOf(transaction, itemKind, id)) as StoredItem | undefined;
  const kind = seen && kindOfItem(engine.resources, seen);
  if (!kind) return;
  // Locks the record before its review, in the order that commands use.
  const row = await lockInOrder(transaction, kind.resource, seen.businessId ?? '0');
  const item = (await lockRow(transaction, itemKind, id)) as StoredItem;
  if (!isOpenStill(kind, row)) {
    throw new Refused(
      fill(
        [
          '【{title}】已有最终决定，不能重评',
          '“{title}” already has a final decision and cannot be reviewed again',
        ],
        {
          title: item.title ?? '',
        },
      ),
    );
  }
  const [open] = await tx.query<{ id: string }>(
    `select id::text from review_item where tenant_id = $1 and resource = $2 and business_id = $3
        and status = any($4) and is_deleted = 0 limit 1`,
    [tx.tenantId, item.resource, item.businessId, [itemCodes.waiting, itemCodes.open]],
  );
  if (open) {
    throw new Refused(
      fill(['【{title}】的评审尚未结束', 'The review of “{title}” has not ended'], {
        title: item.title ?? '',
      }),
    );
  }
  const { title, bizKind, resource, businessId, parties, subject, keywords } = item;
  const { callId, callName, applicantId, departmentId } = item;
  const made = await createRow(transaction, itemKind, {
    title,
    bizKind,
    resource,
    businessId,
    parties,
    subject,
    keywords,
    callId,
    callName,
    applicantId,
    departmentId,
    follows: item.id,
    waitsSince: timeText(now),
    code: anonymousCodeOf(),
    experts: 0,
    handedIn: 0,
  });
  await notifyArrangers(transaction, kind, made.id, title ?? '', (parties ?? '').split(','));
};

/**
 * Cancels a new review when the outcome of its record becomes final: withdrawn, refused, returned
 * or decided.
 */
export const endRepeatedReview = async (
  transaction: TransactionContext,
  kind: ReviewedKind,
  before: StoredRow | null,
  row: StoredRow,
): Promise<void> => {
  if (before === null || !isOpenStill(kind, before) || isOpenStill(kind, row)) return;
  await cancelItems(transaction, await openRepeatedReviews(transaction.tx, kind, row.id));
};

/** Behaviour of applicants’ objections; an answer that orders a new review starts it. */
export const reviewObjectionBehaviour: Behaviour = defineBehaviour<typeof reviewObjection.fields>(
  reviewObjection,
  {
    performed: {
      answer: async ({ decision, itemId }, transaction) => {
        if (decision === objectionDecisionCodes.anew) await judgeAnew(transaction, itemId ?? '0');
      },
    },
  },
);

/**
 * Writes the outcome of a new review into its record (§12): score, grade, and the rank that the
 * score would have had in the earlier review; ranks of other records do not change.
 */
export const correctOutcome = async (
  transaction: TransactionContext,
  kind: ReviewedKind,
  item: StoredItem,
  values: RowLike,
): Promise<void> => {
  const { tx } = transaction;
  const row = await lockRow(transaction, kind.resource, item.businessId ?? '0');
  // The record was decided or withdrawn meanwhile.
  if (!isOpenStill(kind, row)) return;
  const [better] = await tx.query<{ count: number }>(
    `select count(*)::int as count from review_item b
       join review_item i on i.tenant_id = b.tenant_id and i.set_id = b.set_id and i.id <> b.id
        and i.group_name is not distinct from b.group_name
      where b.tenant_id = $1 and b.id = $2 and i.is_deleted = 0 and i.status = $3
        and coalesce(i.score, i.agree_rate) > $4::numeric`,
    [tx.tenantId, item.follows, itemCodes.confirmed, item.score ?? item.agreeRate ?? '0'],
  );
  const reviewRank = (better?.count ?? 0) + 1;
  await changeRow(transaction, kind.resource, row, 'edit', { ...values, reviewRank }, [
    '重评结果',
    'Result of the new review',
  ]);
};

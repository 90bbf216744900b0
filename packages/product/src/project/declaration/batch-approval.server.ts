import {
  defineBehaviour,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { withLineIds } from '@keyan/engine/records/row.ts';
import { judgeTarget } from '@keyan/engine/records/target.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { type Row, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { programApproval } from '../program/program-approval.ts';
import { approvalFieldsOf, sponsorDocument } from './batch-approval.ts';
import { declareInfo } from './declare-info.ts';

const approval = untypedResource(programApproval);

/**
 * Attachments of an approval, including the sponsor’s list sent with the decision; empty for secret
 * declarations.
 */
const filesOf = async (
  { id }: Row<typeof declareInfo>,
  before: StoredRow,
  transaction: TransactionContext,
): Promise<Pick<Row<typeof programApproval>, 'attachments'> | object> => {
  const { files } = transaction.engine;
  const sent = (await files.meantFor(transaction, id)).filter(
    ({ catalog }) => catalog === sponsorDocument,
  );
  if (sent.length === 0 || !(approval.attachable?.(before) ?? true)) return {};
  const held = ((before as { attachments?: unknown }).attachments ?? []) as readonly unknown[];
  return { attachments: await files.bind(transaction, approval, before.id, [...held, ...sent]) };
};

/** Approves the draft created by the declaration’s state; the note names the action. */
const approveDraft = async (
  row: Row<typeof declareInfo>,
  transaction: TransactionContext,
  note: Label,
): Promise<void> => {
  const { tx } = transaction;
  const [found] = await tx.query<{ id: string | null }>(
    'select approval_id::text as id from declare_info where tenant_id = $1 and id = $2',
    [tx.tenantId, row.id],
  );
  const before = await lockTarget(transaction, approval, found?.id ?? '');
  if (!before) {
    throw new Refused(['立项记录未生成', 'The project approval was not created']);
  }
  const values = {
    ...before,
    ...withLineIds(transaction, approval, { ...before, ...approvalFieldsOf(row) }, before),
    auditStatus: statuses.approved,
  };
  const judged = await judgeTarget(transaction, approval, values, null);
  if (judged.faults.length > 0) throw new Invalid(judged.faults);
  const attachments = await filesOf(row, before as StoredRow, transaction);
  await commitChange(transaction, {
    resource: approval,
    before,
    after: {
      ...values,
      ...withLineIds(transaction, approval, judged.row, before),
      ...attachments,
    } as StoredRow,
    action: 'approve',
    note,
    waits: true,
  });
};

/**
 * Checks the sum of a plan’s grants against its total. The approval locks the balance, so that
 * concurrent actions are counted in order.
 * @throws Refused above the total
 */
const assertWithinTotal = async (
  { planId }: Row<typeof declareInfo>,
  { tx }: TransactionContext,
): Promise<void> => {
  const [over] = await tx.query<{ name: string; total: string; granted: string }>(
    `select p.plan_name as name, p.total_funds::text as total, g.granted::text
       from declare_plan p,
       lateral (select sum(d.grant_funds) as granted from declare_info d
         where d.tenant_id = p.tenant_id and d.plan_id = p.id and d.is_deleted = 0 and d.declare_status = '60') g
      where p.tenant_id = $1 and p.id = $2 and g.granted > p.total_funds`,
    [tx.tenantId, planId],
  );
  if (over) {
    const [granted, total] = [groupDigits(over.granted), groupDigits(over.total)];
    throw new Refused([
      `【${over.name}】立项合计 ${granted} 元，超过计划经费总额 ${total} 元`,
      `Approvals under “${over.name}” total ${granted} yuan, more than its total funds of ${total}`,
    ]);
  }
};

/**
 * Approves the approvals created by 批量立项 and by a sponsor’s decision at once; their drafts come
 * from the declaration’s state (ruling 80, decision 0315).
 */
export const declareBehaviour = defineBehaviour(declareInfo, {
  performed: {
    approveAll: async (row, transaction) => {
      await assertWithinTotal(row, transaction);
      await approveDraft(row, transaction, [
        `批量立项：${row.grantDoc ?? ''}`,
        `Batch approval: ${row.grantDoc ?? ''}`,
      ]);
    },
    approveListed: (row, transaction) =>
      approveDraft(row, transaction, [
        `登记上级批准：${row.grantNum}`,
        `Sponsor approval recorded: ${row.grantNum}`,
      ]),
  },
});

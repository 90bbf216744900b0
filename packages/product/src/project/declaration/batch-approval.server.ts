import { behave, type StoredRow } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { withLineIds } from '@keyan/engine/records/row.ts';
import { judge } from '@keyan/engine/records/target.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { programApproval } from '../program/program-approval.ts';
import { grantOf } from './batch-approval.ts';
import { declareInfo } from './declare-info.ts';

const approval = programApproval as unknown as Resource;

/** Approvals of 批量立项 are approved as they are made: their draft came with the state of the declaration (ruling 80). */
export const declareBehaviour = behave(declareInfo, {
  performed: {
    approveAll: async (row, transaction) => {
      const { tx } = transaction;
      const [found] = await tx.query<{ id: string | null }>(
        'select approval_id::text as id from declare_info where tenant_id = $1 and id = $2',
        [tx.tenantId, row.id],
      );
      const before = await lockTarget(transaction, approval, found?.id ?? '');
      if (!before) {
        throw new Refused(['立项记录未生成', 'The approval was not made']);
      }
      const values = {
        ...before,
        ...withLineIds(transaction, approval, { ...before, ...grantOf(row) }, before),
        auditStatus: statuses.approved,
      };
      const judged = await judge(transaction, approval, values, null);
      if (judged.faults.length > 0) throw new Invalid(judged.faults);
      await commitChange(transaction, {
        resource: approval,
        before,
        after: {
          ...values,
          ...withLineIds(transaction, approval, judged.row, before),
        } as StoredRow,
        action: 'approve',
        note: fill(['批量立项：{doc}', 'Approved in one act: {doc}'], { doc: row.grantDoc ?? '' }),
        waits: true,
      });
    },
  },
});

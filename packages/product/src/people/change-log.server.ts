import { actorId, actorName } from '@keyan/engine/base/actors.ts';
import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { newRowColumns } from '@keyan/engine/records/row.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import { snakeCase, untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import {
  afterFieldName,
  type ChangeSubject,
  changedItems,
  changeSubjects,
  sideValues,
} from './change-items.ts';
import { personnelChange } from './personnel-change.ts';

const change = untypedResource(personnelChange);

/** Codes of 操作类型. */
export const operationCodes = { added: '1', changed: '2', removed: '3' } as const;

/** Decided change about a person. */
interface Decided {
  readonly subject: ChangeSubject;
  readonly operation: (typeof operationCodes)[keyof typeof operationCodes];
  /** Record that was changed. */
  readonly record: StoredRow;
  readonly before: RowLike | null;
  readonly after: RowLike | null;
  readonly person: { readonly id: unknown; readonly name: unknown; readonly department: unknown };
  /** Status at the end of approval; approved if no approval was required. */
  readonly status: string;
  readonly applied: string;
  readonly opinion?: string | null;
}

/** Last comment of an approver, with the approver’s name. */
export const lastOpinion = async (
  { tx }: TransactionContext,
  instance: string | null,
): Promise<{ readonly comment: string; readonly name: string } | undefined> => {
  if (instance === null) return undefined;
  const [found] = await tx.query<{ comment: string; name: string | null }>(
    `select comment, actor_name as name from wf_log
      where tenant_id = $1 and instance_id = $2 and task_id is not null order by revision desc, line desc limit 1`,
    [tx.tenantId, instance],
  );
  return found && { comment: found.comment, name: found.name ?? '' };
};

/** Logs a decided change; the operator is the person who decided. */
export const logChange = async (
  transaction: TransactionContext,
  { subject, operation, record, before, after, person, status, applied, opinion }: Decided,
): Promise<void> => {
  const { actor, now } = transaction;
  const names = changedItems(subject, before, after);
  const base = newRowColumns(transaction, change);
  const writer = { id: actorId(actor), name: actorName(actor), departments: [] };
  await commitChange(transaction, {
    resource: change,
    before: null,
    after: {
      ...base,
      ...initialRow(change.fields, writer),
      ...sideValues(
        subject,
        subject === 'jbxx' ? names : changeSubjects[subject].names,
        before,
        after,
      ),
      changeItems: subject === 'jbxx' ? names : null,
      userId: person.id,
      userName: person.name,
      fkDeptId: person.department,
      czlx: operation,
      ywlx: changeSubjects[subject].code,
      recordId: record.id,
      applyTime: applied,
      opinion: opinion ?? null,
      auditUser: actorName(actor),
      auditTime: timeText(now),
      status,
      auditStatus: status,
      submitTime: applied,
      finishTime: timeText(now),
    },
    action: 'create',
  });
};

/** Last state of a record in the log after an approval; null if it was never approved. */
export const lastApprovedState = async (
  { tx }: TransactionContext,
  subject: ChangeSubject,
  id: string,
): Promise<RowLike | null> => {
  const { names } = changeSubjects[subject];
  const columns = names.map((name) => `c.${snakeCase(afterFieldName(subject, name))} as "${name}"`);
  const [found] = await tx.query<RowLike>(
    `select ${columns.join(', ')} from personnel_change c
      where c.tenant_id = $1 and c.record_id = $2 and c.audit_status = $3 and c.is_deleted = 0
      order by c.id desc limit 1`,
    [tx.tenantId, id, statuses.approved],
  );
  return found ?? null;
};

/** Name of a person, for the log. */
const nameOf = async ({ tx }: TransactionContext, id: string | null): Promise<string> => {
  const [found] = await tx.query<{ name: string }>(
    'select real_name as name from users where tenant_id = $1 and id = $2',
    [tx.tenantId, id],
  );
  return found?.name ?? '';
};

/** Hook that logs a decision on a record with its state before and after. */
export const logDecision =
  (subject: Exclude<ChangeSubject, 'jbxx'>) =>
  async (row: StoredRow, transaction: TransactionContext): Promise<void> => {
    const stored = row as StoredRow & { userId: string | null; fkDeptId: string | null };
    const before = await lastApprovedState(transaction, subject, row.id);
    const isVoid = row.auditStatus === statuses.void;
    const said = await lastOpinion(transaction, row.processInstanceId);
    const isGone = isVoid && { operation: operationCodes.removed, after: null };
    await logChange(transaction, {
      subject,
      operation: before ? operationCodes.changed : operationCodes.added,
      after: row,
      ...isGone,
      record: row,
      before,
      person: {
        id: stored.userId,
        name: await nameOf(transaction, stored.userId),
        department: stored.fkDeptId,
      },
      status: isVoid ? statuses.approved : row.auditStatus,
      applied: row.submitTime ?? timeText(transaction.now),
      opinion: said?.comment ?? null,
    });
  };

import { actorName } from '@keyan/engine/base/actors.ts';
import {
  defineBehaviour,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { judgeTarget } from '@keyan/engine/records/target.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { type FieldFault, Refused } from '@keyan/kernel/errors.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { notifyPerson } from '../shared/mechanisms/person-news.server.ts';
import { type FollowedFile, followFile } from './account-follows.server.ts';
import { afterFieldName, changedItems, requestedValues, sideValues } from './change-items.ts';
import { lastOpinion, logDecision } from './change-log.server.ts';
import { honorary } from './honorary.ts';
import { academicPartTime } from './part-time.ts';
import { personnel } from './personnel.ts';
import { personnelChange } from './personnel-change.ts';

const file = untypedResource(personnel);
const change = untypedResource(personnelChange);

/** Stores in the change who decided it, when, and the comment. */
const decided = async (row: StoredRow, transaction: TransactionContext): Promise<void> => {
  // Log entries without a process already contain the decision.
  if (row.processInstanceId === null) return;
  const said = await lastOpinion(transaction, row.processInstanceId);
  await commitChange(transaction, {
    resource: change,
    before: row,
    after: {
      ...row,
      opinion: said?.comment ?? null,
      auditUser: actorName(transaction.actor),
      auditTime: timeText(transaction.now),
    },
    action: 'follow',
    keepsVersion: true,
  });
};

const applied = async (row: StoredRow, transaction: TransactionContext): Promise<void> => {
  if (row.processInstanceId === null) return;
  await commitChange(transaction, {
    resource: change,
    before: row,
    after: { ...row, applyTime: row.submitTime, opinion: null, auditUser: null, auditTime: null },
    action: 'follow',
    keepsVersion: true,
  });
};

/** Updates the account after an approved change of the file. */
const follow = async (row: StoredRow, transaction: TransactionContext): Promise<void> => {
  const { personnelId, changeItems } = row as StoredRow & {
    readonly personnelId: string | null;
    readonly changeItems: readonly string[] | null;
  };
  const held = personnelId && (await lockTarget(transaction, file, personnelId));
  if (held) await followFile(transaction, held as FollowedFile, changeItems ?? []);
};

const approved = async (row: StoredRow, transaction: TransactionContext): Promise<void> => {
  await decided(row, transaction);
  if (row.processInstanceId !== null) await follow(row, transaction);
};

/**
 * Refuses to void log entries, since a log entry cannot be undone.
 * @throws Refused
 */
const voided = (row: StoredRow, transaction: TransactionContext): Promise<void> => {
  if (row.processInstanceId === null) {
    throw new Refused([
      '该变更未经申请，不能作废；请直接修改档案',
      'This change was not requested through approval and cannot be voided; edit the file instead',
    ]);
  }
  return follow(row, transaction);
};

/** Faults of the changed file, reported at the fields of the request. */
const faultsOf = async (
  row: StoredRow,
  transaction: TransactionContext,
): Promise<readonly FieldFault[]> => {
  const { personnelId } = row as StoredRow & { personnelId: string | null };
  const before = personnelId && (await lockTarget(transaction, file, personnelId));
  if (!before) return [];
  const asked = requestedValues(row as never);
  const after = { ...before, ...asked };
  const changed = new Set(changedItems('jbxx', before as never, after as never));
  const idle = Object.keys(asked).filter((name) => !changed.has(name));
  if (idle.length > 0) {
    return idle.map((name) => ({
      path: afterFieldName('jbxx', name),
      message: [
        '与变更前相同，请修改或取消勾选',
        'Same as before the change: edit it or untick it',
      ],
    }));
  }
  const { faults } = await judgeTarget(transaction, file, after, before);
  return faults
    .filter(({ path }) => Object.hasOwn(asked, path))
    .map(({ path, message }) => ({ path: afterFieldName('jbxx', path), message }));
};

/**
 * Behaviour of change requests: stores current values, validates requested values, and applies
 * approved ones.
 */
export const personnelChangeBehaviour = defineBehaviour(personnelChange, {
  complete: async (row, transaction) => {
    const items = row.changeItems ?? [];
    const before =
      row.personnelId === null ? null : await lockTarget(transaction, file, row.personnelId);
    return sideValues('jbxx', items, before as never, requestedValues(row)) as Partial<typeof row>;
  },
  check: faultsOf as never,
  entering: { '1': applied, '2': approved, '3': decided, '4': decided, '6': voided } as never,
});

const decisionsOf = (subject: 'rych' | 'xsjz') => {
  const log = logDecision(subject);
  const tell = notifyPerson(subject === 'rych' ? honorary : academicPartTime);
  const approved = async (row: StoredRow, transaction: TransactionContext): Promise<void> => {
    await log(row, transaction);
    await tell(row, transaction);
  };
  return { '2': approved as never, '3': log as never, '4': log as never, '6': log as never };
};

/** Logs every decision about a title or a post. */
export const honoraryBehaviour = defineBehaviour(honorary, { entering: decisionsOf('rych') });
export const partTimeBehaviour = defineBehaviour(academicPartTime, {
  entering: decisionsOf('xsjz'),
});

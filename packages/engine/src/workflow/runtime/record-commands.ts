import { isCopiable } from '@keyan/kernel/definition/copied.ts';
import { Refused, wrongStatus } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { concernedBy } from '@keyan/kernel/records/concerned.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import { alreadyInApproval } from '@keyan/kernel/workflow/decide.ts';
import type { ProcessActor } from '@keyan/kernel/workflow/decision-input.ts';
import { plainUserId } from '@keyan/kernel/workflow/directory.ts';
import type { Snapshot } from '@keyan/kernel/workflow/state.ts';
import type { StoredRow, TransactionContext } from '../../records/behaviour.ts';
import type { ProcessColumns } from '../../records/process-columns.ts';
import { currentDefinition, graphOf } from '../drawings/definitions.ts';
import { pickedPeopleOf } from '../people/picked.ts';
import { attachToComment, defaultResubmission } from './comment.ts';
import {
  carryOutDecision,
  type DecisionContext,
  prepareDecision,
  type StoredDecision,
} from './decision.ts';
import { factsToFreeze, recordFacts } from './facts.ts';
import type { RecordInProcess, TaskComment, Workflow } from './port.ts';
import { loadSnapshot, lockSnapshot } from './rows.ts';
import {
  departmentOf,
  processActorOf,
  processOf,
  processTitleOf,
  taskNotFound,
} from './subject.ts';

const nobodyToAsk = () =>
  new Refused([
    '流程没有设置审批人，不能提交',
    'No approver is set for this process; it cannot be submitted',
  ]);

/** Text in the log if nobody gave a reason. */
const causes: Readonly<Record<Parameters<Workflow['end']>[1]['cause'], Label>> = {
  backDraft: ['退回草稿', 'Reverted to draft'],
  abolish: ['作废', 'Voided'],
  remove: ['删除', 'Deleted'],
};

/** Locks and returns the running process of a record, or undefined. */
const lockRunning = async (
  { tx }: TransactionContext,
  row: StoredRow,
): Promise<Snapshot | undefined> => {
  if (row.processInstanceId === null) return undefined;
  const seen = await loadSnapshot(tx, { instance: row.processInstanceId });
  if (seen?.instance.status !== 'RUN') return undefined;
  const snapshot = await lockSnapshot(tx, seen);
  return snapshot.instance.status === 'RUN' ? snapshot : undefined;
};

/** Starts the process of a record that has none. */
const start = async (
  context: DecisionContext,
  step: TransactionContext,
  { resource, row }: RecordInProcess,
  picked: readonly string[],
): Promise<StoredDecision> => {
  const definition = await currentDefinition(step.tx, context.cache, resource.kindOf(row));
  const graph = await graphOf(step.tx, definition.id);
  const department = departmentOf(resource, row, step.actor);
  const facts = await recordFacts(step.engine, step.tx, graph, resource, row);
  const actor = processActorOf(step.engine, step.actor, row.createUser);
  const concerned = concernedBy(resource, row);
  const copiable = isCopiable(resource, row);
  const { kind } = definition;
  const about = { snapshot: null, graph, kind, department, concerned, copiable, facts };
  const subject = { ...about, others: picked };
  const prepared = await prepareDecision(context, step.tx, step.engine, actor, subject);
  const process = processOf(resource, row);
  const pick = pickedPeopleOf(graph, picked, {}, prepared);
  const command: Command = {
    is: 'start',
    definition: definition.id,
    kind,
    business: row.id,
    title: processTitleOf(resource, row),
    department,
    frozen: {
      ...(await factsToFreeze(context.cache, step.tx, graph, process, step.actor)),
      ...pick.frozen,
    },
    picked: pick.next,
  };
  return carryOutDecision(step, resource, null, command, prepared);
};

/** Completes the applicant's own task of a returned record; its current department counts (ruling 59). */
const resubmit = async (
  context: DecisionContext,
  step: TransactionContext,
  work: RecordInProcess,
  snapshot: Snapshot,
  picked: readonly string[],
  { comment, attachments }: TaskComment,
): Promise<StoredDecision> => {
  const { resource, row } = work;
  const graph = await graphOf(step.tx, snapshot.instance.definition);
  const task = snapshot.tasks.find((item) => item.status === 'TODO' && item.node === graph.apply);
  if (!task) throw alreadyInApproval();
  const facts = await recordFacts(step.engine, step.tx, graph, resource, row);
  const actor = processActorOf(step.engine, step.actor, snapshot.instance.applicant);
  const department = departmentOf(resource, row, step.actor);
  const concerned = concernedBy(resource, row);
  const copiable = isCopiable(resource, row);
  const subject = { snapshot, graph, department, concerned, copiable, facts, others: picked };
  const prepared = await prepareDecision(context, step.tx, step.engine, actor, subject);
  const process = processOf(resource, row);
  const pick = pickedPeopleOf(graph, picked, snapshot.instance.frozen, prepared);
  const command: Command = {
    is: 'agree',
    task: task.id,
    comment,
    title: processTitleOf(resource, row),
    department,
    frozen: {
      ...(await factsToFreeze(context.cache, step.tx, graph, process, step.actor)),
      ...pick.frozen,
    },
    picked: pick.next,
  };
  const decided = await carryOutDecision(step, resource, snapshot, command, prepared);
  await attachToComment(step, work, task.id, attachments);
  return decided;
};

/** Runs a command on the running process because of an event of its record. */
const onRunning = async (
  context: DecisionContext,
  step: TransactionContext,
  { resource, row }: RecordInProcess,
  snapshot: Snapshot,
  command: Command,
  rights: Partial<Pick<ProcessActor, 'manages'>> = {},
): Promise<StoredDecision> => {
  const graph = await graphOf(step.tx, snapshot.instance.definition);
  const { applicant, department } = snapshot.instance;
  const actor = { ...processActorOf(step.engine, step.actor, applicant), ...rights };
  const concerned = concernedBy(resource, row);
  const copiable = isCopiable(resource, row);
  const facts = await recordFacts(step.engine, step.tx, graph, resource, row);
  const subject = { snapshot, graph, department, concerned, copiable, facts };
  const prepared = await prepareDecision(context, step.tx, step.engine, actor, subject);
  return carryOutDecision(step, resource, snapshot, command, prepared);
};

/** Returns the services of the approval engine for commands on records, inside their transaction. */
export const recordCommands = (
  context: DecisionContext,
): Pick<Workflow, 'submit' | 'recall' | 'end'> => ({
  async submit(step, work) {
    const picked = work.taskUserId ? work.taskUserId.split(',').map(plainUserId) : [];
    const snapshot = await lockRunning(step, work.row);
    if (work.opinion && !snapshot) throw taskNotFound();
    const { decision, ...decided } = snapshot
      ? await resubmit(context, step, work, snapshot, picked, work.opinion ?? defaultResubmission)
      : await start(context, step, work, picked);
    // A submission that its own route refuses at once does not count.
    if (decision.position === 'refused') throw nobodyToAsk();
    return { action: decision.position === 'approved' ? 'approve' : 'submit', ...decided };
  },

  async recall(step, work) {
    const snapshot = await lockRunning(step, work.row);
    if (!snapshot) throw wrongStatus();
    return (await onRunning(context, step, work, snapshot, { is: 'recall' })).process;
  },

  async end(step, { cause, opinion, ...work }): Promise<ProcessColumns> {
    const { row } = work;
    const snapshot = await lockRunning(step, row);
    if (snapshot) {
      const said = opinion || causes[cause];
      const why = typeof said === 'string' ? { comment: said } : { comment: '', reason: said };
      // The caller has checked that the record may be taken out of approval.
      const rights = { manages: 'all' } as const;
      await onRunning(context, step, work, snapshot, { is: 'delete', ...why }, rights);
    }
    return {
      processInstanceId: row.processInstanceId,
      currentNode: null,
      currentAssignee: null,
      currentSince: null,
      steps: cause === 'backDraft' ? [] : ((row as Partial<ProcessColumns>).steps ?? []),
    };
  },
});

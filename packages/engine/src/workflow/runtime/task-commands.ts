import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import type { StatusAction } from '@keyan/kernel/access/status.ts';
import { isCopiable } from '@keyan/kernel/definition/copied.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isNotSecret } from '@keyan/kernel/definition/secrecy.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { concernedBy } from '@keyan/kernel/records/concerned.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import { userNode } from '@keyan/kernel/workflow/graph.ts';
import {
  isVoter,
  type RecordPosition,
  type Snapshot,
  type Task,
} from '@keyan/kernel/workflow/state.ts';
import { actorId } from '../../base/actors.ts';
import { assertStepFields, withAssigneeEdits } from '../../records/assignee-edits.ts';
import type { StoredRow, TransactionContext } from '../../records/behaviour.ts';
import { changeWriter, updateCurrentStep } from '../../records/commit.ts';
import { lockInOrder } from '../../records/lock.ts';
import { commitTransition } from '../../records/transition.ts';
import { anyVersion } from '../../records/versions.ts';
import { graphOf } from '../drawings/definitions.ts';
import { assertOpinion } from '../lists/opinions.ts';
import { groupReferencesOf } from '../people/people.ts';
import { attachToComment, defaultAgreement } from './comment.ts';
import {
  carryOutDecision,
  type DecisionContext,
  prepareDecision,
  type StoredDecision,
} from './decision.ts';
import { recordFacts } from './facts.ts';
import { assertMatterFacts, editableFieldsAt, waitOfMatter } from './matters.ts';
import type { Workflow, WorkflowServices } from './port.ts';
import { type InstanceName, loadSnapshot, lockSnapshot } from './rows.ts';
import {
  processActorOf,
  processNotFound,
  processTitleOf,
  resourceOfKind,
  taskNotFound,
} from './subject.ts';

/** Command on a task or a process, with further input. */
export interface ProcessCommand {
  readonly on: InstanceName;
  readonly command: Command;
  /**
   * Changed values of the record, in fields that the step allows its assignee to edit, with the `version` on which they
   * are based.
   */
  readonly form?: RowLike;
  /** Ids of files for the comment. */
  readonly attachments?: readonly string[];
}

/** Transition of the record's status, by the position of its process after the command. */
const actions: Readonly<Record<RecordPosition, StatusAction>> = {
  inApproval: 'advance',
  approved: 'approve',
  returned: 'return',
  refused: 'refuse',
  recalled: 'recall',
  draft: 'backDraft',
};

/** Commands that decide a task: only these apply the assignee's edits. */
const decisions: ReadonlySet<Command['is']> = new Set<Command['is']>([
  'agree',
  'disagree',
  'back',
  'refuse',
  'complete',
]);

/** Commands that change the assignee, the suspension or the version of a process, not the record's status. */
const metadataCommands: ReadonlySet<Command['is']> = new Set([
  'claim',
  'unclaim',
  'transfer',
  'reclaim',
  'cc',
  'addSign',
  'removeSign',
  'beginAbsence',
  'reschedule',
  'reassignOnLeave',
  'rescueStuck',
  'suspend',
  'activate',
  'move',
]);

/** True if the task is open and this person its assignee, or a candidate while nobody has claimed it. */
const isFor = (actor: Actor | SystemActor, task: Task | undefined): task is Task => {
  if (task?.status !== 'TODO' || isSystem(actor)) return false;
  if (task.assignee !== null) return task.assignee === actor.id;
  const groups = groupReferencesOf(actor);
  return task.candidates.some((reference) => groups.has(reference));
};

const taskIn = ({ tasks }: Snapshot, command: Command): Task | undefined =>
  'task' in command ? tasks.find(({ id }) => id === command.task) : undefined;

/** Subject of a command, read before anything is locked. */
interface Target {
  readonly seen: Snapshot;
  readonly resource: Resource;
  /** True for the applicant's own first step, whose agreement is a new submission of the record. */
  readonly isSubmission: boolean;
}

/** Reads the subject of a command. A task never moves to another step, so no lock is needed. */
const targetOf = (
  engine: WorkflowServices,
  actor: Actor | SystemActor,
  { on, command }: ProcessCommand,
): Promise<Target> =>
  engine.database.read(actor.tenantId, async (session) => {
    const seen = await loadSnapshot(session, on);
    if (!seen) throw 'task' in on ? taskNotFound() : processNotFound();
    const graph = await graphOf(session, seen.instance.definition);
    const task = taskIn(seen, command);
    return {
      seen,
      resource: resourceOfKind(engine, seen.instance.kind),
      isSubmission: command.is === 'agree' && task?.status === 'TODO' && task.node === graph.apply,
    };
  });

/** Submits the record again: validated as a whole, like every submission. */
const submitRecord = async (
  engine: WorkflowServices,
  actor: Actor,
  { seen, resource }: Target,
  { command, form = {}, attachments = [] }: ProcessCommand,
): Promise<void> => {
  const { comment = '', picked = [] } = command as Extract<Command, { is: 'agree' }>;
  // Values need the version on which they are based; without values nothing can be overwritten.
  const version = Object.keys(form).length === 0 ? { version: anyVersion } : form;
  await engine.as(actor).submit(
    resource,
    { ...version, id: seen.instance.business },
    {
      opinion: { comment, attachments },
      ...(picked.length === 0 ? {} : { taskUserId: picked.join() }),
    },
  );
};

/** Stored record, and the record with the assignee's edits. */
interface Edited {
  readonly row: StoredRow;
  readonly edited: StoredRow;
}

/** Writes the effects of a decision on the record. */
const applyToRecord = async (
  step: TransactionContext,
  resource: Resource,
  { row, edited }: Edited,
  { decision, process, places }: StoredDecision,
  command: Command,
  isOwn: boolean,
): Promise<void> => {
  if (metadataCommands.has(command.is)) {
    updateCurrentStep(step, resource, row.id, process);
    return;
  }
  await commitTransition(step, {
    resource,
    row,
    action: actions[decision.position],
    process: decision.position === 'draft' ? { ...process, steps: [] } : process,
    places,
    ...(isOwn ? { allowances: ['giveUpReturned'] } : {}),
    ...('comment' in command && command.comment ? { opinion: command.comment } : {}),
    edited,
  });
};

/** Locks record and process, decides and stores; one transaction. */
const decideLocked = async (
  context: DecisionContext,
  step: TransactionContext,
  { seen, resource }: Target,
  { command, form = {}, attachments = [] }: ProcessCommand,
): Promise<void> => {
  const { tx, engine, actor } = step;
  // The record first, then the process: the same order everywhere, against deadlocks. Both leave in
  // one packet, and a connection runs what it gets in order.
  const [row, snapshot] = await Promise.all([
    lockInOrder(step, resource, seen.instance.business),
    lockSnapshot(tx, seen),
  ]);
  const graph = await graphOf(tx, snapshot.instance.definition);
  const task = taskIn(snapshot, command);
  const decides = decisions.has(command.is);
  // Values from anybody else are ignored; `decide` refuses their command.
  const editable =
    command.is === 'complete'
      ? editableFieldsAt(graph, snapshot, command.visit)
      : (isFor(actor, task) && isVoter(task) && userNode(graph, task.node)?.editable) || [];
  // Conditions of the route see the record as it will be stored.
  const edited = decides ? await withAssigneeEdits(step, { resource, row, form, editable }) : row;
  if (command.is === 'agree') assertStepFields(resource, editable, edited);
  const facts = await recordFacts(step.engine, tx, graph, resource, edited);
  const factsBefore =
    edited !== row && task && userNode(graph, task.node)?.rejudge
      ? await recordFacts(step.engine, tx, graph, resource, row)
      : undefined;
  const others = 'to' in command && command.to !== null ? [command.to].flat() : [];
  const { department } = snapshot.instance;
  const concerned = concernedBy(resource, edited);
  const copiable = isCopiable(resource, edited);
  const subject = {
    snapshot,
    graph,
    department,
    concerned,
    copiable,
    facts,
    factsBefore,
    others,
  };
  const by = processActorOf(engine, actor, actorId(actor), snapshot.instance.kind);
  const prepared = await prepareDecision(context, tx, engine, by, subject);
  const complete = {
    ...command,
    ...(command.is === 'agree' ? { comment: command.comment || defaultAgreement } : {}),
    // Whoever handled it reads in lists no title of what is secret from now on.
    ...(command.is === 'agree' && isNotSecret(resource, edited) !== isNotSecret(resource, row)
      ? { title: processTitleOf(resource, edited) }
      : {}),
  } as Command;
  const decided = await carryOutDecision(step, resource, snapshot, complete, prepared);
  if (decided.decision.events.length === 0) return;
  if (task) await attachToComment(step, { resource, row }, task.id, attachments);
  const { applicant } = decided.decision.snapshot.instance;
  if (applicant !== snapshot.instance.applicant) {
    await changeWriter(step, resource, row, applicant);
  }
  const isOwn = task?.node === graph.apply;
  await applyToRecord(step, resource, { row, edited }, decided, complete, isOwn);
};

/** Completes a matter in the transaction of the caller, with its consequences for the record. */
export const createResume =
  (context: DecisionContext): Workflow['resume'] =>
  async (step, completion) => {
    const { resource, id, matter: name, key, verdict, facts = {}, values = {} } = completion;
    const matter = context.matters.get(name);
    if (!matter) throw new Error(`${name}: no such matter is registered`);
    assertMatterFacts(matter, facts);
    const row = await lockInOrder(step, resource, id);
    const on = { instance: row.processInstanceId ?? '0' };
    const seen = await loadSnapshot(step.tx, on);
    if (!seen) throw processNotFound();
    const wait = waitOfMatter(seen, await graphOf(step.tx, seen.instance.definition), name, key);
    if (!wait) throw new Refused(['该环节已处理', 'This step has already been reviewed']);
    const { comment } = completion;
    const command: Command = {
      is: 'complete',
      visit: wait.id,
      key,
      verdict,
      facts,
      ...(comment === undefined ? {} : { comment }),
    };
    // The row is locked: nothing can have changed since the values were computed.
    const form = { ...values, version: row.version };
    await decideLocked(
      context,
      step,
      { seen, resource, isSubmission: false },
      { on, command, form },
    );
  };

/** Carries out a command on a task or a process. */
export type ExecuteCommand = (
  engine: WorkflowServices,
  actor: Actor | SystemActor,
  given: ProcessCommand,
) => Promise<void>;

/**
 * Carries out a command on the process and its consequences for the record, in one transaction.
 * Before it opens, one of two paths is chosen: to agree to the applicant's own first step is a
 * submission of the record, everything else a command on the process.
 */
export const createExecute =
  (context: DecisionContext): ExecuteCommand =>
  async (engine, actor, given) => {
    if (!isSystem(actor)) assertOpinion(given.command);
    const target = await targetOf(engine, actor, given);
    if (target.isSubmission && !isSystem(actor)) {
      await submitRecord(engine, actor, target, given);
      return;
    }
    await engine.database.transaction(actor.tenantId, (tx) =>
      decideLocked(context, { tx, engine, actor, now: engine.clock() }, target, given),
    );
  };

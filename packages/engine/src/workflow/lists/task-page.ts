import type { Actor } from '@keyan/kernel/access/actor.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import type { TaskPageData } from '@keyan/kernel/wire/tasks.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import { isApplicants, mayStepRefuse, userNode } from '@keyan/kernel/workflow/graph.ts';
import { positionOf } from '@keyan/kernel/workflow/position.ts';
import { isVoter, type Snapshot, type Task } from '@keyan/kernel/workflow/state.ts';
import { areVotesCounted, unanimous } from '@keyan/kernel/workflow/votes.ts';
import { allowancesOf } from '../../records/rights.ts';
import { groupReferencesOf } from '../people/people.ts';
import { lastUrged, mayUrge } from '../people/urge.ts';
import {
  commandPreviews,
  disagreementOutcome,
  managerAbilities,
  mayReassign,
  type PreviewCommand,
  withdrawableApproval,
} from '../runtime/abilities.ts';
import type { OpenedProcess } from '../runtime/access.ts';
import type { PreparedDecision } from '../runtime/decision.ts';
import { readFacts } from '../runtime/facts.ts';
import type { WorkflowServices } from '../runtime/port.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { resourceOfKind } from '../runtime/subject.ts';

type Mine = 'assigned' | 'candidate' | 'none';

/**
 * Returns the relation of the reader to a task.
 * @param named people whom the record names: they may not take a task on it
 */
const mineOf = (actor: Actor, task: Task | undefined, named: ReadonlySet<string>): Mine => {
  if (task?.status !== 'TODO') return 'none';
  if (task.assignee !== null) return task.assignee === actor.id ? 'assigned' : 'none';
  const groups = groupReferencesOf(actor);
  const candidate = task.candidates.some((reference) => groups.has(reference));
  return candidate && !named.has(actor.id) ? 'candidate' : 'none';
};

/** Returns the steps to which the task may be returned: earlier completed ones, last first. */
const targetsOf = (
  { snapshot, graph }: OpenedProcess,
  task: Task | undefined,
  trial: PreviewCommand,
  language: Language,
) => {
  if (!task) return [];
  const visited = snapshot.visits
    .filter((visit) => visit.status === 'DONE' || visit.status === 'BACK')
    .map((visit) => visit.node);
  // The applicant's step comes last, whenever it was completed.
  const steps = [...new Set(visited.reverse())].filter((id) => id !== graph.apply);
  return [...steps, graph.apply].flatMap((id) => {
    const target = userNode(graph, id);
    const fits =
      target && trial({ is: 'back', task: task.id, to: id, comment: '-', direct: false });
    return fits ? [{ key: id, name: say(stepLabel(target), language) }] : [];
  });
};

/** Returns the task of a page: the named one, else the reader's, else the first open one. */
const taskOf = (actor: Actor, { tasks, instance }: Snapshot, taskId: string | undefined) => {
  const live = tasks.filter((task) => task.status === 'TODO');
  return (
    tasks.find((task) => task.id === taskId) ??
    live.find((task) => mineOf(actor, task, new Set([instance.applicant])) !== 'none') ??
    live[0]
  );
};

/** Returns the kinds of signers that the reader may add to this task. */
const waysToAsk = (snapshot: Snapshot, { graph }: PreparedDecision, task: Task | undefined) => {
  const visit = snapshot.visits.find(({ id }) => id === task?.visit);
  const step = task && userNode(graph, task.node);
  if (!task || !visit || !step || isApplicants(step)) return [];
  const beside = isVoter(task) && visit.people.length === 0;
  return [...(beside ? (['P'] as const) : []), 'B', 'D'] as const;
};

/** Returns the added signers whom the reader may remove. */
const askedBy = (snapshot: Snapshot, prepared: PreparedDecision, trial: PreviewCommand) =>
  snapshot.tasks.flatMap(({ id, kind, status, assignee }) => {
    const open = kind !== 'N' && (status === 'TODO' || status === 'WAIT');
    if (!open || !trial({ is: 'removeSign', task: id })) return [];
    const name = assignee === null ? '' : prepared.directory.nameOf(assignee);
    return [{ taskId: id, name, how: kind }];
  });

/** Returns the open tasks that the reader may reassign. */
const waitingOf = (snapshot: Snapshot, prepared: PreparedDecision, language: Language) =>
  snapshot.tasks
    .filter((task) => mayReassign(snapshot, prepared, task, false))
    .map((task) => {
      const step = userNode(prepared.graph, task.node);
      return {
        taskId: task.id,
        nodeName: step ? say(stepLabel(step), language) : '',
        assigneeName: task.assignee === null ? '' : prepared.directory.nameOf(task.assignee),
      };
    });

/**
 * Returns what the handling page needs besides the record. Its actions were tried on the current process, so the page
 * needs no rules. Long because every action of the page is one entry of the answer.
 */
export const taskPageOf = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  opened: OpenedProcess,
  taskId: string | undefined,
  language: Language,
): Promise<TaskPageData> => {
  const { snapshot, graph } = opened;
  const { instance } = snapshot;
  const { department } = instance;
  const held = snapshot.tasks
    .filter(({ status, node }) => status === 'TODO' && node !== graph.apply)
    .map(({ handed, claimed, created }) => (handed ?? claimed ?? created).getTime());
  const prepared = await engine.database.read(actor.tenantId, async (session) => {
    const facts = await readFacts(engine, session, snapshot.instance, graph);
    return runtime.world(session, engine, actor, { snapshot, graph, department, facts });
  });
  const urged = await engine.database.read(actor.tenantId, (session) =>
    lastUrged(session, instance.id),
  );
  const oldest = held.length > 0 ? new Date(Math.min(...held)) : null;
  const trial = commandPreviews(snapshot, prepared);
  const task = taskOf(actor, snapshot, taskId);
  const step = task ? userNode(graph, task.node) : undefined;
  const isOwn = step !== undefined && isApplicants(step);
  const named = new Set([instance.applicant, ...prepared.directory.concerned]);
  const found = mineOf(actor, task, named);
  const mine = instance.status === 'RUN' && !instance.suspended ? found : 'none';
  const counts = step !== undefined && areVotesCounted(step.multi ?? unanimous);
  const wayAgainst = (own: Task): TaskPageData['against'] => {
    if (own.kind === 'D') return 'opinion';
    return counts ? 'vote' : (disagreementOutcome(own, trial) ?? '');
  };
  const taken = withdrawableApproval(actor, snapshot, trial);
  return {
    taskId: task?.id ?? '',
    processInstanceId: instance.id,
    businessId: instance.business,
    businessName: instance.title,
    kind: instance.kind,
    resource: resourceOfKind(engine, instance.kind).key,
    status: instance.status,
    position: positionOf(snapshot, graph),
    suspended: instance.suspended,
    applicant: instance.applicant,
    nodeKey: step?.id ?? '',
    nodeName: step ? say(stepLabel(step), language) : '',
    /** Relation to the task: `assigned` to the reader; `candidate`: the reader may claim it; `none`: read only. */
    mine,
    taskStatus: task?.status ?? '',
    /** True at the applicant's first step: the record came back, is edited and submitted again. */
    isApply: step !== undefined && step.id === graph.apply,
    /** True at a later step of the applicant, which confirms the result (申请人确认). */
    isConfirmation: isOwn && step.id !== graph.apply,
    editable: (task && isVoter(task) && step?.editable) || [],
    canRefuse:
      step !== undefined &&
      mayStepRefuse(step, prepared.directory.settings) &&
      !counts &&
      task?.kind !== 'D',
    backTargets: targetsOf(opened, task, trial, language),
    /** Effect of disagreeing: `return`, `close`, a `vote`, or empty. */
    against: task && mine !== 'none' ? wayAgainst(task) : '',
    canClaim: found === 'candidate',
    canUnclaim: found === 'assigned' && task?.claimed != null && task.candidates.length > 0,
    canTransfer: found !== 'none' && !isOwn,
    canCopy: mine === 'assigned' && !isOwn,
    canAsk: mine === 'assigned' ? waysToAsk(snapshot, prepared, task) : [],
    askedFor: task && task.kind !== 'N' ? task.kind : '',
    asked: askedBy(snapshot, prepared, trial),
    isCopied: snapshot.copies.some(({ user }) => user === actor.id),
    /** Id of the reader's approval that can still be withdrawn (取回); empty for none. */
    withdrawTaskId: taken ?? '',
    canUrge: mine === 'none' && mayUrge(engine, actor, snapshot, { held: oldest, urged }),
    /** Actions of the reader as a manager of the process: `jump`, `suspend`, `activate`, `delete`. */
    manages: managerAbilities(snapshot, prepared, trial),
    /** Tasks whose assignee the reader may replace as a manager. */
    waiting: waitingOf(snapshot, prepared, language),
    /** True if a refused record may be corrected and submitted again. */
    refusedReturns: allowancesOf(actor).includes('resubmitRefused'),
  };
};

import type { Actor } from '@keyan/kernel/actor.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import { isApplicants, upstream, userNode } from '@keyan/kernel/workflow/graph.ts';
import { position } from '@keyan/kernel/workflow/position.ts';
import type { Snapshot, Task } from '@keyan/kernel/workflow/state.ts';
import { allowancesOf } from '../commands/context.ts';
import type { Engine } from '../engine.ts';
import type { Opened } from './access.ts';
import { groupsOf } from './people.ts';
import { resourceOfKind } from './subject.ts';

type Mine = 'assigned' | 'candidate' | 'none';

const mineOf = (actor: Actor, task: Task | undefined, applicant: string): Mine => {
  if (task?.status !== 'TODO') return 'none';
  if (task.assignee !== null) return task.assignee === actor.id ? 'assigned' : 'none';
  const groups = groupsOf(actor);
  const candidate = task.candidates.some((reference) => groups.has(reference));
  return candidate && applicant !== actor.id ? 'candidate' : 'none';
};

/** Steps that the task may be sent back to: those before it that were dealt with, last first. */
const targetsOf = ({ snapshot, graph }: Opened, task: Task | undefined, language: Language) => {
  const step = task ? userNode(graph, task.node) : undefined;
  if (!step || isApplicants(step)) return [];
  const visited = snapshot.acts
    .filter((act) => act.status === 'DONE' || act.status === 'BACK')
    .map((act) => act.node);
  return [...new Set(visited.reverse())].flatMap((id) => {
    const target = userNode(graph, id);
    const fits =
      target && upstream(graph, step.id).has(id) && target.path.length <= step.path.length;
    const inside =
      fits &&
      target.path.every(([fork, flow], i) => {
        const own = step.path[i];
        return own?.[0] === fork && own[1] === flow;
      });
    return inside ? [{ key: id, name: say(stepLabel(target), language) }] : [];
  });
};

/** The task that a page is about: the one named, else the reader's own, else the first live one. */
const taskOf = (actor: Actor, { tasks, instance }: Snapshot, taskId: string | undefined) => {
  const live = tasks.filter((task) => task.status === 'TODO');
  return (
    tasks.find((task) => task.id === taskId) ??
    live.find((task) => mineOf(actor, task, instance.applicant) !== 'none') ??
    live[0]
  );
};

/** What the handling page needs to know beside the record itself. */
export const sheetOf = (
  engine: Engine,
  actor: Actor,
  opened: Opened,
  taskId: string | undefined,
  language: Language,
) => {
  const { snapshot, graph } = opened;
  const { instance } = snapshot;
  const task = taskOf(actor, snapshot, taskId);
  const step = task ? userNode(graph, task.node) : undefined;
  const own = step !== undefined && isApplicants(step);
  const mine = mineOf(actor, task, instance.applicant);
  return {
    taskId: task?.id ?? '',
    processInstanceId: instance.id,
    businessId: instance.business,
    businessName: instance.title,
    kind: instance.kind,
    resource: resourceOfKind(engine, instance.kind).key,
    status: instance.status,
    position: position(snapshot, graph),
    suspended: instance.suspended,
    applicant: instance.applicant,
    nodeKey: step?.id ?? '',
    nodeName: step ? say(stepLabel(step), language) : '',
    /** `assigned`: the reader's; `candidate`: the reader may take it; `none`: read only. */
    mine: instance.status === 'RUN' && !instance.suspended ? mine : 'none',
    taskStatus: task?.status ?? '',
    /** The applicant's own step: the record is edited and submitted again. */
    isApply: own,
    editable: step?.editable ?? [],
    canRefuse: step !== undefined && !own && step.refuse,
    backTargets: targetsOf(opened, task, language),
    canClaim: mine === 'candidate',
    canUnclaim: mine === 'assigned' && task?.claimed != null && task.candidates.length > 0,
    canTransfer: mine !== 'none' && !own,
    /** A refusal is not the end: its writer may mend the record and submit it again. */
    refusedReturns: allowancesOf(actor).includes('resubmitRefused'),
  };
};

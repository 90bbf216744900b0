import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import { fill, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { visitedNode } from '@keyan/kernel/workflow/graph.ts';
import type { Operation } from '@keyan/kernel/workflow/state.ts';
import type { Session } from '../../store/connection/database.ts';
import { holdersText, inNameOfNote } from '../people/held.ts';
import type { WorkflowServices } from '../runtime/port.ts';

/** Labels of operations in the timeline: the dictionary of task actions, and operations of rules. */
export const operationLabels: Readonly<Record<Operation, Label>> = {
  start: ['发起', 'Submitted'],
  submit: ['提交', 'Resubmitted'],
  claim: ['签收', 'Claimed'],
  unclaim: ['取消签收', 'Unclaimed'],
  approve: ['同意', 'Approved'],
  disagree: ['不同意', 'Rejected'],
  back: ['退回上一步', 'Returned one step'],
  backApplicant: ['退回申请人', 'Returned'],
  refuse: ['不通过', 'Rejected'],
  recall: ['撤回', 'Recalled'],
  withdraw: ['取回', 'Approval taken back'],
  transfer: ['转办', 'Reassigned'],
  addSign: ['加签', 'Added people'],
  removeSign: ['减签', 'Removed a person'],
  opinion: ['加签意见', 'Opinion'],
  reclaim: ['收回', 'Taken back from proxy'],
  skip: ['自动通过', 'Passed automatically'],
  cc: ['抄送', 'Copied'],
  urge: ['催办', 'Reminder sent'],
  elapse: ['期满', 'Wait over'],
  complete: ['完成', 'Completed'],
  settle: ['处理', 'Settled'],
  reschedule: ['期限调整', 'Deadline changed'],
  reassign: ['改派', 'Reassigned automatically'],
  jump: ['跳转', 'Moved to a step'],
  jumped: ['越过', 'Skipped'],
  move: ['更换版本', 'Moved to a version'],
  suspend: ['挂起', 'Suspended'],
  activate: ['激活', 'Resumed'],
  route: ['判断', 'Evaluated'],
  rejudge: ['重新判断', 'Evaluated again'],
  backDraft: ['退回草稿', 'Reverted to draft'],
  end: ['办结', 'Completed'],
};

/** Line of a process's history; the last lines may be open tasks and waits. */
export interface TimelineLine {
  readonly id: string;
  readonly operation: Operation | 'waiting';
  readonly actionName: string;
  readonly node: string | null;
  readonly nodeName: string;
  readonly userId: string | null;
  readonly userName: string;
  readonly opinion: string;
  /** Name of the person who got the task, or of the step to which the record was returned. */
  readonly targetName: string;
  readonly arrived: Date | null;
  readonly finished: Date | null;
  readonly taskId: string | null;
  /** Files attached to the comment. */
  readonly attachments: readonly AttachedFile[];
}

interface LogRow {
  readonly id: string;
  readonly operation: Operation;
  readonly actor: string | null;
  readonly name: string | null;
  /** Name of the absent person on whose behalf it was done. */
  readonly ownerName: string | null;
  readonly node: string | null;
  readonly nodeName: Label | null;
  readonly comment: string;
  readonly reason: Label | null;
  readonly target: string | null;
  readonly targetName: string | null;
  readonly arrived: Date | null;
  readonly at: Date;
  readonly task: string | null;
}

interface OpenTask {
  readonly id: string;
  readonly node: string;
  readonly names: readonly string[];
  readonly assignee: string | null;
  readonly created: Date;
  /** Deadline; null for none. */
  readonly due: Date | null;
}

interface OpenWait {
  readonly id: string;
  readonly node: string;
  readonly entered: Date;
  /** Time of the end; null for a wait for a matter. */
  readonly due: Date | null;
}

const system: Label = ['系统', 'System'];
const waiting: Label = ['待办理', 'Waiting'];
const dueAt: Label = ['办理期限 {time}', 'Due {time}'];
const until: Label = ['等待至 {time}', 'Waits until {time}'];
const untilCompleted: Label = ['等待结果', 'Waits for the outcome'];

/** Returns the name of the actor, and on whose behalf: 李四（代张三）. */
const actedBy = ({ name, ownerName, actor }: LogRow, language: Language): string => {
  const who = name ?? (actor === null ? say(system, language) : actor);
  if (ownerName === null) return who;
  return `${who}${say(fill(inNameOfNote, { owner: ownerName }), language)}`;
};

/** Returns the deadline of an open task as text. */
const dueText = (due: Date | null, language: Language): string =>
  due === null ? '' : say(fill(dueAt, { time: timeText(due).slice(0, 16) }), language);

/** Returns every process of a record, oldest first. */
export const instancesOf = async (
  session: Session,
  business: string,
): Promise<readonly string[]> => {
  const rows = await session.query<{ id: string }>(
    'select id::text from wf_instance where tenant_id = $1 and business_id = $2 order by id',
    [session.tenantId, business],
  );
  return rows.map((row) => row.id);
};

/** Returns the operations done, oldest first. */
const doneIn = (session: Session, instances: readonly string[]): Promise<readonly LogRow[]> =>
  session.query<LogRow>(
    `select l.id::text, l.operation, l.actor_id::text as actor, l.actor_name as name,
        l.owner_name as "ownerName", l.node,
        l.node_name as "nodeName", l.comment, l.reason, l.target, l.target_name as "targetName",
        l.arrived, l.at, l.task_id::text as task
       from wf_log l
      where l.tenant_id = $1 and l.instance_id = any($2::bigint[]) and l.operation <> 'route'
      order by l.instance_id, l.revision, l.line`,
    [session.tenantId, instances],
  );

/** Returns the open tasks, with the names of everybody who may act on them. */
const openIn = (session: Session, instances: readonly string[]): Promise<readonly OpenTask[]> =>
  session.query<OpenTask>(
    `select t.id::text, t.node, t.assignee_id::text as assignee, t.created,
        (select a.due_at from wf_act a where a.tenant_id = t.tenant_id and a.id = t.act_id) as due,
        ${holdersText} as names
       from wf_task t
      where t.tenant_id = $1 and t.instance_id = any($2::bigint[]) and t.status = 'TODO'
      order by t.id`,
    [session.tenantId, instances],
  );

/** Returns the open waits. */
const waitsIn = (session: Session, instances: readonly string[]): Promise<readonly OpenWait[]> =>
  session.query<OpenWait>(
    `select a.id::text, a.node, a.entered, a.due_at as due from wf_act a
      where a.tenant_id = $1 and a.instance_id = any($2::bigint[]) and a.status = 'ACTIVE'
        and a.type = 'wait'
      order by a.id`,
    [session.tenantId, instances],
  );

/**
 * Returns every operation of these processes, oldest first, and open tasks and waits. Names are read without row
 * scopes: everybody who may read the record sees who decided on it. They are the names of that time (ruling 46).
 */
export const timelineOf = async (
  { files }: Pick<WorkflowServices, 'files'>,
  session: Session,
  instances: readonly string[],
  graph: Graph,
  language: Language,
): Promise<readonly TimelineLine[]> => {
  const done = await doneIn(session, instances);
  const open = await openIn(session, instances);
  const given = await files.givenWith(
    session,
    done.flatMap(({ task }) => task ?? []),
  );
  /** Last line of each task, which completed it. */
  const dealt = new Map(done.map(({ task, id }) => [task, id]));
  const nameOf = (id: string): string => {
    const step = visitedNode(graph, id);
    return step ? say(stepLabel(step), language) : id;
  };
  const past = done.map((line): TimelineLine => {
    const reason = line.reason ? say(line.reason, language) : '';
    const action = operationLabels[line.operation];
    const target = line.targetName ?? (line.target === null ? '' : nameOf(line.target));
    return {
      id: line.id,
      operation: line.operation,
      actionName: say(action, language),
      node: line.node,
      nodeName: line.nodeName ? say(line.nodeName, language) : '',
      userId: line.actor,
      userName: actedBy(line, language),
      // The default comment of an agreement is replaced by the label of the action in the reader's language.
      opinion: line.comment === action[0] ? say(action, language) : line.comment || reason,
      targetName: target,
      arrived: line.arrived,
      finished: line.at,
      taskId: line.task,
      attachments: (dealt.get(line.task) === line.id && given.get(line.task ?? '')) || [],
    };
  });
  const coming = open.map((task): TimelineLine => {
    return {
      id: task.id,
      operation: 'waiting',
      actionName: say(waiting, language),
      node: task.node,
      nodeName: nameOf(task.node),
      userId: task.assignee,
      userName: task.names.join('、'),
      opinion: dueText(task.due, language),
      targetName: '',
      arrived: task.created,
      finished: null,
      taskId: task.id,
      attachments: [],
    };
  });
  const waits = (await waitsIn(session, instances)).map((wait): TimelineLine => {
    return {
      id: wait.id,
      operation: 'waiting',
      actionName: say(waiting, language),
      node: wait.node,
      nodeName: nameOf(wait.node),
      userId: null,
      userName: say(system, language),
      opinion: say(
        wait.due ? fill(until, { time: timeText(wait.due).slice(0, 16) }) : untilCompleted,
        language,
      ),
      targetName: '',
      arrived: wait.entered,
      finished: null,
      taskId: null,
      attachments: [],
    };
  });
  return [...past, ...coming, ...waits];
};

const units: readonly (readonly [milliseconds: number, zh: string, en: string])[] = [
  [86_400_000, ' 天', ' d'],
  [3_600_000, ' 小时', ' h'],
  [60_000, ' 分钟', ' min'],
];

/** Returns a duration in its largest unit and the next one: minutes are left out of days. */
export const durationText = (from: Date, to: Date, language: Language): string => {
  const index = language === 'zh' ? 1 : 2;
  const span = Math.max(0, to.getTime() - from.getTime());
  const first = units.findIndex(([least]) => span >= least);
  if (first < 0) return language === 'zh' ? '不到 1 分钟' : 'less than a minute';
  let rest = span;
  return units
    .slice(first, first + 2)
    .flatMap((unit) => {
      const count = Math.floor(rest / unit[0]);
      rest -= count * unit[0];
      return count > 0 ? [`${count}${unit[index]}`] : [];
    })
    .join(' ');
};

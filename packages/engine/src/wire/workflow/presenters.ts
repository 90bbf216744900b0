import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type { CopyRow } from '@keyan/kernel/wire/copies.ts';
import type { JumpPreviewRow, OpenStepRow, TroubleRow } from '@keyan/kernel/wire/processes.ts';
import type {
  ApprovalRow,
  ForecastRow,
  NextStepRow,
  ProcessAbility,
  WorkRow,
} from '@keyan/kernel/wire/tasks.ts';
import type { RouteDifference } from '@keyan/kernel/workflow/versions/compare.ts';
import type { RouteVersion } from '../../workflow/drawings/definitions.ts';
import type { JumpPreview, StepPeople } from '../../workflow/drawings/jumps.ts';
import type { ListedDefinition } from '../../workflow/drawings/listed-definitions.ts';
import type { ForecastForPeople } from '../../workflow/lists/foreseen.ts';
import type { WorkItem } from '../../workflow/lists/lists.ts';
import type { StepWithPeople } from '../../workflow/lists/prediction.ts';
import type { TimelineLine } from '../../workflow/lists/timeline.ts';
import { durationText } from '../../workflow/lists/timeline.ts';
import type { OpenStep } from '../../workflow/people/held.ts';
import type { CopyListItem } from '../../workflow/runtime/copied.ts';
import type { RunningProcess } from '../../workflow/runtime/running.ts';
import type { ProcessTrouble } from '../../workflow/troubles/troubles.ts';
import type { ActorCall } from '../endpoint.ts';

const text = (moment: Date | null): string => (moment ? timeText(moment) : '');
export const flowUser = (id: string | null): string => (id ? `taskUser_${id}` : '');
const day = 86_400_000;

/** Converts a row for BladeX clients. */
export const flowRow = (item: WorkItem, language: Language) => {
  const zh = language === 'zh';
  return {
    taskId: item.taskId ?? '',
    taskName: (zh ? item.nodeName : item.nodeNameEn) ?? '',
    taskDefinitionKey: item.node ?? '',
    assignee: flowUser(item.assignee),
    assigneeName: item.assigneeName ?? '',
    category: item.category,
    categoryName: zh ? item.categoryName : item.categoryNameEn,
    createTime: text(item.created),
    claimTime: text(item.claimed),
    endTime: text(item.finished ?? item.ended),
    comment: item.comment ?? '',
    processInstanceId: item.instance,
    historyProcessInstanceId: item.instance,
    processIsFinished: item.status === 'RUN' ? 'unfinished' : 'finished',
    status: item.suspended ? 'suspend' : 'active',
    processDefinitionId: item.definition,
    processDefinitionKey: item.kind,
    processDefinitionName: zh ? item.definitionName : item.definitionNameEn,
    processDefinitionVersion: item.version,
    businessTable: item.kind,
    businessId: item.business,
    businessName: item.title,
    kind: item.kind,
    applicant: item.applicantName ?? '',
    applicantId: item.applicant,
    deptName: item.departmentName ?? '',
  };
};

/** Converts a row of the to-do page. */
export const todoRow = (
  item: WorkItem,
  language: Language,
  now: Date,
): Omit<WorkRow, 'isApply' | 'can' | 'facts'> => {
  const zh = language === 'zh';
  const until = item.finished ?? item.ended ?? now;
  return {
    /** Id of the row: of a task, or of a process in which the reader has none. */
    id: item.taskId ?? item.instance,
    businessName: item.title,
    kind: item.kind,
    kindName: zh ? item.definitionName : item.definitionNameEn,
    applicant: item.applicantName ?? '',
    applicantId: item.applicant,
    deptName: item.departmentName ?? '',
    nodeName: (zh ? item.nodeName : item.nodeNameEn) ?? '',
    arriveTime: text(item.created),
    dueTime: item.taskStatus === 'TODO' ? text(item.due) : '',
    finishTime: text(item.finished),
    stayDays: Math.max(0, Math.floor((until.getTime() - item.created.getTime()) / day)),
    taskId: item.taskId ?? '',
    processInstanceId: item.instance,
    businessId: item.business,
    assignee: item.assignee ?? '',
    assigneeName: item.assigneeName ?? '',
    ownerName: item.ownerName ?? '',
    /** True if nobody has claimed the task: the reader may. */
    claimable: item.taskId !== null && item.assignee === null,
    status: item.status,
    suspended: item.suspended,
    again: item.submission > 1,
    returnReason: item.returned ?? '',
    holderName: item.holders.join(zh ? '、' : ', '),
    holderSince: text(item.held),
    urged: text(item.urged),
  };
};

/** Converts a record that was copied to the reader. */
export const copyRow = (item: CopyListItem, language: Language): CopyRow => {
  const zh = language === 'zh';
  return {
    id: item.id,
    businessName: item.title,
    kind: item.kind,
    kindName: zh ? item.name : item.nameEn,
    applicant: item.applicantName ?? '',
    deptName: item.departmentName ?? '',
    copierName: item.copierName ?? '',
    copyTime: text(item.at),
    readTime: text(item.read),
    nodeName: (zh ? item.steps : item.stepsEn) ?? '',
    status: item.status,
    suspended: item.suspended,
    processInstanceId: item.instance,
    businessId: item.business,
  };
};

/** Converts a line of the history. */
export const auditRow = (line: TimelineLine, language: Language): ApprovalRow => ({
  id: line.id,
  nodeKey: line.node ?? '',
  nodeName: line.nodeName,
  userId: line.userId ?? '',
  userName: line.userName,
  action: line.operation,
  actionName: line.actionName,
  opinion: line.opinion,
  targetName: line.targetName,
  arriveTime: text(line.arrived),
  finishTime: text(line.finished),
  duration:
    line.arrived && line.finished ? durationText(line.arrived, line.finished, language) : '',
  taskId: line.taskId ?? '',
  attachments: line.attachments,
});

/** Converts a line of a timeline for BladeX clients: the start first, the end last. */
export const historyRow = (line: TimelineLine, language: Language) => ({
  historyActivityId: line.operation === 'end' ? 'end' : (line.node ?? ''),
  historyActivityName: line.operation === 'end' ? line.actionName : line.nodeName,
  historyActivityType: line.operation === 'end' ? 'endEvent' : 'userTask',
  historyActivityDurationTime: auditRow(line, language).duration,
  assignee: flowUser(line.userId),
  assigneeName: line.userName,
  createTime: text(line.arrived ?? line.finished),
  endTime: text(line.finished),
  comment: line.opinion ? `${line.actionName}：${line.opinion}` : line.actionName,
});

export const startRow = (started: Date, applicant: string, name: string, label: string) => ({
  historyActivityId: 'start',
  historyActivityName: label,
  historyActivityType: 'startEvent',
  historyActivityDurationTime: '',
  assignee: flowUser(applicant),
  assigneeName: name,
  createTime: text(started),
  endTime: text(started),
  comment: '',
});

/** Converts a deployed version for the flow pages. */
export const definitionRow = (
  definition: RouteVersion,
  { actor, language }: Pick<ActorCall, 'actor' | 'language'>,
) => ({
  id: definition.id,
  tenantId: actor.tenantId,
  key: definition.key,
  name: language === 'zh' ? definition.name : definition.nameEn,
  category: definition.category,
  categoryName: language === 'zh' ? definition.categoryName : definition.categoryNameEn,
  version: definition.version,
  deploymentId: definition.id,
  resourceName: `${definition.key}.bpmn20.xml`,
  diagramResourceName: `${definition.key}.svg`,
  /** 1 active, 2 suspended. */
  suspensionState: definition.active ? 1 : 2,
  deploymentTime: text(definition.deployedAt),
});

const heldRow = (step: OpenStep, language: Language): OpenStepRow => ({
  visitId: step.visit,
  nodeKey: step.node,
  nodeName: say(step.name, language),
  since: text(step.since),
  waits: step.waits,
  until: text(step.until),
  tasks: step.tasks.map((task) => ({
    taskId: task.id,
    assigneeName: task.assignee === null ? '' : (task.names[0] ?? ''),
    names: task.names,
    since: text(task.since),
  })),
});

/** Converts a definition for the list of process managers. */
export const listedDefinitionRow = (
  definition: ListedDefinition,
  call: Pick<ActorCall, 'actor' | 'language'>,
) => ({
  ...definitionRow(definition, call),
  kind: definition.kind,
  /** True if new processes start on it. */
  isMain: definition.isMain,
  /** Number of processes that run on it. */
  running: definition.running,
  /** Note of the person who deployed the version. */
  remark: definition.remark,
  /** Number of the earlier version that this one restores. */
  restored: definition.restored,
});

/** Converts the difference of a step between two versions. */
export const differenceRow = (difference: RouteDifference, language: Language) => ({
  nodeKey: difference.node,
  nodeName: say(difference.name, language),
  change: difference.change,
  parts: difference.parts.map(({ part, before, after }) => ({
    part: say(part, language),
    before: say(before, language),
    after: say(after, language),
  })),
});

/** Converts a running process for the flow pages. */
export const runningRow = (
  process: RunningProcess,
  can: readonly ProcessAbility[],
  language: Language,
) => ({
  executionId: process.id,
  processInstanceId: process.id,
  processDefinitionId: process.definition,
  processDefinitionKey: process.kind,
  processDefinitionName: language === 'zh' ? process.name : process.nameEn,
  processDefinitionVersion: process.version,
  businessId: process.business,
  businessName: process.title,
  /** 1 active, 2 suspended. */
  suspensionState: process.suspended ? (2 as const) : (1 as const),
  startUser: flowUser(process.starter),
  startUserName: process.starterName ?? '',
  deptName: process.departmentName ?? '',
  startTime: text(process.started),
  since: text(process.since),
  troubles: process.troubles,
  held: process.held.map((step) => heldRow(step, language)),
  can,
});

/** Converts the changes of a jump. */
export const jumpRow = (preview: JumpPreview, language: Language): JumpPreviewRow => {
  const rows = (steps: readonly StepPeople[]) =>
    steps.map(({ node, name, people }) => ({
      nodeKey: node,
      nodeName: say(name, language),
      people,
    }));
  return {
    opens: rows(preview.opens),
    loses: rows(preview.loses),
    voids: rows(preview.voids),
    leavesOut: rows(preview.leavesOut),
  };
};

/** Converts a trouble of a process. */
export const troubleRow = (trouble: ProcessTrouble, language: Language): TroubleRow => ({
  id: trouble.id,
  processInstanceId: trouble.instance,
  kind: trouble.kind,
  businessId: trouble.business,
  businessName: trouble.title,
  nodeName: say(trouble.nodeName, language),
  text: say(trouble.text, language),
  count: trouble.count,
  since: text(trouble.since),
  last: text(trouble.last),
  solved: text(trouble.solved),
  running: trouble.running,
});

/** Converts a next step, with the people who may get it. */
export const predictedStepRow = (step: StepWithPeople, language: Language): NextStepRow => ({
  taskDefinitionKey: step.node,
  taskName: say(step.name, language),
  users: step.people.map(({ id, name }) => ({ id, taskUserId: flowUser(id), name })),
  /** True if the sender may choose one of them. */
  choose: step.choose,
  ...(step.anyone ? { anyone: true } : {}),
  /** True if all people of the step act. */
  multiple: step.together,
});

const results = {
  DONE: 'approved',
  REFUSED: 'refused',
  RECALLED: 'withdrawn',
  DELETED: 'withdrawn',
} as const;

/** Converts the forecast of a route. */
export const forecastRow = (
  { steps, stops, end }: ForecastForPeople,
  language: Language,
): ForecastRow => {
  const inWords = (label: Label | null): string => (label ? say(label, language) : '');
  const said = ({ why, notes }: Pick<ForecastForPeople['steps'][number], 'why' | 'notes'>) => ({
    why: inWords(why),
    notes: notes.map(inWords),
  });
  const stopRows = stops.map(({ node, text: why, possible }) => ({
    nodeKey: node,
    text: inWords(why),
    possible: possible.map(inWords),
  }));
  return {
    steps: steps.map((step) => ({
      ...predictedStepRow(step, language),
      ...said(step),
      state: step.state,
      skipped: inWords(step.skipped),
      until: text(step.until),
      days: step.days,
      path: step.path,
    })),
    stopped: stopRows.map((stop) => stop.text).join('；'),
    stops: stopRows,
    end: end && { result: results[end.status], ...said(end) },
  };
};

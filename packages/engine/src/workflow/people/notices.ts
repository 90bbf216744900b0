import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { fill } from '@keyan/kernel/label.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import type { Directory } from '@keyan/kernel/workflow/directory.ts';
import { type Graph, isApplicants, visitedNode } from '@keyan/kernel/workflow/graph.ts';
import type {
  NoticeKind,
  Notice as ProcessNotice,
  Snapshot,
  Task,
  WorkflowEvent,
} from '@keyan/kernel/workflow/state.ts';
import type { Notice, StaleMessages } from '../../messages/port.ts';
import type { BegunWait } from '../runtime/matters.ts';
import { inNameOfNote } from './held.ts';
import type { LoadedDirectory } from './people.ts';

interface Wording {
  /** Code in the dictionary of message types. */
  readonly type: string;
  readonly title: Label;
  readonly content: Label;
}

const wordings: Readonly<Record<NoticeKind, Wording>> = {
  todo: {
    type: '01',
    title: ['待办{inName}：{title}', 'To do{inName}: {title}'],
    content: [
      '{applicant}提交的【{title}】已到达环节【{step}】，请及时办理。',
      '“{title}”, submitted by {applicant}, has reached the step “{step}” and is waiting for you.',
    ],
  },
  approved: {
    type: '02',
    title: ['已通过：{title}', 'Approved: {title}'],
    content: [
      '您提交的【{title}】已审批通过。',
      '“{title}”, which you submitted, has been approved.',
    ],
  },
  returned: {
    type: '03',
    title: ['已退回：{title}', 'Returned: {title}'],
    content: [
      '您提交的【{title}】被{step}退回，请修改后重新提交：{comment}',
      '“{title}” was returned to you at the step “{step}”; please revise and resubmit it: {comment}',
    ],
  },
  refused: {
    type: '03',
    title: ['不通过：{title}', 'Rejected: {title}'],
    content: [
      '您提交的【{title}】{step}未通过：{comment}',
      '“{title}” was rejected at the step “{step}”: {comment}',
    ],
  },
  cancelled: {
    type: '99',
    title: ['待办已取消：{title}', 'Task cancelled: {title}'],
    content: [
      '【{title}】在【{step}】被退回，{now}，您的待办已取消。{comment}',
      '“{title}” was returned at the step “{step}” and is {now}; your task is cancelled. {comment}',
    ],
  },
  takenBack: {
    type: '99',
    title: ['待办已取消：{title}', 'Task cancelled: {title}'],
    content: [
      '【{title}】在【{step}】的审批已被取回，{now}，您的待办已取消。',
      'The approval of “{title}” at the step “{step}” was taken back; it is {now}, and your task is cancelled.',
    ],
  },
  reassigned: {
    type: '99',
    title: ['待办已转办：{title}', 'Reassigned: {title}'],
    content: [
      '【{title}】在【{step}】的待办已由管理员转给他人办理。{comment}',
      'An administrator reassigned your task on “{title}” at the step “{step}”. {comment}',
    ],
  },
  lapsed: {
    type: '99',
    title: ['待办已超时：{title}', 'Deadline passed: {title}'],
    content: [
      '【{title}】在环节【{step}】的待办超过期限未办理，已按流程规定处理，{now}。',
      'Your task on “{title}” at the step “{step}” is overdue; the route’s rule was applied, and it is {now}.',
    ],
  },
  reclaimed: {
    type: '99',
    title: ['待办已收回：{title}', 'Task taken back: {title}'],
    content: [
      '【{title}】在【{step}】由您代办的事项已由本人收回，您无需再办理。',
      'Your task as proxy on “{title}” at the step “{step}” was taken back by its owner; no action is needed.',
    ],
  },
  removed: {
    type: '99',
    title: ['加签已取消：{title}', 'No longer needed: {title}'],
    content: [
      '【{title}】在【{step}】请您办理的加签已取消，您无需再办理。',
      'You were asked to act on “{title}” at the step “{step}”; that is no longer needed.',
    ],
  },
  leftOut: {
    type: '99',
    title: ['环节被越过：{title}', 'Step skipped: {title}'],
    content: [
      '【{title}】在环节【{step}】未经审批，由流程管理员转入后续环节。{comment}',
      '“{title}” passed the step “{step}” without approval: an administrator moved it on. {comment}',
    ],
  },
  copied: {
    type: '99',
    title: ['抄送：{title}', 'For information: {title}'],
    content: [
      '{applicant}提交的【{title}】在环节【{step}】抄送给您，请知悉。{comment}',
      '“{title}”, submitted by {applicant}, was copied to you at the step “{step}” for information. {comment}',
    ],
  },
  ended: {
    type: '99',
    title: ['流程已结束：{title}', 'Approval ended: {title}'],
    content: [
      '【{title}】的审批已结束或被撤回，无需再办理。{comment}',
      'The approval of “{title}” has ended or was recalled; no action is needed. {comment}',
    ],
  },
};

const none: Label = ['', ''];

/** Returns the link of a to-do message: the task. */
const taskLink = (task: string, { instance }: Snapshot): string =>
  `/mywork/process/${instance.kind}/handle/${task}/${instance.id}/${instance.business}`;

/** Returns the link of a message: the task, or the record with its timeline. */
const linkOf = (notice: ProcessNotice, snapshot: Snapshot): string => {
  const { kind, id, business } = snapshot.instance;
  return notice.kind === 'todo' && notice.task !== null
    ? taskLink(notice.task, snapshot)
    : `/mywork/process/${kind}/detail/${notice.task ?? '0'}/${id}/${business}`;
};

/** Returns the title as stored, 「论文登记-题目」, and with the English name of the process. */
const titleOf = ({ instance }: Snapshot, resource: Resource): Label => {
  const { kind, title } = instance;
  const [zh, en] = resource.processes.find((item) => item.kind === kind)?.label ?? resource.label;
  const start = `${zh}-`;
  return [title, title.startsWith(start) ? `${en}: ${title.slice(start.length)}` : title];
};

/** True if nobody who had the task has it now: it was completed, cancelled or reassigned. */
const isGone = (task: Task, before: Task): boolean =>
  task.status !== 'TODO' ||
  // A claimed task may be returned: the other candidates keep their messages.
  (task.assignee !== null && task.assignee !== before.assignee && task.claimed === null);

/** Returns the to-do messages that a decision made obsolete, for everybody who had one. */
export const staleMessagesOf = (
  events: readonly WorkflowEvent[],
  before: Snapshot | null,
  directory: Directory,
): StaleMessages | undefined => {
  const known = new Map(before?.tasks.map((task) => [task.id, task]));
  const gone = events.flatMap((event) => {
    const had = event.type === 'task' ? known.get(event.row.id) : undefined;
    const todo = had?.status === 'TODO' && event.type === 'task' && isGone(event.row, had);
    return todo && had ? [had] : [];
  });
  if (!before || gone.length === 0) return undefined;
  return {
    business: before.instance.business,
    links: gone.map((task) => taskLink(task.id, before)),
    to: gone.flatMap((task) =>
      task.assignee === null || task.claimed !== null
        ? task.candidates.flatMap((reference) => directory.resolve(reference).users)
        : [task.assignee],
    ),
  };
};

const wordingOfWaits: Wording = {
  type: '99',
  title: ['待处理：{title}', 'Waiting: {title}'],
  content: [
    '{applicant}提交的【{title}】已到达环节【{step}】，等待{matter}。',
    '“{title}”, submitted by {applicant}, has reached “{step}” and is waiting for: {matter}.',
  ],
};

const wordingOfUrging: Wording = {
  type: '14',
  title: ['催办：{title}', 'Reminder: {title}'],
  content: [
    '{applicant}催办：【{title}】在环节【{step}】已停留 {days} 天，请尽快办理。',
    '{applicant} asks you to act: “{title}” has waited at the step “{step}” for {days} days.',
  ],
};

/** Returns the message with which an applicant reminds holders of a task. */
export const urgeNotice = (
  snapshot: Snapshot,
  resource: Resource,
  urged: {
    readonly task: string;
    readonly step: Label;
    readonly applicant: string;
    readonly days: number;
    readonly to: readonly string[];
  },
): Notice => {
  const { task, to, ...said } = urged;
  const values = { ...said, title: titleOf(snapshot, resource) };
  return {
    type: wordingOfUrging.type,
    title: fill(wordingOfUrging.title, values),
    content: fill(wordingOfUrging.content, values),
    business: { resource: resource.key, id: snapshot.instance.business },
    link: taskLink(task, snapshot),
    to,
  };
};

/** Returns messages to the people responsible for matters for which a process has begun to wait. */
export const waitNotices = (
  begun: readonly BegunWait[],
  snapshot: Snapshot,
  resource: Resource,
  directory: LoadedDirectory,
): readonly Notice[] =>
  begun.map(({ label, matter }): Notice => {
    const { id, kind, business, applicant } = snapshot.instance;
    const people = matter.responsible.flatMap((reference) => directory.resolve(reference).users);
    const values = {
      title: titleOf(snapshot, resource),
      applicant: directory.nameOf(applicant),
      step: label,
      matter: matter.label,
    };
    return {
      type: wordingOfWaits.type,
      title: fill(wordingOfWaits.title, values),
      content: fill(wordingOfWaits.content, values),
      business: { resource: resource.key, id: business },
      link: `/mywork/process/${kind}/detail/0/${id}/${business}`,
      to: [...new Set(people)].filter((user) => user !== applicant),
    };
  });

/** Returns who has the record after a decision, as part of a sentence. */
const holderNow = (
  { tasks, instance }: Snapshot,
  graph: Graph,
  nameOf: (id: string) => string,
): Label => {
  const open = tasks.filter(({ status }) => status === 'TODO');
  const [first] = open;
  const step = first && visitedNode(graph, first.node);
  if (!step) return ['不再办理', 'with nobody'];
  if (isApplicants(step)) {
    return fill(['现由申请人{name}修改', 'with its applicant {name}'], {
      name: nameOf(instance.applicant),
    });
  }
  // If the name of an assignee is unknown here, the step is named.
  const names = open.flatMap(({ assignee }) =>
    assignee !== null && nameOf(assignee) !== assignee ? [nameOf(assignee)] : [],
  );
  return names.length > 0
    ? fill(['现由{names}在【{step}】办理', 'with {names} at the step “{step}”'], {
        names: [names.join('、'), names.join(', ')],
        step: stepLabel(step),
      })
    : fill(['现在【{step}】', 'at the step “{step}”'], { step: stepLabel(step) });
};

/** Returns the messages for the events of a decision. */
export const messagesOfDecision = (
  events: readonly WorkflowEvent[],
  { snapshot, graph }: { readonly snapshot: Snapshot; readonly graph: Graph },
  resource: Resource,
  nameOf: (id: string) => string,
): readonly Notice[] =>
  events.flatMap((event): Notice[] => {
    if (event.type !== 'notice') return [];
    const { notice } = event;
    const { type, title, content } = wordings[notice.kind];
    const owner = snapshot.tasks.find(({ id }) => id === notice.task)?.owner;
    const values = {
      title: titleOf(snapshot, resource),
      applicant: nameOf(snapshot.instance.applicant),
      step: notice.nodeName ?? none,
      comment: notice.comment,
      inName: owner ? fill(inNameOfNote, { owner: nameOf(owner) }) : none,
      now: holderNow(snapshot, graph, nameOf),
    };
    return [
      {
        type,
        title: fill(title, values),
        content: fill(content, values),
        business: { resource: resource.key, id: snapshot.instance.business },
        link: linkOf(notice, snapshot),
        to: notice.to,
      },
    ];
  });

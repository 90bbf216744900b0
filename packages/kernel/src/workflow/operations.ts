import { refusals } from '../errors.ts';
import { sendBack, tellReturned } from './back.ts';
import type { CommandName, CommandOf } from './command.ts';
import type { Draft, Handler } from './draft.ts';
import { refusal } from './draft.ts';
import { holds } from './evaluate.ts';
import type { Variable } from './expression.ts';
import type { UserNode } from './graph.ts';
import { isApplicants, title } from './graph.ts';
import { handOver, rescue } from './handover.ts';
import { checkChoice, choice, leave, thisRound } from './move.ts';
import { basisOf } from './standing.ts';
import type { Act, Task } from './state.ts';
import { readsPass } from './verdict.ts';
import { withdraw } from './withdraw.ts';

/* ---------------------------------------------------------------- guards */

const handled = () =>
  refusal([
    '该任务已被处理，请刷新后重试',
    'This task has been dealt with already; refresh and try again',
  ]);

/** The task, live; whoever comes second learns that before anything else. */
const liveTask = (draft: Draft, id: string): Task => {
  const task = draft.task(id);
  if (!task) throw refusal(['任务不存在', 'There is no such task']);
  if (task.status !== 'TODO') throw handled();
  mayMove(draft);
  return task;
};

const mayMove = (draft: Draft): void => {
  if (!draft.running) throw refusal(['流程已结束，不能操作', 'The process has ended']);
  if (draft.instance.suspended) throw refusal(['流程已挂起，不能操作', 'The process is suspended']);
};

const notYours = (task: Task) =>
  task.assignee === null
    ? refusal(['您不是该任务的候选人', 'You are not a candidate for this task'])
    : refusal(['您不是该任务的处理人', 'This task is not yours']);

/** The task, live and the handler's: assigned to him, or his to take (an implicit claim). */
const ownTask = (draft: Draft, id: string): Task => {
  const task = liveTask(draft, id);
  if (!draft.isHandlers(task)) throw notYours(task);
  return task;
};

const withOpinion = (comment: string): void => {
  if (comment.trim() === '') throw refusal(['请填写审批意见', 'Please give your opinion']);
};

const manager = ({ manages }: Handler): void => {
  if (!manages) {
    throw refusal(['您没有此操作权限', 'You are not allowed to do this']);
  }
};

/* ------------------------------------------------------------ completion */

/** The variables that completion conditions read, beside the process's own. */
const counts = (act: Act): [string, Variable][] => [
  ['nrOfInstances', act.total],
  ['nrOfCompletedInstances', act.done],
  ['nrOfActiveInstances', act.people.length > 0 ? 1 : act.total - act.done],
];

const isComplete = (draft: Draft, act: Act, step: UserNode): boolean =>
  act.done >= act.total ||
  (step.multi?.completion != null &&
    holds(step.multi.completion, new Map([...draft.variables, ...counts(act)])));

/** One agreement counts; the token goes on when the step has enough of them. */
export const advance = (draft: Draft, task: Task, picked: readonly string[]): void => {
  const act = draft.putAct({ ...draft.act(task.act), done: draft.act(task.act).done + 1 });
  const step = draft.stepOf(act);
  if (!isComplete(draft, act, step)) {
    const next = act.people[act.done];
    if (next !== undefined) draft.issue(act, next, [], [next]);
    return;
  }
  const basis = basisOf(draft, step);
  const closed = draft.closeAct({ ...act, verdict: 'agree', basis }, 'DONE');
  draft.report(step, 'approve');
  const chosen = choice(picked);
  leave(draft, closed, chosen);
  checkChoice(chosen);
};

/* ------------------------------------------------------------ operations */

export type Operate<K extends CommandName> = (draft: Draft, command: CommandOf<K>) => void;

/** What each command does to the draft; a refusal throws the whole draft away. */
export const operations: { readonly [K in Exclude<CommandName, 'start'>]: Operate<K> } = {
  claim: (draft, { task: id }) => {
    const task = liveTask(draft, id);
    if (task.assignee === draft.world.handler.id) {
      throw refusal(['任务已由您签收', 'You have claimed this task already']);
    }
    if (task.assignee !== null) {
      throw refusal(['任务已被他人签收', 'Somebody else has claimed this task']);
    }
    if (!draft.isHandlers(task)) throw notYours(task);
    const claimed = draft.putTask({
      ...task,
      assignee: draft.world.handler.id,
      claimed: draft.world.now,
    });
    draft.log('claim', { act: draft.act(task.act), task: claimed });
  },

  unclaim: (draft, { task: id }) => {
    const task = liveTask(draft, id);
    if (task.assignee === null) throw refusal(['任务尚未签收', 'The task is not claimed']);
    if (task.assignee !== draft.world.handler.id) throw notYours(task);
    if (task.candidates.length === 0) {
      throw refusal([
        '该任务没有候选人，不能取消签收',
        'The task has no other candidates; it cannot be given back',
      ]);
    }
    const released = draft.putTask({ ...task, assignee: null, claimed: null });
    draft.log('unclaim', { act: draft.act(task.act), task: released });
  },

  agree: (draft, command) => {
    const task = ownTask(draft, command.task);
    const step = draft.stepOf(task);
    if (command.title !== undefined) draft.changeInstance({ title: command.title });
    const finished = draft.finishTask(task, 'DONE', command.comment);
    draft.log(isApplicants(step) ? 'submit' : 'approve', {
      act: draft.act(task.act),
      task: finished,
      comment: command.comment,
    });
    advance(draft, finished, command.picked ?? []);
  },

  disagree: (draft, { task: id, comment }) => {
    const task = ownTask(draft, id);
    withOpinion(comment);
    const step = draft.stepOf(task);
    if (!readsPass(draft.world.graph, step.id)) {
      sendBack(draft, task, 'applicant', comment, draft.world.settings.resubmit === 'direct');
      return;
    }
    const finished = draft.finishTask(task, 'DONE', comment);
    const closed = draft.closeAct({ ...draft.act(task.act), verdict: 'against' }, 'DONE');
    draft.log('disagree', { act: closed, task: finished, comment });
    draft.report(step, 'back');
    leave(draft, closed, choice());
    tellReturned(draft, closed, comment);
    if (draft.running) draft.tellLosers('cancelled', { act: closed, comment });
  },

  back: (draft, { task: id, to, comment, direct }) =>
    sendBack(
      draft,
      ownTask(draft, id),
      to,
      comment,
      direct ?? draft.world.settings.resubmit === 'direct',
    ),

  refuse: (draft, { task: id, comment }) => {
    const task = ownTask(draft, id);
    const step = draft.stepOf(task);
    if (!step.refuse || isApplicants(step)) {
      throw refusal(['节点【{name}】不能选择不通过', 'Step “{name}” cannot refuse'], {
        name: title(step),
      });
    }
    withOpinion(comment);
    const finished = draft.finishTask(task, 'REFUSE', comment);
    const closed = draft.closeAct({ ...draft.act(task.act), verdict: 'against' }, 'DONE');
    draft.log('refuse', { act: closed, task: finished, comment });
    draft.report(step, 'refuse');
    draft.notify('refused', [draft.instance.applicant], { act: closed, comment });
    draft.endInstance('REFUSED');
  },

  recall: (draft) => {
    mayMove(draft);
    const { handler, settings } = draft.world;
    if (draft.instance.applicant !== handler.id) {
      throw refusal(['只有申请人可以撤回', 'Only the applicant can recall it']);
    }
    const round = new Set(thisRound(draft).map((act) => act.id));
    const touched = draft.tasks.some(
      (task) => round.has(task.act) && task.actor !== null && task.actor !== handler.id,
    );
    if (touched && settings.recall === 'untouched' && !atApply(draft)) {
      throw refusal(refusals.handled);
    }
    draft.log('recall');
    draft.endInstance('RECALLED');
  },

  withdraw: (draft, { task: id }) => {
    const task = draft.task(id);
    if (!task) throw refusal(['任务不存在', 'There is no such task']);
    mayMove(draft);
    withdraw(draft, task);
  },

  transfer: (draft, { task: id, to, comment = '' }) => {
    const task = liveTask(draft, id);
    const { handler, directory } = draft.world;
    const own = draft.isHandlers(task);
    if (!own && !handler.manages) throw notYours(task);
    if (to === task.assignee || (own && to === handler.id)) {
      throw refusal(['不能转办给自己', 'A task cannot be handed to the person who has it']);
    }
    if (isApplicants(draft.stepOf(task))) {
      throw refusal(['申请环节不能转办', 'The applicant’s step cannot be handed on']);
    }
    if (draft.concerns(to)) {
      throw refusal([
        '不能转办给申请人或记录涉及的人员',
        'A task cannot be handed to the applicant or to somebody whom the record names',
      ]);
    }
    if (!directory.isActive(to)) throw refusal(['转办人不存在', 'There is no such person']);
    const act = draft.act(task.act);
    if (draft.tasksOf(act).some((other) => other.status !== 'CANCEL' && other.assignee === to)) {
      throw refusal(['转办人已是该环节的审批人', 'That person acts on this step already']);
    }
    const handed = draft.putTask({ ...task, assignee: to, claimed: null });
    draft.log('transfer', { act, task: handed, comment, target: to });
    draft.notify('todo', [to], { act, task: handed, comment });
    if (!own && task.assignee !== null) {
      draft.notify('handedOn', [task.assignee], { act, task: handed, comment });
    }
  },

  handOver: (draft, leaving) => {
    mayMove(draft);
    handOver(draft, leaving);
  },

  rescue: (draft) => {
    mayMove(draft);
    rescue(draft);
  },

  suspend: (draft) => {
    manager(draft.world.handler);
    if (!draft.running) throw refusal(['流程已结束，不能操作', 'The process has ended']);
    if (draft.instance.suspended) {
      throw refusal(['流程已处于挂起状态', 'The process is suspended already']);
    }
    draft.changeInstance({ suspended: true });
    draft.log('suspend');
  },

  activate: (draft) => {
    manager(draft.world.handler);
    if (!draft.running) throw refusal(['流程已结束，不能操作', 'The process has ended']);
    if (!draft.instance.suspended) {
      throw refusal(['流程已处于激活状态', 'The process is active already']);
    }
    draft.changeInstance({ suspended: false });
    draft.log('activate');
  },

  delete: (draft, { comment }) => {
    if (!draft.running) throw refusal(['流程已结束，不能操作', 'The process has ended']);
    const { handler } = draft.world;
    const ownReturned =
      handler.id === draft.instance.applicant && !draft.instance.suspended && atApply(draft);
    if (!ownReturned) manager(handler);
    if (!ownReturned && comment.trim() === '') {
      throw refusal(['请填写删除原因', 'Please say why it is deleted']);
    }
    draft.log('backDraft', { comment });
    draft.endInstance('DELETED');
    if (handler.id !== draft.instance.applicant) {
      draft.notify('ended', [draft.instance.applicant], { comment });
    }
  },
};

const atApply = (draft: Draft): boolean =>
  draft.acts.some((act) => act.status === 'ACTIVE' && act.node === draft.world.graph.apply);

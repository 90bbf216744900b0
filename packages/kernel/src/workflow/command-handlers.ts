import { refusals } from '../errors.ts';
import { holdingOf } from './absence.ts';
import { isPossible, sendBack } from './back.ts';
import type { CommandName } from './command.ts';
import {
  completionPolicyOf,
  continueAsRejected,
  countAgreement,
  countVote,
  endAsRefused,
} from './completion.ts';
import type { Facts } from './expression.ts';
import type { UserNode } from './graph.ts';
import { isApplicants, mayStepRefuse, nodeTitle } from './graph.ts';
import { alreadyHandled, assertManager, assertRunning } from './guards.ts';
import { jumpToStep } from './jump.ts';
import { beginAbsence, reassignOnLeave, rescueStuck } from './reassign.ts';
import { copyByPerson } from './services/copies.ts';
import { addSign, giveOpinion, removeSign } from './signing/signing.ts';
import { replaceApplicant } from './stand-in.ts';
import type { StepVisit, Task } from './state.ts';
import { isVoter, votesIn } from './state.ts';
import { readsPass } from './verdict.ts';
import { moveToVersion } from './versions/move.ts';
import { areVotesCounted } from './votes.ts';
import { extendDeadlines, isMatterStarted, waitHandlers } from './waits.ts';
import { withdrawVerdict } from './withdraw.ts';
import type { CommandHandler, WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

/** Returns the open task, or refuses: of two simultaneous actors the second gets this refusal. */
const liveTask = (state: WorkingState, id: string): Task => {
  const task = state.task(id);
  if (!task) throw refusal(['任务不存在', 'Task not found']);
  if (task.status === 'WAIT') {
    throw refusal([
      '任务正在等待加签人办理',
      'This task is waiting for the people added before it',
    ]);
  }
  if (task.status !== 'TODO') throw alreadyHandled();
  assertRunning(state);
  return task;
};

const notYours = (state: WorkingState, task: Task) =>
  state.wordsOn(state.visit(task.visit)).includes(state.input.actor.id)
    ? refusal(['您已是本环节的审批人，不能重复办理', 'You are already an approver at this step'])
    : task.assignee === null
      ? refusal(['您不是该任务的候选人', 'You are not a candidate for this task'])
      : refusal(['您不是该任务的处理人', 'This task is not assigned to you']);

/** Returns the open task if it is assigned to the actor, or the actor may claim it (implicitly). */
const ownTask = (state: WorkingState, id: string): Task => {
  const task = liveTask(state, id);
  if (!state.isActors(task)) throw notYours(state, task);
  return task;
};

const assertComment = (comment: string): void => {
  if (comment.trim() === '') throw refusal(['请填写审批意见', 'Enter a comment']);
};

/** Begins a new submission when the applicant's first step is completed again. */
const submitAgain = (state: WorkingState, task: Task, frozen: Facts | undefined): void => {
  const submission = state.instance.submission + 1;
  state.changeInstance(frozen === undefined ? { submission } : { submission, frozen });
  state.putVisit({ ...state.visit(task.visit), submission });
};

/* ------------------------------------------------------------ commands */

/** At a step that counts votes, nobody returns or refuses the record alone. */
const assertDecidedAlone = (step: UserNode): void => {
  if (!areVotesCounted(completionPolicyOf(step))) return;
  throw refusal(['本环节为表决，请选择同意或不同意', 'This step counts votes: agree or disagree']);
};

/** Refuses decisions by people who are only asked for an opinion. */
const assertDecider = ({ kind }: Task): void => {
  if (kind !== 'D') return;
  throw refusal([
    '受委派人只能填写意见，由委派人办理',
    'You were asked for an opinion only; whoever asked you decides',
  ]);
};

/** Functions that apply a command to the process; a refusal discards the whole change. */
export const commandHandlers: { readonly [K in Exclude<CommandName, 'start'>]: CommandHandler<K> } =
  {
    claim: (state, { task: id }) => {
      const task = liveTask(state, id);
      if (task.assignee === state.input.actor.id) {
        throw refusal(['任务已由您签收', 'You have already claimed this task']);
      }
      if (task.assignee !== null) {
        throw refusal(['任务已被他人签收', 'Somebody else has claimed this task']);
      }
      if (!state.isActors(task)) throw notYours(state, task);
      const claimed = state.putTask({
        ...task,
        assignee: state.input.actor.id,
        claimed: state.input.now,
      });
      state.log('claim', { visit: state.visit(task.visit), task: claimed });
    },

    unclaim: (state, { task: id }) => {
      const task = liveTask(state, id);
      if (task.assignee === null) throw refusal(['任务尚未签收', 'The task is not claimed']);
      if (task.assignee !== state.input.actor.id) throw notYours(state, task);
      if (task.candidates.length === 0) {
        throw refusal([
          '该任务没有候选人，不能取消签收',
          'The task has no other candidates; it cannot be unclaimed',
        ]);
      }
      if (task.owner !== null) {
        throw refusal([
          '代他人办理的任务不能取消签收',
          'A task that you handle for somebody else cannot be unclaimed',
        ]);
      }
      const released = state.putTask({ ...task, assignee: null, claimed: null });
      state.log('unclaim', { visit: state.visit(task.visit), task: released });
    },

    agree: (state, command) => {
      const task = ownTask(state, command.task);
      const step = state.stepOf(task);
      if (!isVoter(task)) {
        giveOpinion(state, task, command.comment, 'agree');
        return;
      }
      if (command.title !== undefined) state.changeInstance({ title: command.title });
      if (step.id === state.input.graph.apply) {
        if (command.department !== undefined) {
          state.changeInstance({ department: command.department });
        }
        submitAgain(state, task, command.frozen);
      }
      const finished = state.finishTask(task, 'DONE', command.comment);
      state.log(isApplicants(step) ? 'submit' : 'approve', {
        visit: state.visit(task.visit),
        task: finished,
        comment: command.comment,
      });
      countAgreement(state, finished, command.picked ?? []);
    },

    disagree: (state, { task: id, comment }) => {
      const task = ownTask(state, id);
      assertComment(comment);
      const step = state.stepOf(task);
      const to = step.onAgainst ?? 'applicant';
      assertDecider(task);
      const isCounting = areVotesCounted(completionPolicyOf(step));
      if (isCounting && !isVoter(task)) {
        giveOpinion(state, task, comment, 'against');
        return;
      }
      if (!isCounting && !readsPass(state.input.graph, step.id) && to !== 'refuse') {
        const target = isPossible(state, state.visit(task.visit), to) ? to : 'applicant';
        sendBack(state, task, target, comment, state.input.settings.resubmit === 'direct');
        return;
      }
      const finished = state.finishTask(task, 'DONE', comment, 'against');
      const visit = state.visit(task.visit);
      const voted: StepVisit = { ...visit, against: visit.against + 1 };
      if (isCounting) {
        state.log('disagree', { visit, task: finished, comment });
        countVote(state, voted, []);
        return;
      }
      const closed = state.closeVisit({ ...voted, verdict: 'against' }, 'DONE');
      state.log('disagree', { visit: closed, task: finished, comment });
      if (readsPass(state.input.graph, step.id)) continueAsRejected(state, closed, comment);
      else endAsRefused(state, closed, comment);
    },

    back: (state, { task: id, to, comment, direct }) => {
      const task = ownTask(state, id);
      assertDecidedAlone(state.stepOf(task));
      assertDecider(task);
      sendBack(state, task, to, comment, direct ?? state.input.settings.resubmit === 'direct');
    },

    refuse: (state, { task: id, comment }) => {
      const task = ownTask(state, id);
      const step = state.stepOf(task);
      assertDecidedAlone(step);
      assertDecider(task);
      if (!mayStepRefuse(step, state.input.settings)) {
        throw refusal(['节点【{name}】不能选择不通过', 'Step “{name}” does not allow rejection'], {
          name: nodeTitle(step),
        });
      }
      assertComment(comment);
      const finished = state.finishTask(task, 'REFUSE', comment);
      const closed = state.closeVisit({ ...state.visit(task.visit), verdict: 'against' }, 'DONE');
      state.log('refuse', { visit: closed, task: finished, comment });
      endAsRefused(state, closed, comment);
    },

    recall: (state) => {
      assertRunning(state);
      const { actor, settings } = state.input;
      if (state.instance.applicant !== actor.id) {
        throw refusal(['只有申请人可以撤回', 'Only the applicant can recall it']);
      }
      const { submission } = state.instance;
      const acted = state.tasks.some(
        (task) =>
          state.visit(task.visit).submission === submission &&
          task.actor !== null &&
          task.actor !== actor.id,
      );
      const touched = acted || isMatterStarted(state, submission);
      if (touched && settings.recall === 'untouched' && !atApply(state)) {
        throw refusal(refusals.handled);
      }
      state.log('recall');
      state.endInstance('RECALLED');
    },

    withdraw: (state, { task: id }) => {
      const task = state.task(id);
      if (!task) throw refusal(['任务不存在', 'Task not found']);
      assertRunning(state);
      withdrawVerdict(state, task);
    },

    transfer: (state, { task: id, to, comment = '' }) => {
      const task = liveTask(state, id);
      const { actor, directory } = state.input;
      const own = state.isActors(task);
      if (!own && !actor.manages) throw notYours(state, task);
      // Only the proxy may give the task back to the absent person.
      if (to === task.assignee || to === (own ? actor.id : task.owner)) {
        throw refusal(['不能转办给自己', 'A task cannot be reassigned to yourself']);
      }
      if (isApplicants(state.stepOf(task))) {
        if (!own && !directory.isActive(state.instance.applicant)) {
          replaceApplicant(state, to, comment);
          return;
        }
        throw refusal(['申请环节不能转办', 'The applicant’s step cannot be reassigned']);
      }
      if (state.concerns(to)) {
        throw refusal([
          '不能转办给申请人或记录涉及的人员',
          'A task cannot be reassigned to the applicant or to a person named in the record',
        ]);
      }
      if (!directory.isActive(to)) throw refusal(['转办人不存在', 'Person not found']);
      const visit = state.visit(task.visit);
      if (
        state
          .tasksOf(visit)
          .some(
            ({ id: other, status, assignee, owner }) =>
              status !== 'CANCEL' && (assignee === to || (owner === to && other !== task.id)),
          ) ||
        visit.people.slice(votesIn(visit) + 1).includes(to)
      ) {
        throw refusal([
          '转办人已是该环节的审批人',
          'That person is already an approver at this step',
        ]);
      }
      const { assignee, owner } = holdingOf(state, to, [
        ...state.wordsOn(visit),
        ...(own ? [actor.id] : []),
      ]);
      const handed = state.putTask({
        ...task,
        assignee,
        owner,
        claimed: null,
        handed: state.input.now,
      });
      // The history entry is the giver's own and does not name the absent person.
      state.log('transfer', { visit, task: { ...handed, owner: null }, comment, target: to });
      state.notify('todo', [assignee], { visit, task: handed, comment });
      if (!own && task.assignee !== null) {
        state.notify('reassigned', [task.assignee], { visit, task: handed, comment });
      }
    },

    addSign: (state, command) => addSign(state, ownTask(state, command.task), command),

    removeSign: (state, { task: id }) => {
      const task = state.task(id);
      if (!task) throw refusal(['任务不存在', 'Task not found']);
      assertRunning(state);
      removeSign(state, task);
    },

    reclaim: (state, { task: id }) => {
      const task = liveTask(state, id);
      const { actor, now } = state.input;
      if (task.owner !== actor.id || task.assignee === null) {
        throw refusal([
          '只能收回由他人代您办理的待办',
          'Only a task that somebody handles on your behalf can be taken back',
        ]);
      }
      const visit = state.visit(task.visit);
      const own = { ...task, assignee: actor.id, owner: null, claimed: null, handed: now };
      const reclaimed = state.putTask(own);
      state.log('reclaim', { visit, task: reclaimed });
      state.notify('reclaimed', [task.assignee], { visit, task: reclaimed });
    },

    cc: (state, { task: id, to, comment = '' }) => {
      const task = ownTask(state, id);
      if (isApplicants(state.stepOf(task))) {
        throw refusal(['申请环节不能抄送', 'No copies can be sent at the applicant’s step']);
      }
      copyByPerson(state, state.visit(task.visit), to, comment);
    },

    reassignOnLeave: (state, leavers) => {
      assertRunning(state);
      reassignOnLeave(state, leavers);
    },

    beginAbsence: (state, { person }) => {
      assertRunning(state);
      beginAbsence(state, person);
    },

    rescueStuck: (state) => {
      assertRunning(state);
      rescueStuck(state);
    },

    ...waitHandlers,

    jump: (state, command) => {
      assertManager(state);
      assertRunning(state);
      jumpToStep(state, command);
    },

    move: (state, command) => {
      assertManager(state);
      assertRunning(state);
      moveToVersion(state, command);
    },

    suspend: (state) => {
      assertManager(state);
      if (!state.running) throw refusal(['流程已结束，不能操作', 'The process has ended']);
      if (state.instance.suspended) {
        throw refusal(['流程已处于挂起状态', 'The process is already suspended']);
      }
      state.changeInstance({ suspended: true, suspendedAt: state.input.now });
      state.log('suspend');
    },

    activate: (state) => {
      assertManager(state);
      if (!state.running) throw refusal(['流程已结束，不能操作', 'The process has ended']);
      if (!state.instance.suspended) {
        throw refusal(['流程已处于激活状态', 'The process is already active']);
      }
      extendDeadlines(state);
      state.changeInstance({ suspended: false, suspendedAt: null });
      state.log('activate');
    },

    delete: (state, { comment, reason }) => {
      if (!state.running) throw refusal(['流程已结束，不能操作', 'The process has ended']);
      const { actor } = state.input;
      const ownReturned =
        actor.id === state.instance.applicant && !state.instance.suspended && atApply(state);
      if (!ownReturned) assertManager(state);
      if (!ownReturned && comment.trim() === '' && !reason) {
        throw refusal(['请填写删除原因', 'Enter the reason for deleting it']);
      }
      state.log('backDraft', { comment, ...(reason && { reason }) });
      state.endInstance('DELETED');
      if (actor.id !== state.instance.applicant) {
        state.notify('ended', [state.instance.applicant], { comment: reason ?? comment });
      }
    },
  };

const atApply = (state: WorkingState): boolean =>
  state.visits.some((visit) => visit.status === 'ACTIVE' && visit.node === state.input.graph.apply);

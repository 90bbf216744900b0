import type { Label } from '../label.ts';
import { nextStepChoice } from './choice.ts';
import type { CommandName } from './command.ts';
import { carryOutRejection } from './completion.ts';
import { handleDeadline, rescheduleDeadlines } from './deadlines/deadline.ts';
import type { Facts } from './expression.ts';
import { alreadyHandled, assertManager, assertRunning } from './guards.ts';
import { leaveStep } from './routing.ts';
import type { Operation, StepVisit, Verdict } from './state.ts';
import { decisionBasisOf } from './valid-approvals.ts';
import type { CommandHandler, WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

const dealtWith = () => refusal(['该环节已处理', 'This step has already been reviewed']);

/** True if somebody has begun or completed the matter of a wait in a submission. */
export const isMatterStarted = (state: WorkingState, submission: number): boolean =>
  state.visits.some((visit) => {
    if (visit.submission !== submission) return false;
    return visit.outcomeKey !== null || state.input.touched?.has(visit.id) === true;
  });

/** Extends waits and deadlines by the time for which the process was suspended. */
export const extendDeadlines = (state: WorkingState): void => {
  const { now } = state.input;
  const lost = now.getTime() - (state.instance.suspendedAt ?? now).getTime();
  for (const visit of state.visits) {
    if (visit.status !== 'ACTIVE' || visit.due === null) continue;
    const due = new Date(visit.due.getTime() + lost);
    state.putVisit({ ...visit, due, paused: visit.paused + lost });
  }
};

/** Ends a wait with a verdict; the token moves on, or follows “against”. */
const end = (
  state: WorkingState,
  visit: StepVisit,
  operation: Extract<Operation, 'complete' | 'settle'>,
  { verdict, comment = '', facts }: { verdict: Verdict; comment?: string; facts: Facts },
): void => {
  const reason: Label | null = verdict === 'agree' ? null : ['未通过', 'Not passed'];
  state.log(operation, { visit, comment, reason, extra: { flows: [], facts } });
  if (verdict === 'against') {
    carryOutRejection(state, visit, { comment });
    return;
  }
  const node = state.nodeOf(visit);
  const basis = decisionBasisOf(state, node);
  const closed = state.closeVisit({ ...visit, verdict, basis }, 'DONE');
  state.report(node, 'approve');
  leaveStep(state, closed, nextStepChoice());
};

/** Handlers of the commands that end waits. */
export const waitHandlers: {
  readonly [K in Extract<
    CommandName,
    'elapse' | 'reschedule' | 'complete' | 'settle'
  >]: CommandHandler<K>;
} = {
  elapse: (state, { visit: id }) => {
    assertRunning(state);
    const visit = state.visits.find((item) => item.id === id);
    const { due } = visit ?? {};
    if (visit?.status !== 'ACTIVE' || !due) throw alreadyHandled();
    if (due > state.input.now) {
      throw refusal(['等待期限未到', 'The wait is not over yet']);
    }
    const node = state.nodeOf(visit);
    if (node.type === 'user') {
      handleDeadline(state, visit, node);
      return;
    }
    const closed = state.closeVisit(visit, 'DONE');
    state.log('elapse', { visit: closed, actor: null });
    leaveStep(state, closed, nextStepChoice());
  },

  reschedule: (state) => {
    assertRunning(state);
    rescheduleDeadlines(state);
  },

  complete: (state, { visit: id, key, verdict, facts, comment }) => {
    const visit = state.visits.find((item) => item.id === id);
    if (!visit) throw dealtWith();
    const told = state.visits.some(
      (other) => other.node === visit.node && other.outcomeKey === key,
    );
    if (told) return;
    assertRunning(state);
    if (visit.status !== 'ACTIVE' || !isMatter(state, visit)) throw dealtWith();
    const ended = { ...visit, outcome: facts, outcomeKey: key };
    end(state, ended, 'complete', { verdict, facts, ...(comment ? { comment } : {}) });
  },

  settle: (state, { visit: id, verdict, comment }) => {
    assertManager(state);
    assertRunning(state);
    if (comment.trim() === '') throw refusal(['请填写原因', 'Enter the reason']);
    const visit = state.visits.find((item) => item.id === id);
    if (visit?.status !== 'ACTIVE' || !isWait(state, visit)) throw dealtWith();
    end(state, visit, 'settle', { verdict, comment, facts: {} });
  },
};

const isWait = (state: WorkingState, visit: StepVisit): boolean =>
  state.nodeOf(visit).type === 'wait';

const isMatter = (state: WorkingState, visit: StepVisit): boolean => {
  const node = state.nodeOf(visit);
  return node.type === 'wait' && node.matter !== undefined;
};

import type { Label } from '../label.ts';
import { isApplicants } from './graph.ts';
import { isTaskOpen } from './state.ts';
import type { WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

const tookOver: Label = [
  '申请人账号已停用，由他人接办',
  'The applicant’s account was disabled: somebody else takes over the record',
];

/**
 * Returns why a person may not become the applicant; undefined if they may. Nobody may approve
 * their own record, so people who act or acted on another step are excluded.
 */
export const whyNotStandIn = (state: WorkingState, to: string): Label | undefined => {
  const { directory } = state.input;
  if (directory.isActive(state.instance.applicant)) {
    return [
      '申请人账号仍在使用，不能由他人接办',
      'The applicant’s account is in use: nobody takes their place',
    ];
  }
  if (!directory.isActive(to)) return ['转办人不存在', 'Person not found'];
  const acts = state.tasks.some(
    (task) =>
      !isApplicants(state.stepOf(task)) &&
      (task.actor === to || (isTaskOpen(task) && task.assignee === to)),
  );
  return acts
    ? [
        '该人员是本流程的审批人，不能接办申请',
        'That person is an approver in this process and cannot take over the application',
      ]
    : undefined;
};

/** Replaces an applicant whose account is stopped by another person, who gets the open tasks. */
export const replaceApplicant = (state: WorkingState, to: string, comment: string): void => {
  const why = whyNotStandIn(state, to);
  if (why) throw refusal(why);
  const { applicant } = state.instance;
  state.changeInstance({ applicant: to });
  // The applicant's name is stored with every open task.
  for (const task of state.tasks.filter(isTaskOpen)) {
    const own = task.assignee === applicant && isApplicants(state.stepOf(task));
    const given = state.putTask(own ? { ...task, assignee: to, handed: state.input.now } : task);
    if (!own) continue;
    const visit = state.visit(task.visit);
    state.log('transfer', { visit, task: given, comment, reason: tookOver, target: to });
    state.notify('todo', [to], { visit, task: given, comment });
  }
};

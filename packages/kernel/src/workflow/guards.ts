import type { WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

export const alreadyHandled = () =>
  refusal(['该任务已被处理，请刷新后重试', 'This task is already done; refresh and try again']);

/** Asserts that the process is running. @throws Refused if it has ended or is suspended. */
export const assertRunning = (state: WorkingState): void => {
  if (!state.running) throw refusal(['流程已结束，不能操作', 'The process has ended']);
  if (state.instance.suspended) throw refusal(['流程已挂起，不能操作', 'The process is suspended']);
};

/** Asserts that the actor may manage the process. @throws Refused otherwise. */
export const assertManager = ({ input }: WorkingState): void => {
  if (!input.actor.manages) {
    throw refusal(['您没有此操作权限', 'You are not allowed to do this']);
  }
};

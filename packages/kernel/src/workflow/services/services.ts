import { Refused } from '../../errors.ts';
import { fill } from '../../label.ts';
import { stepLabel } from '../diagram.ts';
import type { ServiceNode } from '../graph.ts';
import { ConditionUndecidable } from '../judging/judge.ts';
import { usersOf } from '../staffing.ts';
import type { StepVisit } from '../state.ts';
import type { WorkingState } from '../working-state.ts';
import { copyByRoute } from './copies.ts';

/** True if the service has run and its visit was not voided, so that it need not run again. */
export const isServiceDone = (state: WorkingState, { id }: ServiceNode): boolean =>
  state.visits.some((visit) => visit.node === id && visit.status === 'DONE' && !visit.void);

/** Runs a service. @throws Refused if it fails: the whole command is refused. */
export const runService = (state: WorkingState, at: ServiceNode, visit: StepVisit): void => {
  try {
    copyByRoute(state, visit, usersOf(state, state.nodeOf(visit), at.service.people));
  } catch (error) {
    if (!(error instanceof Refused) || error instanceof ConditionUndecidable) throw error;
    throw new Refused(
      fill(['节点【{node}】执行失败：{reason}', 'Node “{node}” failed: {reason}'], {
        node: stepLabel(at),
        reason: error.label,
      }),
    );
  }
};

import { Refused } from '../errors.ts';
import { nextStepChoice } from './choice.ts';
import type { Command, CommandName, CommandOf } from './command.ts';
import { commandHandlers } from './command-handlers.ts';
import { countAgreement } from './completion.ts';
import type { DecisionInput } from './decision-input.ts';
import type { Graph, UserNode } from './graph.ts';
import { userNode } from './graph.ts';
import { positionOf } from './position.ts';
import { enterStep } from './routing.ts';
import type { RecordPosition, Snapshot, Task, WorkflowEvent } from './state.ts';
import { applyEvents } from './state.ts';
import type { CommandHandler } from './working-state.ts';
import { refusal, WorkingState } from './working-state.ts';

export interface Decision {
  readonly events: readonly WorkflowEvent[];
  readonly snapshot: Snapshot;
  readonly position: RecordPosition;
  /** Graph of the route version. */
  readonly graph: Graph;
}

const begin = (command: CommandOf<'start'>, input: DecisionInput): WorkingState => {
  const blank: Snapshot = {
    instance: {
      id: input.nextId(),
      definition: command.definition,
      kind: command.kind,
      business: command.business,
      title: command.title,
      applicant: input.actor.id,
      department: command.department,
      frozen: command.frozen ?? {},
      submission: 1,
      status: 'RUN',
      suspended: false,
      suspendedAt: null,
      revision: 0,
      started: input.now,
      ended: null,
    },
    scopes: [],
    visits: [],
    tasks: [],
    copies: [],
  };
  const state = new WorkingState(blank, input);
  enterStep(state, applyStep(input.graph), null, [], 'forward', nextStepChoice());
  const task = state.finishTask(state.tasks[0] as Task, 'DONE', '');
  state.log('start', { visit: state.visit(task.visit), task });
  countAgreement(state, task, command.picked ?? []);
  return state;
};

const applyStep = (graph: Graph): UserNode => userNode(graph, graph.apply) as UserNode;

export const alreadyInApproval = (): Refused =>
  refusal([
    '该业务已有审批中的流程，不能重复提交',
    'This record is already in approval; it cannot be submitted twice',
  ]);

const carryOut = (
  snapshot: Snapshot | null,
  command: Command,
  input: DecisionInput,
): WorkingState => {
  if (command.is === 'start') {
    if (snapshot?.instance.status === 'RUN') {
      throw alreadyInApproval();
    }
    return begin(command, input);
  }
  if (!snapshot) throw refusal(['流程实例不存在', 'Process not found']);
  const state = new WorkingState(snapshot, input);
  (commandHandlers[command.is] as CommandHandler<Exclude<CommandName, 'start'>>)(state, command);
  return state;
};

/**
 * Decides the effect of a command on a process. Pure, so that one function decides, forecasts and
 * is tested without a database. `snapshot` is null (or an ended instance) for `start`.
 * @returns the events and the snapshot after them, or the refusal.
 */
export const decide = (
  snapshot: Snapshot | null,
  command: Command,
  input: DecisionInput,
): Decision | Refused => {
  try {
    const state = carryOut(snapshot, command, input);
    const events = state.events();
    const next = applyEvents(command.is === 'start' ? null : snapshot, events);
    const { graph } = state;
    return { events, snapshot: next, position: positionOf(next, graph), graph };
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
};

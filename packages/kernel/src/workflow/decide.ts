import { Refused } from '../errors.ts';
import type { Command, CommandName, CommandOf } from './command.ts';
import type { World } from './draft.ts';
import { Draft, refusal } from './draft.ts';
import type { Graph, UserNode } from './graph.ts';
import { userNode } from './graph.ts';
import { choice, enter } from './move.ts';
import { advance, type Operate, operations } from './operations.ts';
import { position } from './position.ts';
import type { Position, Snapshot, Task, WorkflowEvent } from './state.ts';
import { applyEvents } from './state.ts';

export interface Decision {
  readonly events: readonly WorkflowEvent[];
  readonly snapshot: Snapshot;
  readonly position: Position;
}

const begin = (command: CommandOf<'start'>, world: World): Draft => {
  const blank: Snapshot = {
    instance: {
      id: world.nextId(),
      definition: command.definition,
      kind: command.kind,
      business: command.business,
      title: command.title,
      applicant: world.handler.id,
      department: command.department,
      variables: command.variables,
      status: 'RUN',
      suspended: false,
      revision: 0,
      started: world.now,
      ended: null,
    },
    scopes: [],
    acts: [],
    tasks: [],
  };
  const draft = new Draft(blank, world);
  enter(draft, applyStep(world.graph), null, [], 'forward', choice());
  const task = draft.finishTask(draft.tasks[0] as Task, 'DONE', '');
  draft.log('start', { act: draft.act(task.act), task });
  advance(draft, task, command.picked ?? []);
  return draft;
};

const applyStep = (graph: Graph): UserNode => userNode(graph, graph.apply) as UserNode;

export const alreadyInApproval = (): Refused =>
  refusal([
    '该业务已有审批中的流程，不能重复提交',
    'This record is in approval already; it cannot be submitted twice',
  ]);

const carryOut = (snapshot: Snapshot | null, command: Command, world: World): Draft => {
  if (command.is === 'start') {
    if (snapshot?.instance.status === 'RUN') {
      throw alreadyInApproval();
    }
    return begin(command, world);
  }
  if (!snapshot) throw refusal(['流程实例不存在', 'There is no such process']);
  const draft = new Draft(snapshot, world);
  // Whatever the command leads to is judged by the record as it will be stored with it.
  if ('variables' in command && command.variables !== undefined) {
    const variables = { ...draft.instance.variables, ...command.variables };
    draft.changeInstance({ variables });
  }
  (operations[command.is] as Operate<Exclude<CommandName, 'start'>>)(draft, command as never);
  return draft;
};

/**
 * What a command does to a process: pure, so that the same function decides, predicts and is
 * tested without a database. `snapshot` is null (or an ended instance) for `start`.
 * @returns the events and the snapshot after them, or the refusal; nothing in between.
 */
export const decide = (
  snapshot: Snapshot | null,
  command: Command,
  world: World,
): Decision | Refused => {
  try {
    const draft = carryOut(snapshot, command, world);
    const events = draft.events();
    const next = applyEvents(command.is === 'start' ? null : snapshot, events);
    return { events, snapshot: next, position: position(next, world.graph) };
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
};

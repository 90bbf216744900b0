import type { Command } from '../command.ts';
import type { Snapshot, StepVisit, Task } from '../state.ts';
import type { Facts, Parameters } from './meanings.ts';
import type { Item, PlayerStatement } from './said.ts';

/** Command in the form of the engine and in that of the oracle. */
export interface Call {
  readonly command: Command;
  readonly said: PlayerStatement;
  readonly by: string;
}

/** Data from which a call of any type takes what it needs. */
export interface CallContext {
  readonly snapshot: Snapshot;
  readonly task: Task;
  readonly by: string;
  readonly comment: string;
  /** Step or person. */
  readonly to: string;
  readonly picked: readonly string[];
  readonly direct: boolean;
  /** Way in which a person is added. */
  readonly how: 'P' | 'B' | 'D';
  readonly facts: Facts;
  readonly param: Parameters;
}

const itemOf = ({ visits }: Snapshot, task: Task): Item => {
  const last = visits.findLast((visit) => visit.node === task.node)?.id === task.visit;
  const over = last && task.status === 'DONE' ? 'last' : 'old';
  const is = task.status === 'TODO' ? 'open' : task.status === 'WAIT' ? 'waiting' : over;
  return { step: task.node, who: task.assignee, pool: task.candidates.join('+'), is };
};

type Make = (about: CallContext, item: Item) => Omit<Call, 'by'>;

const plain =
  (is: 'recall' | 'suspend' | 'activate'): Make =>
  () => ({ command: { is }, said: { is } });

const ofTask =
  (is: 'claim' | 'unclaim' | 'withdraw' | 'reclaim'): Make =>
  ({ task }, item) => ({ command: { is, task: task.id }, said: { is, item } });

const backTo =
  (target: (about: CallContext) => { to: string; direct?: boolean }): Make =>
  (about, item) => {
    const { task, comment } = about;
    const rest = { comment, ...target(about) };
    return {
      command: { is: 'back', task: task.id, ...rest },
      said: { is: 'back', item, ...rest },
    };
  };

const makers = {
  agree: ({ task, comment, picked, facts, param }, item) => ({
    command: { is: 'agree', task: task.id, comment, picked, frozen: { param } },
    said: { is: 'agree', item, picked, facts, param },
  }),
  disagree: ({ task, comment, facts }, item) => ({
    command: { is: 'disagree', task: task.id, comment },
    said: { is: 'disagree', item, comment, facts },
  }),
  back: backTo(({ to, direct }) => ({ to, direct })),
  prev: backTo(() => ({ to: 'prev' })),
  applicant: backTo(() => ({ to: 'applicant' })),
  refuse: ({ task, comment }, item) => ({
    command: { is: 'refuse', task: task.id, comment },
    said: { is: 'refuse', item, comment },
  }),
  claim: ofTask('claim'),
  unclaim: ofTask('unclaim'),
  withdraw: ofTask('withdraw'),
  transfer: ({ task, to }, item) => ({
    command: { is: 'transfer', task: task.id, to },
    said: { is: 'transfer', item, to },
  }),
  reclaim: ofTask('reclaim'),
  sign: ({ task, to, how, picked }, item) => {
    const people = [to, ...picked];
    return {
      command: { is: 'addSign', task: task.id, how, to: people },
      said: { is: 'sign', item, how, to: people },
    };
  },
  remove: ({ task }, item) => ({
    command: { is: 'removeSign', task: task.id },
    said: { is: 'remove', item },
  }),
  // A person's absence begins.
  begin: ({ task, by }) => {
    const person = task.assignee ?? by;
    return { command: { is: 'beginAbsence', person }, said: { is: 'begin', person } };
  },
  recall: plain('recall'),
  suspend: plain('suspend'),
  activate: plain('activate'),
  delete: ({ comment }) => ({
    command: { is: 'delete', comment },
    said: { is: 'delete', comment },
  }),
  // A person's account is stopped: their open tasks are reassigned.
  leave: ({ task, by, to }) => {
    const from = [task.assignee ?? by];
    return { command: { is: 'reassignOnLeave', from, to }, said: { is: 'leave', from, to } };
  },
  reschedule: () => ({ command: { is: 'reschedule' }, said: { is: 'reschedule' } }),
  rescue: () => ({ command: { is: 'rescueStuck' }, said: { is: 'rescue' } }),
} satisfies Record<string, Make>;

export type CallKind = keyof typeof makers;
export const callKinds = Object.keys(makers) as readonly CallKind[];

export const callOf = (kind: CallKind, about: CallContext): Call => ({
  ...(makers[kind] as Make)(about, itemOf(about.snapshot, about.task)),
  by: about.by,
});

/** Makes the call that ends a wait, or the deadline of a step, for which it must be refused. */
export const elapseCall = ({ visits }: Snapshot, visit: StepVisit): Call => {
  const last = visits.findLast((other) => other.node === visit.node)?.id === visit.id;
  return {
    command: { is: 'elapse', visit: visit.id },
    said: { is: 'elapse', step: visit.node, last },
    by: 'nobody',
  };
};

export const startCall = (facts: Facts, param: Parameters, by: string): Call => ({
  command: {
    is: 'start',
    definition: '1',
    kind: 'k',
    business: '1',
    title: 't',
    department: null,
    frozen: { param },
  },
  said: { is: 'start', facts, param },
  by,
});

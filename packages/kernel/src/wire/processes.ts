import type { ProcessAbility } from './tasks.ts';

/** A task of an open step, for managers. */
export interface OpenTaskRow {
  readonly taskId: string;
  /** Empty until one of several candidates has taken it. */
  readonly assigneeName: string;
  /** The assignee, or those who may take it. */
  readonly names: readonly string[];
  readonly since: string;
}

/** An open step or wait of a process. */
export interface OpenStepRow {
  /** Id of its visit: what a jump leaves. */
  readonly visitId: string;
  readonly nodeKey: string;
  readonly nodeName: string;
  readonly since: string;
  /** Is it a wait, at which nobody is asked? */
  readonly waits: boolean;
  /** End of a wait for a time; empty for anything else. */
  readonly until: string;
  readonly tasks: readonly OpenTaskRow[];
}

/** A process that runs, for managers: `blade-flow/follow/list`. */
export interface RunningRow {
  readonly processInstanceId: string;
  readonly processDefinitionId: string;
  /** The kind. */
  readonly processDefinitionKey: string;
  readonly processDefinitionName: string;
  readonly processDefinitionVersion: number;
  readonly businessId: string;
  readonly businessName: string;
  /** 1 active, 2 suspended. */
  readonly suspensionState: 1 | 2;
  readonly startUserName: string;
  readonly deptName: string;
  readonly startTime: string;
  /** Since when it has been at its step. */
  readonly since: string;
  /** How many open troubles it has. */
  readonly troubles: number;
  readonly held: readonly OpenStepRow[];
  /** Abilities of the reader on it. */
  readonly can: readonly ProcessAbility[];
}

/** A running process with the steps of its route, in the order in which they are reached. */
export interface RunningDetail extends RunningRow {
  readonly steps: readonly { readonly key: string; readonly name: string }[];
}

interface PeopleOfStep {
  readonly nodeKey: string;
  readonly nodeName: string;
  readonly people: readonly string[];
}

/** Changes that a jump makes: `blade-flow/follow/jump`. */
export interface JumpPreviewRow {
  /** People who are asked next. */
  readonly opens: readonly PeopleOfStep[];
  /** People who lose an open task. */
  readonly loses: readonly PeopleOfStep[];
  /** Approvals that count no more. */
  readonly voids: readonly PeopleOfStep[];
  /** Steps that nobody approves. */
  readonly leavesOut: readonly PeopleOfStep[];
}

/** Something that is wrong with a process: `blade-flow/follow/troubles`. */
export interface TroubleRow {
  readonly id: string;
  readonly processInstanceId: string;
  readonly kind: string;
  readonly businessId: string;
  readonly businessName: string;
  readonly nodeName: string;
  readonly text: string;
  /** How often it was found. */
  readonly count: number;
  readonly since: string;
  readonly last: string;
  /** Empty while it is open. */
  readonly solved: string;
  /** The process goes on. */
  readonly running: boolean;
}

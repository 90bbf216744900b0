import type { ProcessAbility } from './tasks.ts';

/** Task of a current step, for managers. */
export interface OpenTaskRow {
  readonly taskId: string;
  /** Name of the assignee; empty until a candidate has claimed the task. */
  readonly assigneeName: string;
  /** Names of the assignee, or of the candidates. */
  readonly names: readonly string[];
  readonly since: string;
}

/** Current step or wait of a process. */
export interface OpenStepRow {
  /** Id of the visit, which a jump names as its start. */
  readonly visitId: string;
  readonly nodeKey: string;
  readonly nodeName: string;
  readonly since: string;
  /** True for a wait, which has no tasks. */
  readonly waits: boolean;
  /** Time at which a timed wait ends; empty otherwise. */
  readonly until: string;
  readonly tasks: readonly OpenTaskRow[];
}

/** Running process, for managers: `blade-flow/follow/list`. */
export interface RunningRow {
  readonly processInstanceId: string;
  readonly processDefinitionId: string;
  /** Kind of approval. */
  readonly processDefinitionKey: string;
  readonly processDefinitionName: string;
  readonly processDefinitionVersion: number;
  readonly businessId: string;
  readonly businessName: string;
  /** State: 1 active, 2 suspended. */
  readonly suspensionState: 1 | 2;
  readonly startUserName: string;
  readonly deptName: string;
  readonly startTime: string;
  /** Time at which the current step began. */
  readonly since: string;
  /** Number of unsolved troubles. */
  readonly troubles: number;
  readonly held: readonly OpenStepRow[];
  /** Actions that the reader may perform on the process. */
  readonly can: readonly ProcessAbility[];
}

/** Running process with the steps of its route, in the order in which they are reached. */
export interface RunningDetail extends RunningRow {
  readonly steps: readonly { readonly key: string; readonly name: string }[];
}

interface PeopleOfStep {
  readonly nodeKey: string;
  readonly nodeName: string;
  readonly people: readonly string[];
}

/** Consequences of a jump: `blade-flow/follow/jump`. */
export interface JumpPreviewRow {
  /** People who would get a task, by step. */
  readonly opens: readonly PeopleOfStep[];
  /** People who would lose their task, by step. */
  readonly loses: readonly PeopleOfStep[];
  /** Approvals that would become void, by step. */
  readonly voids: readonly PeopleOfStep[];
  /** Steps that would be skipped. */
  readonly leavesOut: readonly PeopleOfStep[];
}

/** Trouble found in a process: `blade-flow/follow/troubles`. */
export interface TroubleRow {
  readonly id: string;
  readonly processInstanceId: string;
  readonly kind: string;
  readonly businessId: string;
  readonly businessName: string;
  readonly nodeName: string;
  readonly text: string;
  /** Number of times that the trouble was found. */
  readonly count: number;
  readonly since: string;
  readonly last: string;
  /** Time at which it was solved; empty before. */
  readonly solved: string;
  /** True while the process is running. */
  readonly running: boolean;
}

import type { EmptyPolicy, Service, VotePolicy } from '../definition/life/process.ts';
import type { Label } from '../label.ts';

/**
 * A process as drawn: what a BPMN file says (read by the engine) or the diagram of a chain.
 * Conditions are still text; `compile` reads and checks them.
 */
export interface Diagram {
  readonly key: string;
  readonly name: string;
  readonly nodes: readonly DiagramNode[];
  readonly flows: readonly DiagramFlow[];
}

export interface DiagramFlow {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly condition?: string;
}

interface Drawn {
  readonly id: string;
  readonly name: string;
}

export interface DiagramUser extends Drawn, UserSettings {
  readonly type: 'user';
  /** JUEL text: pass the step when it holds. */
  readonly skip?: string;
  readonly multi?: Partial<VotePolicy> & {
    readonly sequential: boolean;
    /** Name of the variable that lists the people; else the candidates are the people. */
    readonly collection?: string;
    /** JUEL text over nrOfInstances, nrOfCompletedInstances, nrOfActiveInstances; none: all. */
    readonly completion?: string;
  };
}

export type DiagramGateway = {
  [T in GatewayType]: Drawn & {
    readonly type: T;
    /** The flow taken when no condition holds. */
    readonly default?: string;
  };
}[GatewayType];

/** Result that an end gives the record, whatever the last person said. */
export type EndResult = 'approved' | 'refused' | 'withdrawn';

export interface EndSettings {
  /** Without it the end takes the verdict that its token brings. */
  readonly result?: EndResult;
  /** May be reached as approved though nobody has agreed. */
  readonly free?: boolean;
}

/**
 * A node at which the process waits and asks nobody: for a time to pass, or for a matter that is
 * completed elsewhere.
 */
export interface WaitSettings {
  /** `5wd` (work days), `P5D`, `PT48H`: read by `parsePeriod`. None where it waits for a matter. */
  readonly period?: string;
  /** The matter that it waits for, by its registered name: `review`. None where it waits for a time. */
  readonly matter?: string;
  /**
   * Validity of an outcome after a return: `reuse` (the default) counts it while its basis is unchanged, `ask` only
   * if the return did not go back over it, like an approval.
   */
  readonly again?: 'reuse' | 'ask';
  /** Names the wait for tables of effects, as a step's. */
  readonly tag?: string;
  /** Fields of the record that the matter's completion may change. */
  readonly editable?: readonly string[];
  /** `applicant`, `prev`, `refuse` or a step: what an outcome against leads to, as at a step. */
  readonly onAgainst?: string;
  /** English name of the node. */
  readonly english?: string;
}

export interface ServiceSettings {
  readonly service: Service;
  /** English name of the node. */
  readonly english?: string;
}

export type DiagramNode =
  | (Drawn & { readonly type: 'start' })
  | (Drawn & EndSettings & { readonly type: 'end' })
  | DiagramUser
  | (Drawn & WaitSettings & { readonly type: 'wait' })
  | (Drawn & ServiceSettings & { readonly type: 'service' })
  | DiagramGateway;

export type GatewayType = 'exclusive' | 'parallel' | 'inclusive';

/** Effect of the clock on a step that is not dealt with in time. */
export type Overdue = 'agree' | 'refuse' | 'return' | 'handOver';

/** Deadline of a step, and what the clock does about it. Periods are read by `parsePeriod` (`3wd`, `PT48H`). */
export interface Deadline {
  /** Period within which it is to be dealt with, or a date of the record (`date:endDate`); without it there is no deadline. */
  readonly due?: string;
  /** Effect of the deadline; without it the clock decides nothing. */
  readonly overdue?: Overdue;
  /** People to whom it is handed over at the deadline. */
  readonly handTo?: readonly string[];
  /** Period after which its holders are reminded, then on every work day; by default the deadline, or the promised days. */
  readonly remind?: string;
  /** Period after which those above its holders are told; by default 7wd. */
  readonly escalate?: string;
}

/** The parts of a deadline. */
export const deadlineParts = ['due', 'overdue', 'handTo', 'remind', 'escalate'] as const;

/** The deadline among the settings of a step. */
export const deadlineIn = (settings: Deadline): Deadline =>
  Object.fromEntries(
    deadlineParts.flatMap((part) => (settings[part] === undefined ? [] : [[part, settings[part]]])),
  );

/**
 * Rule for a step whose only person has approved on the way to it: asked all the same, passed after an approval at the
 * step before, or passed after an approval at any earlier step.
 */
export type RepeatRule = 'none' | 'consecutive' | 'any';

/** Settings of a step beyond its place in the graph. */
export interface UserSettings extends Deadline {
  /**
   * People who act, as references: `user:<id>`, `var:<variable>`, `applicant`, or anything that the directory
   * understands (`role:<alias>@<where>`).
   */
  readonly people: readonly string[];
  readonly empty: EmptyPolicy;
  /** Effect of an earlier approval by the step's only person; without it the parameter of the university decides. */
  readonly skipSame?: RepeatRule;
  /** To whom the record is copied for information when the step is agreed to (抄送). */
  readonly cc?: readonly string[];
  /** Names the step for tables of effects: tag × result → the record's state (ruling 25). */
  readonly tag?: string;
  /** Fields of the record that the assignee may change (ruling 26). */
  readonly editable: readonly string[];
  /**
   * Where its assignee changes a value that a gateway before the step was judged by, and agrees, the
   * route is walked anew from behind the applicant. Without it such a value may not be editable.
   */
  readonly rejudge?: boolean;
  /** True if 不通过 may be chosen here. */
  readonly refuse: boolean;
  /** `applicant`, `prev`, `refuse` or a step: what 不同意 leads to where the diagram has no way. */
  readonly onAgainst?: string;
  /** English name of the step, for the other language. */
  readonly english?: string;
}

/** The name of a step in both languages; drawn diagrams may have only one. */
export const stepLabel = (node: { name: string; english?: string }): Label => [
  node.name,
  node.english || node.name,
];

/** The applicant's own step: where a process begins, and where it comes back to. */
export const applicantsStep = (id: string): DiagramUser => ({
  id,
  type: 'user',
  name: '申请人',
  english: 'Applicant',
  people: ['applicant'],
  empty: 'toAdmin',
  editable: [],
  refuse: false,
});

import type { EmptyPolicy, Service, VotePolicy } from '../definition/life/process.ts';
import type { Label } from '../label.ts';

/**
 * Process as drawn: content of a BPMN file (read by the engine) or the diagram of a chain.
 * Conditions are text; `compile` parses and checks them.
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
  /** JUEL text: if true, the step is skipped. */
  readonly skip?: string;
  readonly multi?: Partial<VotePolicy> & {
    readonly sequential: boolean;
    /** Name of the variable with the people; default: the candidates. */
    readonly collection?: string;
    /**
     * JUEL text over nrOfInstances, nrOfCompletedInstances, nrOfActiveInstances; default: all must
     * finish.
     */
    readonly completion?: string;
  };
}

export type DiagramGateway = {
  [T in GatewayType]: Drawn & {
    readonly type: T;
    /** Id of the flow taken if no condition is true. */
    readonly default?: string;
  };
}[GatewayType];

/** Result of an end for the record, independent of the last decision. */
export type EndResult = 'approved' | 'refused' | 'withdrawn';

export interface EndSettings {
  /** Fixed result; default: the verdict of the token. */
  readonly result?: EndResult;
  /** True if the end may be reached as approved without any agreement. */
  readonly free?: boolean;
}

/**
 * Settings of a wait, a node without tasks: until a time has passed, or until a matter is completed
 * elsewhere.
 */
export interface WaitSettings {
  /**
   * Duration `5wd` (work days), `P5D`, `PT48H`: parsed by `parsePeriod`. Undefined for a matter.
   */
  readonly period?: string;
  /** Registered name of the matter: `review`. Undefined for a duration. */
  readonly matter?: string;
  /**
   * Validity of an earlier outcome after a return: with `reuse` (default) it counts while its basis
   * is unchanged; with `ask` only if the return did not go back past the wait.
   */
  readonly again?: 'reuse' | 'ask';
  /** Tag of the wait for tables of effects, as for a step. */
  readonly tag?: string;
  /** Fields of the record that completing the matter may change. */
  readonly editable?: readonly string[];
  /** Target of a negative outcome: `applicant`, `prev`, `refuse` or a step, as at a step. */
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

/** Action of the clock on an overdue step. */
export type Overdue = 'agree' | 'refuse' | 'return' | 'handOver';

/**
 * Deadline of a step, and the actions of the clock. Periods are parsed by `parsePeriod` (`3wd`,
 * `PT48H`).
 */
export interface Deadline {
  /**
   * Period for completion, or a date of the record (`date:endDate`); if omitted, there is no
   * deadline.
   */
  readonly due?: string;
  /** Action at the deadline; if omitted, none. */
  readonly overdue?: Overdue;
  /** References to people who get the task at the deadline. */
  readonly handTo?: readonly string[];
  /**
   * Period after which assignees are reminded, then on every work day; default: the deadline, or
   * the promised days.
   */
  readonly remind?: string;
  /** Period after which the assignees' superiors are notified; default: 7wd. */
  readonly escalate?: string;
}

/** Names of the properties of a deadline. */
export const deadlineParts = ['due', 'overdue', 'handTo', 'remind', 'escalate'] as const;

/** Returns the properties of a deadline from the settings of a step. */
export const deadlineIn = (settings: Deadline): Deadline =>
  Object.fromEntries(
    deadlineParts.flatMap((part) => (settings[part] === undefined ? [] : [[part, settings[part]]])),
  );

/**
 * Rule for a step whose only person has already approved on the path to it: never skipped, skipped
 * after an approval at the previous step, or after one at any earlier step.
 */
export type RepeatRule = 'none' | 'consecutive' | 'any';

/** Settings of a step besides its place in the graph. */
export interface UserSettings extends Deadline {
  /**
   * References to the people who act: `user:<id>`, `var:<variable>`, `applicant`, or a reference
   * that the directory resolves (`role:<alias>@<where>`).
   */
  readonly people: readonly string[];
  readonly empty: EmptyPolicy;
  /**
   * Rule for an earlier approval by the step's only person; default: the parameter of the tenant.
   */
  readonly skipSame?: RepeatRule;
  /** References to people who get a copy for information when the step is agreed to (抄送). */
  readonly cc?: readonly string[];
  /** Tag of the step for tables of effects: tag × result → state of the record (ruling 25). */
  readonly tag?: string;
  /** Fields of the record that the assignee may change (ruling 26). */
  readonly editable: readonly string[];
  /**
   * True if the route is walked again from the applicant after the assignee changes a value that an
   * earlier gateway evaluated, and agrees. If omitted, such a value may not be editable.
   */
  readonly rejudge?: boolean;
  /** True if 不通过 may be chosen. */
  readonly refuse: boolean;
  /** Target of 不同意 if the diagram has no flow for it: `applicant`, `prev`, `refuse` or a step. */
  readonly onAgainst?: string;
  /** English name of the step. */
  readonly english?: string;
}

/** Returns the name of a step in both languages; drawn diagrams may have only one. */
export const stepLabel = (node: { name: string; english?: string }): Label => [
  node.name,
  node.english || node.name,
];

/** Makes the applicant's step, at which a process begins and to which a return leads. */
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

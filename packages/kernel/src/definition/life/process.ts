import type { Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';
import type { Fields } from '../field/field.ts';
import type { Parameter } from '../field/parameter.ts';
import type { Facts } from './fact.ts';
import type { FactType } from './facts.ts';

/** Policy for a step without candidates: ask administrators, skip it, or refuse the record. */
export type EmptyPolicy = 'toAdmin' | 'skip' | 'refuse';

/** Rule by which votes decide a step with several people. */
export interface VotePolicy {
  /** Condition for agreement: all, one person, or a percentage. */
  readonly agree: 'all' | 'any' | number;
  /** Condition for failure: one vote, agreement becoming impossible, or a percentage. */
  readonly against: 'veto' | 'count' | number;
}

/**
 * Automatic work of a node as the process passes it: copies the record to people for information
 * (抄送).
 */
export interface Service {
  readonly is: 'cc';
  readonly people: readonly string[];
}

/** Step of a chain in which approvers act. */
export interface Step {
  /** Id of the step within its process, never changed: instances and tables refer to it. */
  readonly key: string;
  readonly label: Label;
  /** References to the people who may act, resolved by the directory: `role:rd_achieve`. */
  readonly candidates: readonly string[];
  /** Expression over the record's variables; if false, the step is skipped. */
  readonly condition?: string;
  readonly empty?: EmptyPolicy;
  /** References to people who get a copy for information when the step is agreed to (抄送). */
  readonly cc?: readonly string[];
  /** Deadline and its consequences: see `Deadline` of the diagram. */
  readonly due?: string;
  readonly overdue?: 'agree' | 'refuse' | 'return' | 'handOver';
  readonly handTo?: readonly string[];
  readonly remind?: string;
  readonly escalate?: string;
  /** Tag under which the step reports its result to the record's state (`States.steps`). */
  readonly tag?: string;
  /** Fields of the record that the approver may edit. */
  readonly editable?: readonly string[];
  /**
   * True if editing a field that an earlier gateway used causes the route to be evaluated again.
   */
  readonly rejudge?: boolean;
  /** True (default) if the approver may choose 不通过. */
  readonly refuse?: boolean;
  /** Several people have to decide: all at the same time, or one after another. */
  readonly together?: Partial<VotePolicy> & {
    readonly sequential?: boolean;
    readonly completion?: string;
  };
  /**
   * Consequence of 不同意 if no later gateway reads `pass`: back to the applicant, to the previous
   * step, to the step with this key, or refusal of the record.
   */
  readonly onAgainst?: 'applicant' | 'prev' | 'refuse' | string;
}

/** Time that has to pass before the chain continues, such as a publicity period. No tasks arise. */
export interface WaitStep {
  /** Id of the node in the route, unique as that of a step. */
  readonly key: string;
  readonly label: Label;
  /** Duration: `5wd` (work days), `P5D`, `PT48H`. */
  readonly period: string;
  readonly condition?: string;
}

/**
 * Matter that has to be completed elsewhere before the chain continues, such as an expert review.
 */
export interface MatterStep extends Pick<Step, 'key' | 'label' | 'condition' | 'tag'> {
  /** Registered name of the matter: `review`. */
  readonly wait: string;
  /** Fields of the record that completing the matter may change. */
  readonly editable?: readonly string[];
  /** Consequence of a negative outcome if no later gateway reads `pass`, as at a step. */
  readonly onAgainst?: Step['onAgainst'];
  /**
   * Validity of an earlier outcome after a return: with `reuse` (default) it counts while its basis
   * is unchanged; with `ask` only if the return did not go back past the matter.
   */
  readonly again?: 'reuse' | 'ask';
}

/** Automatic work between two steps. No tasks arise. */
export interface ServiceStep {
  /** Id of the node in the route, unique as that of a step. */
  readonly key: string;
  readonly label: Label;
  readonly service: Service;
  readonly condition?: string;
}

/** Element of a chain. */
export type ChainLink = Step | WaitStep | MatterStep | ServiceStep;

/** True if the element is a step of approvers. */
export const isStep = (link: ChainLink): link is Step => 'candidates' in link;

/** Value computed from a record for conditions of its route. */
export interface ComputedFact {
  readonly type: FactType;
  /** Label in forecasts; if omitted, forecasts do not mention the value. */
  readonly label?: Label;
  /** Computes the value from the row as it will be stored. Pure. */
  readonly of: (row: RowLike) => unknown;
}

/**
 * Kind of approval with its shipped route; administrators may deploy other routes under its key.
 */
export interface Process {
  /** Name of the kind in addresses `/mywork/process/{kind}/…`, and key of the route. */
  readonly kind: string;
  readonly label: Label;
  /** `flow_` and the number of the process in the dictionary `flow`; unique. */
  readonly category: string;
  readonly steps: readonly ChainLink[];
  /** Facts for conditions besides the fields of the record. */
  readonly facts: Readonly<Record<string, ComputedFact>>;
  /**
   * Parameters of the tenant that conditions read as `param.<name>`: their values are fixed when a
   * record is submitted, until it is submitted again.
   */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Promised number of days for a step; afterwards the applicant may urge. */
  readonly promisedDays: number;
}

/** Promised number of days if a process declares none. */
const defaultPromisedDays = 3;

/** Kind of approval with the fields of its records, against which a route is checked. */
export interface Kind {
  readonly process: Process;
  readonly fields: Fields;
  /** Facts from outside the record: `plan.needReview` for `plan: recordNamedBy('planId', plan)`. */
  readonly facts?: Facts;
}

/**
 * Returns every kind of approval, without duplicates.
 * @param resources definitions; the kinds of their processes come first and have priority
 * @param planned kinds without a resource definition yet
 */
export const approvalKindsOf = (
  resources: Iterable<{
    readonly fields: Fields;
    readonly facts?: Facts;
    readonly processes: readonly Process[];
  }>,
  planned: readonly Kind[] = [],
): readonly Kind[] => {
  const built = [...resources].flatMap(({ fields, facts, processes }) =>
    processes.map((process): Kind => ({ process, fields, ...(facts ? { facts } : {}) })),
  );
  const defined = new Set(built.map(({ process }) => process.kind));
  return [...built, ...planned.filter(({ process }) => !defined.has(process.kind))];
};

/** Result that a step with a tag reports to its record. */
export interface StepOutcome {
  readonly tag: string;
  readonly result: 'approve' | 'back' | 'refuse';
}

/**
 * Result of the step with a tag that determines the record's state, or that the record is currently
 * at this step.
 */
export interface StepPlace {
  readonly tag: string;
  readonly result: StepOutcome['result'] | 'open';
}

/**
 * Declares a process by its chain of approvers, waits and services.
 * @throws Error when two steps share a key or the chain is empty.
 */
export const defineProcess = (
  kind: string,
  label: Label,
  steps: readonly ChainLink[],
  category = 'flow_1',
  {
    facts = {},
    parameters = {},
    promisedDays = defaultPromisedDays,
  }: Partial<Pick<Process, 'facts' | 'parameters' | 'promisedDays'>> = {},
): Process => {
  if (steps.length === 0) throw new Error(`${kind}: a process needs a step`);
  const keys = new Set(steps.map((step) => step.key));
  if (keys.size !== steps.length) throw new Error(`${kind}: two steps share a key`);
  return { kind, label, category, steps, facts, parameters, promisedDays };
};

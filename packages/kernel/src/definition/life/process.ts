import type { Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';
import type { Fields } from '../field/field.ts';
import type { Parameter } from '../field/parameter.ts';
import type { Facts } from './fact.ts';
import type { FactType } from './facts.ts';

/** Policy for a step without anybody who could act: its substitutes, the next step, a refusal. */
export type EmptyPolicy = 'toAdmin' | 'skip' | 'refuse';

/** Rule by which a step of several people is decided. */
export interface VotePolicy {
  /** Agreed to: by everybody, by one person, by a share of them in percent. */
  readonly agree: 'all' | 'any' | number;
  /** Failed: by one vote, when agreement is out of reach, or by a share of them in percent as well. */
  readonly against: 'veto' | 'count' | number;
}

/** Work that a node does by itself while the process passes through it: it copies the record for information (抄送). */
export interface Service {
  readonly is: 'cc';
  readonly people: readonly string[];
}

/** One step of a chain of approvers, in the order in which they act. */
export interface Step {
  /** Id of the step within its process, kept for ever: instances and tables refer to it. */
  readonly key: string;
  readonly label: Label;
  /** People who act, as references that the directory resolves: `role:rd_achieve`. */
  readonly candidates: readonly string[];
  /** Expression over the record's variables; the step is skipped where it does not hold. */
  readonly condition?: string;
  readonly empty?: EmptyPolicy;
  /** To whom the record is copied for information when the step is agreed to (抄送). */
  readonly cc?: readonly string[];
  /** Deadline, and what the clock does about it: see `Deadline` of the diagram. */
  readonly due?: string;
  readonly overdue?: 'agree' | 'refuse' | 'return' | 'handOver';
  readonly handTo?: readonly string[];
  readonly remind?: string;
  readonly escalate?: string;
  /** The name under which the step reports its result to the record's state (`States.steps`). */
  readonly tag?: string;
  /** Fields of the record that the approver may change. */
  readonly editable?: readonly string[];
  /** A change of what a gateway before the step was judged by lets the route be judged anew. */
  readonly rejudge?: boolean;
  /** True if 不通过 may be chosen; by default it may. */
  readonly refuse?: boolean;
  /** Several people have to agree: all of them at once, or one after the other. */
  readonly together?: Partial<VotePolicy> & {
    readonly sequential?: boolean;
    readonly completion?: string;
  };
  /**
   * Result of 不同意 where no gateway behind the step reads `pass`: back to the applicant, back to the step before or to
   * the step of this key, or the refusal of the record.
   */
  readonly onAgainst?: 'applicant' | 'prev' | 'refuse' | string;
}

/** A time that has to pass before the chain goes on: a publicity period. Nobody is asked. */
export interface WaitStep {
  /** Name of the node in the route, as a step has it. */
  readonly key: string;
  readonly label: Label;
  /** `5wd` (work days), `P5D`, `PT48H`. */
  readonly period: string;
  readonly condition?: string;
}

/** A matter that has to be completed elsewhere before the chain goes on: an expert review. */
export interface MatterStep extends Pick<Step, 'key' | 'label' | 'condition' | 'tag'> {
  /** The registered name of the matter: `review`. */
  readonly wait: string;
  /** Fields of the record that the matter's completion may change. */
  readonly editable?: readonly string[];
  /** Result of an outcome against where no gateway behind reads `pass`, as at a step. */
  readonly onAgainst?: Step['onAgainst'];
  /**
   * Validity of an outcome after a return: `reuse` (the default) counts it while its basis is unchanged, `ask` only
   * if the return did not go back over it, like an approval.
   */
  readonly again?: 'reuse' | 'ask';
}

/** Work that the process does by itself between two steps. Nobody is asked. */
export interface ServiceStep {
  /** Name of the node in the route, as a step has it. */
  readonly key: string;
  readonly label: Label;
  readonly service: Service;
  readonly condition?: string;
}

/** One link of a chain. */
export type ChainLink = Step | WaitStep | MatterStep | ServiceStep;

/** Does the link ask people? */
export const isStep = (link: ChainLink): link is Step => 'candidates' in link;

/** A value that is computed from a record for the conditions of its route. */
export interface ComputedFact {
  readonly type: FactType;
  /** How a forecast calls it; without one it says nothing of it. */
  readonly label?: Label;
  /** Pure: of the row as it will be stored. */
  readonly of: (row: RowLike) => unknown;
}

/** A kind of approval with its shipped route; administrators may deploy others under its key. */
export interface Process {
  /** The kind in the addresses `/mywork/process/{kind}/…`, also the key of the route. */
  readonly kind: string;
  readonly label: Label;
  /** `flow_` and the number of the process in the dictionary `flow`; no other process has it. */
  readonly category: string;
  readonly steps: readonly ChainLink[];
  /** Facts that conditions may use beside the fields of the record. */
  readonly facts: Readonly<Record<string, ComputedFact>>;
  /**
   * Parameters of the school that conditions may use as `param.<name>`: read when a record is submitted,
   * and kept until it is submitted again.
   */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Days within which a step is promised to be done; after them its applicant may urge. */
  readonly promisedDays: number;
}

/** Days that are promised where a process says nothing else. */
const usualPromise = 3;

/** A kind of approval with the fields of its records: what a route is checked against. */
export interface Kind {
  readonly process: Process;
  readonly fields: Fields;
  /** Facts outside the record: `plan.needReview` for `plan: recordNamedBy('planId', plan)`. */
  readonly facts?: Facts;
}

/**
 * Every kind of approval, once.
 * @param resources definitions; the kinds of their processes come first, and win
 * @param planned kinds whose records are not built yet
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

/** The result that a tagged step reports to its record. */
export interface StepOutcome {
  readonly tag: string;
  readonly result: 'approve' | 'back' | 'refuse';
}

/** The outcome of a tagged step that counts for its record, or that the record waits there. */
export interface StepPlace {
  readonly tag: string;
  readonly result: StepOutcome['result'] | 'open';
}

/**
 * Declares a process by its chain of approvers, waits and services.
 * @throws Error at load when two steps share a key or a process has none.
 */
export const defineProcess = (
  kind: string,
  label: Label,
  steps: readonly ChainLink[],
  category = 'flow_1',
  {
    facts = {},
    parameters = {},
    promisedDays = usualPromise,
  }: Partial<Pick<Process, 'facts' | 'parameters' | 'promisedDays'>> = {},
): Process => {
  if (steps.length === 0) throw new Error(`${kind}: a process needs a step`);
  const keys = new Set(steps.map((step) => step.key));
  if (keys.size !== steps.length) throw new Error(`${kind}: two steps share a key`);
  return { kind, label, category, steps, facts, parameters, promisedDays };
};

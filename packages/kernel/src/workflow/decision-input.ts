import type { RepeatRule } from './diagram.ts';
import type { Directory } from './directory.ts';
import type { Facts } from './expression.ts';
import type { Graph } from './graph.ts';
import type { WorkCalendar } from './period.ts';

/** Person who gives the command, as far as processes care. */
export interface ProcessActor {
  readonly id: string;
  /** Every reference that means this person now: `user:…`, roles, departments, posts. */
  readonly groups: ReadonlySet<string>;
  /**
   * May suspend, delete and reassign other people's work: of the kinds of their office, or of all. False
   * for everybody else.
   */
  readonly manages: false | 'office' | 'all';
}

/** A school's choices. */
export interface Settings {
  /** Pass a step whose only assignee approved the step before, or any step of this round, where the step does not say it. */
  readonly skipSame: RepeatRule;
  /** A returned record goes through the whole chain again, or straight to the step that returned it. */
  readonly resubmit: 'restart' | 'direct';
  /** The applicant may recall until the first step is handled, or until the end. */
  readonly recall: 'untouched' | 'anytime';
  /** Steps of the record's department may refuse, too. */
  readonly departmentRefuses: boolean;
}

export const defaultSettings: Settings = {
  skipSame: 'consecutive',
  resubmit: 'restart',
  recall: 'untouched',
  departmentRefuses: false,
};

/** Everything that a decision depends on beside the snapshot and the command. */
export interface DecisionInput {
  readonly graph: Graph;
  readonly directory: Directory;
  readonly actor: ProcessActor;
  readonly settings: Settings;
  /** Facts of the record that conditions see, as it will be stored with the command. */
  readonly facts: Facts;
  /** Facts of the record before the command's edits, where the step lets the route be judged anew. */
  readonly factsBefore?: Facts;
  /** Waits for matters, by visit, with which somebody has begun to deal. */
  readonly touched?: ReadonlySet<string>;
  /** False for a record that may not be copied to anybody: its definition says which. */
  readonly copiable?: boolean;
  /** Days that differ from Monday to Friday, where the route has waits. */
  readonly calendar?: WorkCalendar;
  readonly now: Date;
  nextId(): string;
}

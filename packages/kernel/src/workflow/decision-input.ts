import type { RepeatRule } from './diagram.ts';
import type { Directory } from './directory.ts';
import type { Facts } from './expression.ts';
import type { Graph } from './graph.ts';
import type { WorkCalendar } from './period.ts';

/** Actor of a command, with the data that processes need. */
export interface ProcessActor {
  readonly id: string;
  /**
   * Every reference that currently resolves to this person: `user:…`, roles, departments, posts.
   */
  readonly groups: ReadonlySet<string>;
  /**
   * Range of processes that the person may suspend, delete and reassign: those of the kinds of
   * their office, or all. False for everybody else.
   */
  readonly manages: false | 'office' | 'all';
}

/** Settings of the tenant for approvals. */
export interface Settings {
  /**
   * Rule to skip a step whose only assignee has approved the previous step, or any step of this
   * round, unless the step sets its own rule.
   */
  readonly skipSame: RepeatRule;
  /**
   * Path of a resubmitted record: the whole chain again, or directly to the step that returned it.
   */
  readonly resubmit: 'restart' | 'direct';
  /** Period for recalls by the applicant: until the first step is handled, or until the end. */
  readonly recall: 'untouched' | 'anytime';
  /** True if steps of the record's department may refuse. */
  readonly departmentRefuses: boolean;
}

export const defaultSettings: Settings = {
  skipSame: 'consecutive',
  resubmit: 'restart',
  recall: 'untouched',
  departmentRefuses: false,
};

/** Input of a decision besides the snapshot and the command. */
export interface DecisionInput {
  readonly graph: Graph;
  readonly directory: Directory;
  readonly actor: ProcessActor;
  readonly settings: Settings;
  /** Facts of the record for conditions, as it will be stored with the command. */
  readonly facts: Facts;
  /**
   * Facts of the record before the command's edits, if the step lets the route be evaluated again.
   */
  readonly factsBefore?: Facts;
  /** Ids of visits waiting for matters on which work has begun. */
  readonly touched?: ReadonlySet<string>;
  /** False if the record may not be copied to anybody, as its definition declares. */
  readonly copiable?: boolean;
  /** Exceptions to the working week Monday to Friday, if the route has waits. */
  readonly calendar?: WorkCalendar;
  readonly now: Date;
  nextId(): string;
}

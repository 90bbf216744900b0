import { Refused } from '../../errors.ts';
import { fill, type Label } from '../../label.ts';
import type { Command } from '../command.ts';
import type { Decision } from '../decide.ts';
import { decide } from '../decide.ts';
import type { DecisionInput } from '../decision-input.ts';
import { reachableNodes } from '../flows.ts';
import type { Graph } from '../graph.ts';
import { holdsToken } from '../graph.ts';
import { ConditionUndecidable } from '../judging/judge.ts';
import { type NextStep, nextStepOf, nodeLabel } from '../predict.ts';
import { uniqueValues } from '../staffing.ts';
import type { Snapshot, StepVisit, Task } from '../state.ts';
import { choicesBefore, type TurnGrounds } from './grounds.ts';

/** Node at which a forecast stops, and the reason. */
export interface ForecastStop {
  /** Reason of the stop. */
  readonly label: Label;
  /** Path of the unknown fact that decides, if that is the reason; otherwise null. */
  readonly unknown: string | null;
  /** Step whose result is unpredictable. */
  readonly node: string;
  /** Steps that may come next. */
  readonly possible: readonly { readonly node: string; readonly name: Label }[];
}

/** Maximum number of steps of a rehearsal. */
const horizon = 300;

const tooLong: Label = ['后面的环节太多，不再预测', 'Too many steps ahead to forecast further'];

const dependsOn: Label = ['取决于【{name}】的结果', 'This depends on the outcome of “{name}”'];

/** Data at the time of a visit in a rehearsal. */
interface Entry {
  readonly step: NextStep;
  readonly turns: readonly TurnGrounds[];
  readonly skipped: Label | null;
}

const skipReason = ({ events }: Decision, visit: StepVisit): Label | null => {
  for (const event of events) {
    if (event.type !== 'log' || event.entry.visit !== visit.id) continue;
    if (event.entry.operation === 'skip') return event.entry.reason;
  }
  return null;
};

/** Returns the steps that may directly follow a node. */
const possibleAfter = (graph: Graph, node: string): ForecastStop['possible'] => {
  const targets = (id: string): string[] =>
    (graph.nodes[id]?.out ?? []).flatMap((flow) => graph.flows[flow]?.to ?? []);
  const reached = reachableNodes(targets(node), (id) => (holdsToken(graph, id) ? [] : targets(id)));
  return [...reached]
    .filter((id) => holdsToken(graph, id))
    .map((id) => ({ node: id, name: nodeLabel(graph, id) }));
};

/** Returns the people who may act on an open task. */
export const peopleAbleToAct = (
  { directory }: DecisionInput,
  { instance }: Snapshot,
  task: Task,
): string[] =>
  task.assignee === null
    ? uniqueValues(
        task.candidates.flatMap((reference) => directory.resolve(reference).users),
      ).filter((user) => user !== instance.applicant && !directory.concerned.has(user))
    : [task.assignee];

/**
 * Replaces the actor by one who may act on the task, for the rehearsal only. With several
 * candidates an anonymous actor is used, so that nothing depends on the choice.
 */
const standIn = (input: DecisionInput, snapshot: Snapshot, task: Task): DecisionInput => {
  const able = peopleAbleToAct(input, snapshot, task);
  const [only = ''] = able.length === 1 ? able : [];
  return {
    ...input,
    actor: { id: only, groups: new Set(task.candidates), manages: false as const },
  };
};

/** Simulates a process to its end with everybody agreeing, without storing anything. */
export class Rehearsal {
  private readonly input: DecisionInput;
  private now: Date;
  at: Snapshot | null;
  last: Decision | null = null;
  readonly entries = new Map<string, Entry>();
  readonly stops: ForecastStop[] = [];
  /** Visits whose result is unpredictable. */
  private readonly held = new Set<string>();

  constructor(snapshot: Snapshot | null, input: DecisionInput) {
    this.at = snapshot;
    // Only the current command edits the record.
    const { factsBefore: _, ...later } = input;
    this.input = later;
    this.now = input.now;
  }

  /**
   * Runs a command.
   * @param visit visit that the command completes; null for a start
   */
  run(command: Command, by: DecisionInput, visit: StepVisit | null): void {
    const { graph } = this.input;
    const decision = decide(this.at, command, { ...by, now: this.now });
    if (decision instanceof Refused) {
      const node = visit?.node ?? graph.apply;
      if (visit) this.held.add(visit.id);
      this.stops.push({
        label: decision.label,
        unknown:
          decision instanceof ConditionUndecidable
            ? (decision.missing.fact?.split('.')[0] ?? null)
            : null,
        node,
        possible: possibleAfter(graph, node),
      });
      return;
    }
    for (const each of decision.snapshot.visits) {
      if (this.entries.has(each.id) || this.at?.visits.some(({ id }) => id === each.id)) continue;
      this.entries.set(each.id, {
        step: nextStepOf(graph, each, decision),
        turns: choicesBefore(graph, each.node, each.previous, decision),
        skipped: skipReason(decision, each),
      });
    }
    this.at = decision.snapshot;
    this.last = decision;
  }

  /** Lets one person agree, or completes the next wait. Returns false if nothing was left to do. */
  step(): boolean {
    const { at } = this;
    if (at?.instance.status !== 'RUN') return false;
    const visitOf = (id: string) => at.visits.find((visit) => visit.id === id) as StepVisit;
    const task = at.tasks.find((item) => item.status === 'TODO' && !this.held.has(item.visit));
    if (task) {
      const agree: Command = { is: 'agree', task: task.id, comment: '' };
      this.run(agree, standIn(this.input, at, task), visitOf(task.visit));
      return true;
    }
    const [wait] = at.visits
      .filter(
        (visit) =>
          visit.status === 'ACTIVE' &&
          visit.due !== null &&
          this.input.graph.nodes[visit.node]?.type === 'wait' &&
          !this.held.has(visit.id),
      )
      .sort((a, b) => Number(a.due) - Number(b.due));
    if (!wait) return this.stopAtMatter(at);
    this.now = new Date(Math.max(Number(this.now), Number(wait.due)));
    this.run({ is: 'elapse', visit: wait.id }, this.input, wait);
    return true;
  }

  /**
   * Stops the branch at a matter, whose outcome is unpredictable. Returns false without such a
   * wait.
   */
  private stopAtMatter({ visits }: Snapshot): boolean {
    const { graph } = this.input;
    const wait = visits.find(({ id, status }) => status === 'ACTIVE' && !this.held.has(id));
    if (!wait) return false;
    this.held.add(wait.id);
    this.stops.push({
      label: fill(dependsOn, { name: nodeLabel(graph, wait.node) }),
      unknown: null,
      node: wait.node,
      possible: possibleAfter(graph, wait.node),
    });
    return true;
  }

  /** Repeats `step` until nothing is left to do. */
  play(): void {
    for (let turn = 0; turn < horizon; turn += 1) if (!this.step()) return;
    this.stops.push({ label: tooLong, unknown: null, node: this.input.graph.apply, possible: [] });
  }
}

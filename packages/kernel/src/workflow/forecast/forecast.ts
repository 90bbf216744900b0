import type { Label } from '../../label.ts';
import type { Command } from '../command.ts';
import type { DecisionInput } from '../decision-input.ts';
import { reachableNodes } from '../flows.ts';
import type { Graph } from '../graph.ts';
import { holdsToken, userNode, visitedNode } from '../graph.ts';
import { type NextStep, nodeLabel } from '../predict.ts';
import { uniqueValues } from '../staffing.ts';
import type { InstanceStatus, Snapshot, StepVisit } from '../state.ts';
import { type ConditionPart, choicesBefore, type TurnGrounds } from './grounds.ts';
import { type ForecastStop, peopleAbleToAct, Rehearsal } from './rehearsal.ts';

/** Branch of an opened fork: the id of the fork's opening, and the first flow of the branch. */
export interface ForkBranch {
  readonly fork: string;
  readonly branch: string;
}

/** Value that an earlier step may still change before a gateway evaluates it. */
export interface ForecastMark {
  /** Name of the fact. */
  readonly name: string;
  /** Id of the step whose assignee may change the fact. */
  readonly node: string;
}

/** Reasons for the path of a route. */
export interface Reasons {
  /** Parts of conditions that led here. */
  readonly why: readonly ConditionPart[];
  readonly marks: readonly ForecastMark[];
}

/** Step or wait of the forecast. */
export interface ForecastStep extends NextStep, Reasons {
  readonly state: 'done' | 'active' | 'coming' | 'skipped';
  /** Reason why the step is skipped, or null. */
  readonly skipped: Label | null;
  /** True if skipping depends on which of several people acts before. */
  readonly varies: boolean;
  /** End of a wait, or null. */
  readonly until: Date | null;
  /** Branches that contain the step, outermost first. */
  readonly path: readonly ForkBranch[];
}

/** Forecast end of the process. */
export interface ForecastEnd extends Reasons {
  readonly status: Exclude<InstanceStatus, 'RUN'>;
}

export interface Forecast {
  /** Steps in the order in which they are entered. */
  readonly steps: readonly ForecastStep[];
  /** Points at which the forecast stops; several if branches stop separately. */
  readonly stops: readonly ForecastStop[];
  /** End of the process; null if not reached. */
  readonly end: ForecastEnd | null;
}

/** Function that returns the fields from which a fact is computed, the name of the fact included. */
export type SourcesOf = (fact: string) => ReadonlySet<string>;

const itself: SourcesOf = (fact) => new Set([fact]);

/** Returns the state of a visit before the forecast; undefined if returned, voided or cancelled. */
const stateBefore = (visit: StepVisit): ForecastStep['state'] | undefined => {
  if (visit.void) return undefined;
  const states: Readonly<Record<StepVisit['status'], ForecastStep['state'] | undefined>> = {
    ACTIVE: 'active',
    DONE: 'done',
    SKIP: 'skipped',
    BACK: undefined,
    CANCEL: undefined,
  };
  return states[visit.status];
};

/** Describes an existing visit: people who acted, or who may act now. */
const known = (input: DecisionInput, visit: StepVisit, snapshot: Snapshot): NextStep => {
  const tasks = snapshot.tasks.filter((task) => task.visit === visit.id);
  const users = uniqueValues([
    ...visit.people,
    ...tasks.flatMap((task) =>
      task.status === 'TODO' ? peopleAbleToAct(input, snapshot, task) : (task.actor ?? []),
    ),
  ]);
  const together = userNode(input.graph, visit.node)?.multi != null;
  return {
    node: visit.node,
    name: nodeLabel(input.graph, visit.node),
    users,
    together,
    choose: false,
  };
};

/** True if only some of several people decide, so that the voters cannot be predicted. */
const isDecidedBySome = (graph: Graph, node: string): boolean => {
  const multi = userNode(graph, node)?.multi;
  return multi != null && (multi.agree !== 'all' || multi.completion !== null);
};

const byId = <T extends { readonly id: string }>(
  rows: readonly T[] | undefined,
): ReadonlyMap<string, T> => new Map(rows?.map((row) => [row.id, row]));

/** Converts the result of a rehearsal to a forecast. */
class Account {
  private readonly input: DecisionInput;
  private readonly sources: SourcesOf;
  private readonly play: Rehearsal;
  private readonly snapshot: Snapshot | null;
  /** Visit that the caller's command completes. */
  private readonly present: StepVisit | undefined;
  private readonly before: ReadonlyMap<string, StepVisit>;
  private readonly visits: ReadonlyMap<string, StepVisit>;

  constructor(
    input: DecisionInput,
    sources: SourcesOf,
    play: Rehearsal,
    snapshot: Snapshot | null,
    present: StepVisit | undefined,
  ) {
    this.input = input;
    this.sources = sources;
    this.play = play;
    this.snapshot = snapshot;
    this.present = present;
    this.before = byId(snapshot?.visits);
    this.visits = byId(play.at?.visits);
  }

  private stateOf(visit: StepVisit): ForecastStep['state'] | undefined {
    const found = this.before.get(visit.id);
    if (found) return stateBefore(found);
    // When a branch ends the process, open visits of other branches are cancelled.
    if (visit.void || visit.status === 'CANCEL') return undefined;
    if (visit.status === 'SKIP') return 'skipped';
    return this.snapshot === null && visit.seq === 1 ? 'active' : 'coming';
  }

  private pathOf({ node, scope }: StepVisit): ForkBranch[] {
    const scopes = byId(this.play.at?.scopes);
    const chain: string[] = [];
    for (let id = scope; id !== null; id = scopes.get(id)?.parent ?? null) chain.unshift(id);
    const branches = visitedNode(this.input.graph, node)?.path ?? [];
    return chain.map((fork, i) => ({ fork, branch: branches[i]?.[1] ?? '' }));
  }

  /** Returns earlier steps that are open or pending, without the one being completed. */
  private openBefore(previous: readonly string[]): StepVisit[] {
    const led = reachableNodes(previous, (id) => this.visits.get(id)?.previous ?? []);
    return [...led].flatMap((id) => {
      const visit = this.visits.get(id) as StepVisit;
      const state = this.stateOf(visit);
      const isOpen = state === 'coming' || state === 'active';
      return isOpen && id !== this.present?.id ? [visit] : [];
    });
  }

  private reasonsOf(turns: readonly TurnGrounds[], previous: readonly string[]): Reasons {
    const names = new Set(turns.flatMap((turn) => turn.names));
    const editors = names.size > 0 ? this.openBefore(previous) : [];
    const editorOf = (name: string): StepVisit | undefined =>
      editors.findLast(({ node }) =>
        userNode(this.input.graph, node)?.editable.some((field) => this.sources(name).has(field)),
      );
    return {
      why: turns.flatMap((turn) => turn.grounds),
      marks: [...names].flatMap((name) => {
        const by = editorOf(name);
        return by ? [{ name, node: by.node }] : [];
      }),
    };
  }

  private stepOn(visit: StepVisit): NextStep {
    const before = this.before.get(visit.id) as StepVisit;
    const entry = this.play.entries.get(visit.id);
    return entry?.step ?? known(this.input, before, this.snapshot as Snapshot);
  }

  /**
   * True if the person of this step may or may not turn out to be one who approves before it, so
   * that skipping is uncertain.
   */
  private varies(visit: StepVisit, state: ForecastStep['state']): boolean {
    const { graph, settings } = this.input;
    const rule = userNode(graph, visit.node)?.skipSame ?? settings.skipSame;
    if (rule === 'none' || this.before.has(visit.id)) return false;
    const asked = this.openBefore(visit.previous).filter(({ node }) => userNode(graph, node));
    if (state === 'skipped') return asked.some(({ node }) => isDecidedBySome(graph, node));
    const [only, ...others] = this.stepOn(visit).users;
    if (only === undefined || others.length > 0) return false;
    return asked.some((other) => {
      const { users } = this.stepOn(other);
      return users.length > 1 && users.includes(only);
    });
  }

  steps(): ForecastStep[] {
    return [...this.visits.values()].flatMap((visit): ForecastStep[] => {
      const state = this.stateOf(visit);
      // Services are not steps of the forecast.
      if (state === undefined || !holdsToken(this.input.graph, visit.node)) return [];
      const entry = this.play.entries.get(visit.id);
      return [
        {
          ...this.stepOn(visit),
          ...this.reasonsOf(entry?.turns ?? [], visit.previous),
          state,
          skipped: entry?.skipped ?? null,
          varies: this.varies(visit, state),
          until: visit.due,
          path: this.pathOf(visit),
        },
      ];
    });
  }

  end(): ForecastEnd | null {
    const { at, last } = this.play;
    if (!at || at.instance.status === 'RUN') return null;
    const { status } = at.instance;
    const { graph } = this.input;
    const isEnd = (flow: string) => graph.nodes[graph.flows[flow]?.to ?? '']?.type === 'end';
    const final = at.visits.findLast((visit) => visit.flows.some(isEnd));
    const node = graph.flows[final?.flows.find(isEnd) ?? '']?.to;
    // A step without candidates may refuse the record before any end is reached.
    if (!final || node === undefined || !last) return { status, why: [], marks: [] };
    return { status, ...this.reasonsOf(choicesBefore(graph, node, [final.id], last), [final.id]) };
  }
}

/**
 * Forecasts the path to the end if everybody agrees, by dry runs of the real commands, so that it
 * is accurate if nobody edits (workflow-2 §10, I13). A branch stops where a value is unknown, which
 * the forecast names; values that an earlier step may change are marked.
 *
 * @param start command that is about to be given; null if others act next
 * @param sources returns the fields of which a fact is computed
 */
export const forecast = (
  snapshot: Snapshot | null,
  start: Command | null,
  input: DecisionInput,
  sources: SourcesOf = itself,
): Forecast => {
  const play = new Rehearsal(snapshot, input);
  const own = snapshot?.tasks.find((task) => start && 'task' in start && task.id === start.task);
  const present = snapshot?.visits.find((visit) => visit.id === own?.visit);
  if (start) play.run(start, input, present ?? null);
  play.play();
  const account = new Account(input, sources, play, snapshot, present);
  return { steps: account.steps(), stops: play.stops, end: account.end() };
};

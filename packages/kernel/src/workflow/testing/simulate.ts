import fc from 'fast-check';
import { Refused } from '../../errors.ts';
import type { CommandName } from '../command.ts';
import { compile } from '../compile.ts';
import { type Decision, decide } from '../decide.ts';
import type { Directory } from '../directory.ts';
import type { Graph } from '../graph.ts';
import { nextSteps } from '../predict.ts';
import type { LogEntry, Snapshot, Task } from '../state.ts';
import type { DecisionInput, ProcessActor } from '../working-state.ts';
import type { Facts } from './blocks.ts';
import { applicant, isCounting, managers, members } from './blocks.ts';
import type { About, Call, CallKind } from './calls.ts';
import { callKinds, callOf, startCall } from './calls.ts';
import { draw } from './draw.ts';
import { brokenInvariants } from './invariants.ts';
import { agreedBy } from './memory.ts';
import { Oracle, Unsure } from './oracle.ts';
import type { Cast } from './people.ts';
import { type Plan, planOf } from './plan.ts';
import { castOf, directoryOf, groupsOf, type Move, type Scenario, scenarios } from './scenario.ts';

const pick = <T>(values: readonly T[], n: number): T | undefined => values[n % values.length];

/** Counts what happened by command, so that a run can show that it tried everything. */
export interface Tally {
  readonly accepted: Map<CommandName, number>;
  readonly refused: Map<CommandName, number>;
}

export const tally = (): Tally => ({ accepted: new Map(), refused: new Map() });

const count = (counts: Map<CommandName, number>, name: CommandName): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

const viewOf = ({ snapshot, events }: Decision) => {
  const { instance, visits, tasks } = snapshot;
  const open = visits.flatMap((visit) => {
    if (visit.status !== 'ACTIVE') return [];
    const seats = tasks.flatMap((task) =>
      task.visit === visit.id && task.status === 'TODO'
        ? [`${task.assignee ?? task.candidates.join('+')}${task.claimed ? '!' : ''}`]
        : [],
    );
    return [`${visit.node} ${visit.done}/${visit.total} ${seats.sort().join(' ')}`];
  });
  const said = events.flatMap((event) =>
    event.type === 'log' && event.entry.operation !== 'route'
      ? [`${event.entry.operation} ${event.entry.node ?? ''} ${event.entry.reason?.[0] ?? ''}`]
      : [],
  );
  const told = events.flatMap((event) =>
    event.type === 'notice' ? [`${event.notice.kind} ${[...event.notice.to].sort().join()}`] : [],
  );
  return {
    status: `${instance.status}${instance.suspended ? ' suspended' : ''}`,
    open: open.sort().join(' | '),
    said: said.sort().join(' | '),
    told: told.sort().join(' | '),
  };
};

const expectedOf = (oracle: Oracle): ReturnType<typeof viewOf> => {
  const open = [...oracle.acts.values()].flatMap((act) => {
    if (act.phase !== 'open') return [];
    const seats = act.seats.map(
      ({ who, pool, claimed }) => `${who ?? pool.join('+')}${claimed ? '!' : ''}`,
    );
    return [`${act.step.id} ${agreedBy(act).length}/${act.total} ${seats.sort().join(' ')}`];
  });
  return {
    status: `${oracle.status}${oracle.suspended ? ' suspended' : ''}`,
    open: open.sort().join(' | '),
    said: [...oracle.said].sort().join(' | '),
    told: [...oracle.told].sort().join(' | '),
  };
};

/** How many commands are tried, beside the one that is carried out. */
const probes = 4;

class Game {
  readonly graph: Graph;
  private readonly scenario: Scenario;
  private readonly cast: Cast;
  private readonly groups = new Map<string, ReadonlySet<string>>();
  private readonly tally: Tally;
  private directory: Directory;
  private oracle: Oracle;
  private facts: Facts;
  /** The record as it will be stored with the present command. */
  private present: Facts;
  private snapshot: Snapshot | null = null;
  private logs: LogEntry[] = [];
  private count: number;
  private readonly heard: (decision: Decision) => void;
  private readonly plan: Plan;
  private readonly steps: readonly string[];
  readonly trace: string[] = [];

  constructor(scenario: Scenario, tally: Tally, first = 0, heard = (_: Decision) => {}) {
    this.scenario = scenario;
    this.tally = tally;
    this.count = first;
    this.heard = heard;
    this.graph = compile(draw(scenario.route));
    this.facts = scenario.facts;
    this.present = scenario.facts;
    this.cast = castOf(scenario);
    this.directory = directoryOf(this.cast);
    for (const id of this.cast.everybody) this.groups.set(id, groupsOf(this.cast, id));
    this.plan = planOf(scenario.route);
    this.steps = [...this.plan.steps.keys()];
    this.oracle = new Oracle(this.plan, this.cast, scenario.settings);
  }

  private actor(id: string): ProcessActor {
    return { id, groups: this.groups.get(id) ?? new Set(), manages: managers.includes(id) };
  }

  private input(id: string): DecisionInput {
    return {
      graph: this.graph,
      directory: this.directory,
      actor: this.actor(id),
      settings: this.scenario.settings,
      facts: this.present,
      now: new Date(this.count * 1000),
      nextId: () => {
        this.count += 1;
        return String(this.count);
      },
    };
  }

  private people(task: Task): string[] {
    if (task.assignee !== null) return this.cast.stopped.has(task.assignee) ? [] : [task.assignee];
    return this.active().filter(
      (id) =>
        !this.cast.concerned.has(id) &&
        task.candidates.some((reference) => this.groups.get(id)?.has(reference)),
    );
  }

  /** Carries a command out and checks everything that is promised of it. */
  private call({ command, said, by }: Call): boolean {
    const before = this.snapshot;
    this.present = 'facts' in said && said.facts ? said.facts : this.facts;
    const expected = this.oracle.tryOut(said, by);
    const counter = this.count;
    const foreseen = nextSteps(before, command, this.input(by));
    this.count = counter;
    const decision = decide(before, command, this.input(by));
    const line = `${by} ${JSON.stringify(said)}`;
    this.trace.push(line);
    if (decision instanceof Refused) {
      count(this.tally.refused, command.is);
      if (!(foreseen instanceof Refused)) throw new Error('13 refused, but foreseen');
      if ('after' in expected) throw new Error(`refused (${decision.message}), oracle accepts`);
      return false;
    }
    if ('refused' in expected) throw new Error(`accepted, oracle refuses: ${expected.refused}`);
    count(this.tally.accepted, command.is);
    this.heard(decision);
    this.oracle = expected.after;
    this.compare(decision);
    const added = decision.events.flatMap((event) => (event.type === 'log' ? [event.entry] : []));
    if (added.length === 0) throw new Error('12 a change without a line of history');
    this.snapshot = decision.snapshot;
    this.logs = command.is === 'start' ? added : [...this.logs, ...added];
    const broken = brokenInvariants(this.snapshot, this.graph, this.logs, decision.position);
    if (broken.length > 0) throw new Error(broken.join(' | '));
    if (foreseen instanceof Refused) throw new Error('13 accepted, but foreseen as refused');
    this.compareForeseen(before, foreseen);
    const again = decide(this.snapshot, command, this.input(by));
    // A process that ended at once (nobody to ask, by its policy) may be started anew.
    const anew = command.is === 'start' && this.snapshot.instance.status !== 'RUN';
    if (!anew && !(again instanceof Refused)) {
      throw new Error(`10 ${command.is} was accepted twice`);
    }
    return true;
  }

  private compare(decision: Decision): void {
    const real = viewOf(decision);
    const expected = expectedOf(this.oracle);
    const wrong = (Object.keys(real) as (keyof typeof real)[]).filter(
      (part) => real[part] !== expected[part],
    );
    if (wrong.length === 0) return;
    const lines = wrong.map((part) => `${part}: ${real[part]}\n  oracle: ${expected[part]}`);
    throw new Error(lines.join('\n'));
  }

  private compareForeseen(
    before: Snapshot | null,
    foreseen: readonly { readonly node: string; readonly users: readonly string[] }[],
  ): void {
    const snapshot = this.snapshot as Snapshot;
    const old = new Set(before?.visits.map((visit) => visit.id));
    for (const step of foreseen) {
      const visit = snapshot.visits.find((item) => item.node === step.node && !old.has(item.id));
      const tasks = snapshot.tasks.filter((task) => task.visit === visit?.id);
      const real = [
        ...(visit?.people ?? []),
        ...tasks.flatMap((task) => task.assignee ?? this.people(task)),
      ];
      const shown = [...new Set(real)].sort().join();
      if (shown !== [...step.users].sort().join()) {
        throw new Error(`13 foreseen ${step.users.join()}, real ${shown}`);
      }
    }
  }

  private start(): boolean {
    return this.call(startCall(this.facts, applicant));
  }

  /** What a move speaks of; nothing where the numbers hit nothing. */
  private aboutOf(move: Pick<Move, 'task' | 'who' | 'to' | 'stranger' | 'picks'>, kind: string) {
    const snapshot = this.snapshot as Snapshot;
    const live = snapshot.tasks.filter((task) => task.status === 'TODO');
    const ended = snapshot.tasks.filter((task) => task.status !== 'TODO');
    const old = pick(ended, move.task);
    // Only what was done lately can be taken back; older ones are tried, too.
    const recent = pick(ended.slice(-3), move.task);
    const task = kind === 'stale' ? old : kind === 'withdraw' ? recent : pick(live, move.task);
    if (!task) return undefined;
    const able = task.actor === null ? this.people(task) : [task.actor];
    const manager = kind === 'delete' || kind === 'suspend' || kind === 'activate';
    const usual = manager ? '21' : kind === 'recall' ? applicant : pick(able, move.who);
    const anybody = pick(this.active(), move.who) as string;
    const person = pick(this.cast.everybody, move.to) as string;
    const step = pick(this.steps, move.to) as string;
    const visited = pick(snapshot.visits, move.to)?.node as string;
    return {
      snapshot,
      task,
      by: move.stranger ? anybody : (usual ?? anybody),
      comment: move.to % 7 === 0 ? '' : 'x',
      to: kind === 'back' ? (move.stranger ? step : visited) : person,
      picked: move.picks ? [pick(members, move.to) as string] : [],
      direct: move.picks,
      facts: this.facts,
    } satisfies About;
  }

  /** Where votes are counted, as many speak against as for it. */
  private kindOf({ kind, to }: Move, task: Task): CallKind {
    if (kind === 'stale') return 'agree';
    const step = this.plan.steps.get(task.node);
    const against = kind === 'agree' && to % 2 === 1 && step !== undefined && isCounting(step);
    return against ? 'disagree' : (kind as CallKind);
  }

  private active(): readonly string[] {
    return this.cast.everybody.filter((id) => !this.cast.stopped.has(id));
  }

  private move(move: Move): void {
    if (this.snapshot?.instance.status !== 'RUN' || move.kind === 'start') {
      this.start();
      return;
    }
    if (move.kind === 'stop') {
      this.stop(pick(['12', '12', '12', '13', '14', '15', '16', '22'], move.who) as string);
      return;
    }
    const about = this.aboutOf(move, move.kind);
    if (!about) return;
    const kind = this.kindOf(move, about.task);
    const facts = { ...this.facts, ...move.facts };
    // Only a command on the record changes what the process knows of it.
    const edits = move.kind === 'agree' || move.kind === 'disagree';
    try {
      if (this.call(callOf(kind, edits ? { ...about, facts } : about)) && edits) this.facts = facts;
    } catch (error) {
      if (!(error instanceof Unsure)) throw error;
    }
    this.probe(move);
  }

  /** The account is stopped; what lies with it stays there until somebody cares. */
  private stop(id: string): void {
    this.cast.stopped.add(id);
    this.directory = directoryOf(this.cast);
  }

  /** Tries some of all the commands that anybody could give now: are the same ones refused? */
  private probe(move: Move): void {
    if (this.snapshot?.instance.status !== 'RUN') return;
    for (let i = 0; i < probes; i += 1) {
      const kind = pick(callKinds, move.to * 7 + move.who * 3 + i * 5) as CallKind;
      const numbers = { task: move.task + i, who: move.who * 3 + i, to: move.to * 5 + i };
      const who = { stranger: (move.who + i) % 3 === 0, picks: i % 2 === 0 };
      const about = this.aboutOf({ ...numbers, ...who }, kind);
      if (about) this.tryOnly(callOf(kind, about));
    }
  }

  /** Carries nothing out: only compares whether it would be refused. */
  private tryOnly({ command, said, by }: Call): void {
    const counter = this.count;
    try {
      const expected = this.oracle.tryOut(said, by);
      this.present = this.facts;
      const decision = decide(this.snapshot, command, this.input(by));
      const refused = decision instanceof Refused;
      if (refused === 'refused' in expected) return;
      this.trace.push(`tried: ${by} ${JSON.stringify(said)}`);
      const why = 'refused' in expected ? expected.refused : 'accepts';
      throw new Error(`${refused ? decision.message : 'accepted'}, but the oracle: ${why}`);
    } catch (error) {
      if (!(error instanceof Unsure)) throw error;
    } finally {
      this.count = counter;
    }
  }

  play(): void {
    this.start();
    for (const move of this.scenario.moves) this.move(move);
    this.finish();
  }

  /** 16: activated, and agreed to everywhere, every process comes to its end. */
  private finish(): void {
    const plainly = (kind: CallKind, task: Task, by: string): boolean => {
      const about = this.aboutOf(
        { task: 0, who: 0, to: 1, stranger: false, picks: false },
        'agree',
      );
      return about !== undefined && this.call(callOf(kind, { ...about, task, by, picked: [] }));
    };
    const [first] = this.snapshot?.tasks ?? [];
    if (this.snapshot?.instance.suspended && first) plainly('activate', first, '21');
    for (let step = 0; this.snapshot?.instance.status === 'RUN'; step += 1) {
      if (step > 300) throw new Error('16 the process does not end');
      const task = this.snapshot.tasks.find((item) => item.status === 'TODO') as Task;
      const [who] = this.people(task);
      if (who === undefined && plainly('rescue', task, '21')) continue;
      // Several have to agree, and whoever is left has: nobody may take another's place as well.
      if (who === undefined && this.snapshot.visits.some((visit) => visit.total > 1)) return;
      if (who === undefined) throw new Error(`16 nobody can act on ${task.node}`);
      // What the oracle refuses as well is a rule: no branch holds, or nobody has agreed.
      if (!plainly('agree', task, who)) return;
    }
  }
}

/** Plays one scenario; throws where an invariant breaks. */
export const play = (scenario: Scenario, counts: Tally = tally()): void => {
  const game = new Game(scenario, counts);
  try {
    game.play();
  } catch (error) {
    const last = game.trace.slice(-8).join('\n  ');
    throw new Error(`${error instanceof Error ? error.message : error}\nafter\n  ${last}`);
  }
};

/** Plays one scenario and keeps every decision of it; ids are counted from `first`. */
export const playAloud = (
  scenario: Scenario,
  first: number,
): { readonly graph: Graph; readonly decisions: readonly Decision[] } => {
  const decisions: Decision[] = [];
  const game = new Game(scenario, tally(), first, (decision) => decisions.push(decision));
  game.play();
  return { graph: game.graph, decisions };
};

/**
 * Plays many.
 * @throws with the seed and the smallest scenario that breaks something
 */
export const playMany = (numRuns: number, seed: number): Tally => {
  const counts = tally();
  fc.assert(
    fc.property(scenarios, (scenario) => play(scenario, counts)),
    { numRuns, seed, endOnFailure: false },
  );
  return counts;
};

/** The first of many plays that breaks something, and the first line of what it breaks. */
export const firstFailure = (
  numRuns: number,
  seed: number,
): { readonly play: number; readonly message: string } | null => {
  const found = fc.check(
    fc.property(scenarios, (scenario) => play(scenario)),
    { numRuns, seed, endOnFailure: true },
  );
  if (!found.failed) return null;
  const { errorInstance } = found;
  const text = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return { play: found.numRuns, message: text.split('\n', 1)[0] as string };
};

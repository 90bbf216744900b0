import { Refused } from '../../errors.ts';
import { compile } from '../compile.ts';
import { type Decision, decide } from '../decide.ts';
import type { DecisionInput, ProcessActor } from '../decision-input.ts';
import type { Directory } from '../directory.ts';
import type { Graph } from '../graph.ts';
import { nextSteps } from '../predict.ts';
import { isTaskOpen, type LogEntry, type Snapshot, type StepVisit, type Task } from '../state.ts';
import { applicantId, applyStep, isCounting, managerIds, memberIds } from './blocks.ts';
import type { Call, CallContext, CallKind } from './calls.ts';
import { callKinds, callOf, elapseCall, startCall } from './calls.ts';
import { diagramOfBlock } from './draw.ts';
import { brokenInvariants } from './invariants.ts';
import type { Facts, Parameters } from './meanings.ts';
import { Oracle } from './oracle.ts';
import { type Cast, presentPeopleOf } from './people.ts';
import { type Plan, planOf } from './plan.ts';
import { castOf, directoryOf, groupsOf, type Scenario, type ScenarioMove } from './scenario.ts';
import type { Tally } from './situations.ts';
import { expectedOf, hourInMilliseconds, viewOf } from './views.ts';

const pick = <T>(values: readonly T[], n: number): T | undefined => values[n % values.length];

/** Number of commands that are tried beside the one performed. */
const probes = 4;

/** Play of one scenario on the engine and the oracle in parallel. */
export class Game {
  readonly graph: Graph;
  private readonly scenario: Scenario;
  private readonly cast: Cast;
  private readonly groups = new Map<string, ReadonlySet<string>>();
  private readonly tally: Tally;
  private directory: Directory;
  private oracle: Oracle;
  private facts: Facts;
  /** Facts of the record as stored with the current command. */
  private present: Facts;
  private snapshot: Snapshot | null = null;
  private logs: LogEntry[] = [];
  private count: number;
  /** Current hour, and number of submissions. */
  private now = 0;
  private submissions = 0;
  private readonly heard: (decision: Decision) => void;
  private readonly plan: Plan;
  private readonly steps: readonly string[];
  readonly trace: string[] = [];

  constructor(
    scenario: Scenario,
    tally: Tally,
    first = 0,
    heard = (_: Decision) => {},
    graph = compile(diagramOfBlock(scenario.route)),
  ) {
    this.scenario = scenario;
    this.tally = tally;
    this.count = first;
    this.heard = heard;
    this.graph = graph;
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
    return {
      id,
      groups: this.groups.get(id) ?? new Set(),
      manages: managerIds.includes(id) ? ('all' as const) : (false as const),
    };
  }

  private input(id: string): DecisionInput {
    return {
      graph: this.graph,
      directory: this.directory,
      actor: this.actor(id),
      settings: this.scenario.settings,
      facts: this.present,
      now: new Date(this.now * hourInMilliseconds),
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

  /** Performs a command and checks all invariants. */
  private call({ command, said, by }: Call): boolean {
    const before = this.snapshot;
    this.present = 'facts' in said && said.facts ? said.facts : this.facts;
    const expected = this.oracle.tryOut(said, by, this.now);
    const counter = this.count;
    const foreseen = nextSteps(before, command, this.input(by));
    this.count = counter;
    const decision = decide(before, command, this.input(by));
    const line = `${by} ${JSON.stringify(said)}`;
    this.trace.push(line);
    if (decision instanceof Refused) {
      this.tally.refuse(command);
      if (!(foreseen instanceof Refused)) throw new Error('13 refused, but foreseen');
      if ('after' in expected) throw new Error(`refused (${decision.message}), oracle accepts`);
      return false;
    }
    if ('refused' in expected) throw new Error(`accepted, oracle refuses: ${expected.refused}`);
    this.tally.accept(command, {
      said,
      by,
      before,
      decision,
      plan: this.plan,
      oracle: expected.after,
    });
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
    // A process that ended at once (no candidates, by its policy) may be started again.
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
        ...tasks.flatMap((task) => task.assignee ?? presentPeopleOf(this.cast, this.people(task))),
      ];
      const shown = [...new Set(real)].sort().join();
      if (shown !== [...step.users].sort().join()) {
        throw new Error(`13 foreseen ${step.users.join()}, real ${shown}`);
      }
    }
  }

  private start(): boolean {
    return this.submitting(startCall(this.facts, this.param(), applicantId));
  }

  /** Returns the current parameter of the tenant, which changes with every submission. */
  private param(): Parameters {
    return { limit: pick(this.scenario.limits, this.submissions) as number };
  }

  private submitting(call: Call): boolean {
    const done = this.call(call);
    if (done) this.submissions += 1;
    return done;
  }

  /** Chooses the task and target of a move; undefined if none fits its numbers. */
  private aboutOf(
    move: Pick<ScenarioMove, 'task' | 'who' | 'to' | 'stranger' | 'picks'>,
    kind: string,
  ) {
    const snapshot = this.snapshot as Snapshot;
    const live = snapshot.tasks.filter((task) => task.status === 'TODO');
    const ended = snapshot.tasks.filter((task) => task.status !== 'TODO');
    const old = pick(ended, move.task);
    // Only recent approvals can be withdrawn; older ones are tried as well.
    const recent = pick(ended.slice(-3), move.task);
    const represented = live.filter(({ owner }) => owner !== null);
    const asked = snapshot.tasks.filter((task) => task.parent !== null && isTaskOpen(task));
    const askerOf = ({ parent }: Task) => snapshot.tasks.find(({ id }) => id === parent);
    // A person who has voted may still remove people they added, which may decide the step.
    const spoken = asked.filter((task) => askerOf(task)?.status === 'DONE');
    const known: Partial<Record<string, Task | undefined>> = {
      reclaim: pick(represented, move.task),
      remove: pick(spoken, move.task) ?? pick(asked, move.task),
    };
    const own = known[kind];
    const asker = own && askerOf(own);
    // Without open tasks, moves are tried on completed ones.
    const open = own ?? pick(live, move.task) ?? old;
    const task = kind === 'stale' ? old : kind === 'withdraw' ? recent : open;
    if (!task) return undefined;
    const able = task.actor === null ? this.people(task) : [task.actor];
    const manager = kind === 'delete' || kind === 'suspend' || kind === 'activate';
    const usual = own
      ? kind === 'remove'
        ? (asker?.actor ?? asker?.assignee)
        : own.owner
      : manager
        ? '21'
        : kind === 'recall'
          ? applicantId
          : pick(able, move.who);
    const anybody = pick(this.active(), move.who) as string;
    const person = pick(this.cast.everybody, move.to) as string;
    const step = pick(this.steps, move.to) as string;
    // Every second return targets a step inside a fork, if there is one.
    const inside = snapshot.visits.filter(({ node }) => this.plan.places.get(node)?.length);
    const visited = (pick(move.to % 2 === 0 ? inside : [], move.to) ??
      pick(snapshot.visits, move.to)) as StepVisit;
    return {
      snapshot,
      task,
      by: move.stranger ? anybody : (usual ?? anybody),
      comment: move.to % 7 === 0 ? '' : 'x',
      to: kind === 'back' ? (move.stranger ? step : visited.node) : person,
      picked: move.picks ? [pick(memberIds, move.to) as string] : [],
      direct: move.picks,
      how: pick(['P', 'B', 'D'] as const, move.to) as 'P' | 'B' | 'D',
      facts: this.facts,
      param: this.param(),
    } satisfies CallContext;
  }

  /** Where votes are counted, as many people disagree as agree. */
  private kindOf({ kind, to }: ScenarioMove, task: Task): CallKind {
    if (kind === 'stale') return 'agree';
    const step = this.plan.steps.get(task.node);
    const against = kind === 'agree' && to % 2 === 1 && step !== undefined && isCounting(step);
    return against ? 'disagree' : (kind as CallKind);
  }

  private active(): readonly string[] {
    return this.cast.everybody.filter((id) => !this.cast.stopped.has(id));
  }

  private move(move: ScenarioMove): void {
    if (this.snapshot?.instance.status !== 'RUN' || move.kind === 'start') {
      this.start();
      return;
    }
    if (move.kind === 'stop') {
      this.stop(pick(['12', '12', '12', '13', '14', '15', '16', '22'], move.who) as string);
      return;
    }
    if (move.kind === 'away') {
      this.beAway(move);
      return;
    }
    if (move.kind === 'elapse') {
      this.pass(move.to % 30);
      this.elapse(move);
      return;
    }
    const about = this.aboutOf(move, move.kind);
    if (!about) return;
    const kind = this.kindOf(move, about.task);
    const facts = { ...this.facts, ...move.facts };
    // Only these commands edit the record.
    const edits = move.kind === 'agree' || move.kind === 'disagree';
    const submits = kind === 'agree' && about.task.node === applyStep.id;
    const call = callOf(kind, edits ? { ...about, facts } : about);
    const done = submits ? this.submitting(call) : this.call(call);
    if (done && edits) this.facts = facts;
    this.probe(move);
  }

  private pass(hours: number): void {
    this.now += hours;
  }

  /** Calls the clock for one of the last visits with a deadline; as a stranger, for any visit. */
  private elapse({ to, stranger }: ScenarioMove): void {
    const { visits } = this.snapshot as Snapshot;
    const waits = visits.filter(({ due }) => due !== null);
    const visit = pick(stranger ? visits : waits.slice(-2), to);
    if (visit) this.call(elapseCall(this.snapshot as Snapshot, visit));
  }

  /** Stops the account; its open tasks remain until reassigned. */
  private stop(id: string): void {
    this.cast.stopped.add(id);
    this.directory = directoryOf(this.cast);
  }

  /** Begins the absence of a person with a proxy, or ends the current one. */
  private beAway({ who, to }: ScenarioMove): void {
    const person = pick(memberIds, who) as string;
    const proxy = pick(memberIds, to) as string;
    if (this.cast.absent.has(person) || proxy === person) this.cast.absent.delete(person);
    else this.cast.absent.set(person, proxy);
  }

  /**
   * Compares, for a sample of all possible commands, whether engine and oracle refuse them alike.
   */
  private probe(move: ScenarioMove): void {
    if (this.snapshot?.instance.status !== 'RUN') return;
    for (let i = 0; i < probes; i += 1) {
      const kind = pick(callKinds, move.to * 7 + move.who * 3 + i * 5) as CallKind;
      const numbers = { task: move.task + i, who: move.who * 3 + i, to: move.to * 5 + i };
      const who = { stranger: (move.who + i) % 3 === 0, picks: i % 2 === 0 };
      const about = this.aboutOf({ ...numbers, ...who }, kind);
      if (about) this.tryOnly(callOf(kind, about));
    }
  }

  /** Compares whether a command would be refused, without performing it. */
  private tryOnly({ command, said, by }: Call): void {
    const counter = this.count;
    try {
      const expected = this.oracle.tryOut(said, by, this.now);
      this.present = this.facts;
      const decision = decide(this.snapshot, command, this.input(by));
      const refused = decision instanceof Refused;
      if (refused === 'refused' in expected) return;
      this.trace.push(`tried: ${by} ${JSON.stringify(said)}`);
      const why = 'refused' in expected ? expected.refused : 'accepts';
      throw new Error(`${refused ? decision.message : 'accepted'}, but the oracle: ${why}`);
    } finally {
      this.count = counter;
    }
  }

  play(): void {
    this.start();
    for (const move of this.scenario.moves) this.move(move);
    this.finish();
  }

  /** Ends a wait by letting its time pass. */
  private endWait({ visits }: Snapshot): boolean {
    const isOpen = ({ status, due }: StepVisit): boolean => status === 'ACTIVE' && due !== null;
    const visit = visits.find(isOpen) as StepVisit;
    this.pass(Math.max(0, (visit.due as Date).getTime() / hourInMilliseconds - this.now));
    return this.call(elapseCall(this.snapshot as Snapshot, visit));
  }

  /** Invariant 16: resumed, and with everybody agreeing, every process ends. */
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
      const task = this.snapshot.tasks.find((item) => item.status === 'TODO');
      if (!task) {
        // A refusal that the oracle shares is a rule, not a failure.
        if (this.endWait(this.snapshot)) continue;
        return;
      }
      const [who] = this.people(task);
      if (who === undefined && plainly('rescue', task, '21')) continue;
      // At a step of several people, everybody who could take this task may have agreed already,
      // and nobody votes twice.
      const { visits, tasks } = this.snapshot;
      const several =
        visits.some(({ total }) => total > 1) || tasks.some(({ kind }) => kind !== 'N');
      if (who === undefined && several) return;
      if (who === undefined) throw new Error(`16 nobody can act on ${task.node}`);
      // A refusal that the oracle shares is a rule: no branch is true, or nobody has agreed.
      if (!plainly('agree', task, who)) return;
    }
  }
}

import fc from 'fast-check';
import { Refused } from '../../errors.ts';
import type { Command, CommandName } from '../command.ts';
import { compile } from '../compile.ts';
import { type Decision, decide } from '../decide.ts';
import type { Candidates, Directory } from '../directory.ts';
import type { Variable } from '../expression.ts';
import type { Graph } from '../graph.ts';
import { nextSteps } from '../predict.ts';
import type { LogEntry, Snapshot, Task } from '../state.ts';
import type { DecisionInput, ProcessActor, Settings } from '../working-state.ts';
import type { Block } from './generate.ts';
import {
  applicant,
  draw,
  holders,
  managers,
  members,
  processes,
  roles,
  variables,
} from './generate.ts';
import { brokenInvariants } from './invariants.ts';
import { type Facts, wrongMeanings } from './meaning.ts';

const nobodyAgreed = '流程没有任何人审批，不能通过';

/** One move of the random players; the numbers pick among what is there at that moment. */
interface Move {
  readonly kind: string;
  readonly task: number;
  readonly who: number;
  readonly to: number;
  /** In one of six moves the record has changed since: the values that conditions read. */
  readonly facts: Facts | null;
  /** In one of ten moves somebody acts who may not. */
  readonly stranger: boolean;
  readonly picks: boolean;
}

export interface Scenario {
  readonly process: Block;
  readonly holders: readonly (readonly string[])[];
  readonly values: Readonly<Record<string, Variable>>;
  readonly settings: Settings;
  readonly flowCount: readonly Move[];
}

const kinds = [
  ...Array<string>(12).fill('agree'),
  'back',
  'back',
  'prev',
  'prev',
  'applicant',
  'disagree',
  'disagree',
  'claim',
  'claim',
  'unclaim',
  'transfer',
  'transfer',
  'withdraw',
  'withdraw',
  'withdraw',
  'stale',
  'refuse',
  'recall',
  'delete',
  'suspend',
  'activate',
  'activate',
  'start',
  'start',
  'leave',
];

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  process: processes,
  holders,
  values: variables,
  settings: fc.record<Settings>({
    skipSame: fc.constantFrom('none', 'consecutive', 'any'),
    resubmit: fc.constantFrom('restart', 'direct'),
    recall: fc.constantFrom('untouched', 'anytime'),
  }),
  flowCount: fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      task: fc.nat(1000),
      who: fc.nat(1000),
      to: fc.nat(1000),
      facts: fc.option(variables, { freq: 5 }),
      stranger: fc.nat(9).map((n) => n === 0),
      picks: fc.nat(4).map((n) => n === 0),
    }),
    { minLength: 3, maxLength: 60 },
  ),
});

const pick = <T>(values: readonly T[], n: number): T | undefined => values[n % values.length];

/** A frozen row cannot be changed by a call, refused or not (9). */
const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) freeze(child);
  }
  return value;
};

/** Counts what happened by command, so that a run can show that it tried everything. */
export interface Tally {
  readonly accepted: Map<CommandName, number>;
  readonly refused: Map<CommandName, number>;
}

export const tally = (): Tally => ({ accepted: new Map(), refused: new Map() });

const count = (counts: Map<CommandName, number>, name: CommandName): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

class Game {
  readonly graph: Graph;
  private readonly scenario: Scenario;
  private readonly directory: Directory;
  private readonly groups = new Map<string, Set<string>>();
  private readonly tally: Tally;
  private readonly texts: ReadonlyMap<string, string>;
  private facts: Facts;
  private snapshot: Snapshot | null = null;
  private logs: LogEntry[] = [];
  private refusal = '';
  private count: number;
  private readonly heard: (decision: Decision) => void;

  constructor(scenario: Scenario, tally: Tally, first = 0, heard = (_: Decision) => {}) {
    this.scenario = scenario;
    this.tally = tally;
    this.count = first;
    this.heard = heard;
    const diagram = draw(scenario.process);
    this.graph = freeze(compile(diagram));
    this.texts = new Map(
      diagram.flows.flatMap(({ id, condition }) => (condition ? [[id, condition]] : [])),
    );
    this.facts = scenario.values;
    const table: Candidates[] = [
      ...roles.map((reference, i) => ({ reference, users: scenario.holders[i] ?? [] })),
      { reference: 'role:stand-in', users: [applicant, '16'] },
      { reference: 'role:managers', users: managers },
    ];
    for (const id of [...members, ...managers]) this.groups.set(id, new Set([`user:${id}`]));
    for (const { reference, users } of table) {
      for (const id of users) this.groups.get(id)?.add(reference);
    }
    const byReference = new Map(table.map((row) => [row.reference, row]));
    const resolve = (reference: string): Candidates =>
      byReference.get(reference) ?? { reference, users: [reference.replace('user:', '')] };
    this.directory = {
      resolve,
      substitutes: [{ ...resolve('role:stand-in'), ofDepartment: false }],
      deputies: [],
      administrators: resolve('role:managers'),
      concerned: new Set(),
      isActive: (id) => this.groups.has(id),
    };
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
      facts: this.facts,
      now: new Date(this.count * 1000),
      nextId: () => {
        this.count += 1;
        return String(this.count);
      },
    };
  }

  private people(task: Task): string[] {
    if (task.assignee !== null) return [task.assignee];
    return [...members, ...managers].filter(
      (id) =>
        id !== applicant &&
        task.candidates.some((reference) => this.groups.get(id)?.has(reference)),
    );
  }

  /** Carries a command out and checks everything that is promised of it. */
  private call(command: Command, id: string): boolean {
    const before = this.snapshot;
    const counter = this.count;
    const foreseen = nextSteps(before, command, this.input(id));
    this.count = counter;
    const decision = decide(before, command, this.input(id));
    if (decision instanceof Refused) {
      count(this.tally.refused, command.is);
      this.refusal = decision.message;
      if (!(foreseen instanceof Refused)) throw new Error('13 refused, but foreseen');
      return false;
    }
    count(this.tally.accepted, command.is);
    this.heard(decision);
    if (before?.instance.suspended && !['activate', 'delete'].includes(command.is)) {
      throw new Error(`14 ${command.is} while suspended`);
    }
    const added = decision.events.flatMap((event) => (event.type === 'log' ? [event.entry] : []));
    if (added.length === 0) throw new Error('12 a change without a line of history');
    this.snapshot = freeze(decision.snapshot);
    this.logs = command.is === 'start' ? added : [...this.logs, ...added];
    const { graph, texts, facts } = this;
    const broken = [
      ...brokenInvariants(this.snapshot, graph, this.logs, decision.position),
      ...wrongMeanings({ before, command, decision, graph, texts, facts }),
    ];
    if (broken.length > 0) throw new Error(`${command.is}: ${broken.join(' | ')}`);
    if (foreseen instanceof Refused) throw new Error('13 accepted, but foreseen as refused');
    const old = new Set(before?.visits.map((visit) => visit.id));
    for (const step of foreseen) {
      const visit = this.snapshot.visits.find(
        (item) => item.node === step.node && !old.has(item.id),
      );
      const tasks = this.snapshot.tasks.filter((task) => task.visit === visit?.id);
      const real = [...(visit?.people ?? []), ...tasks.flatMap((task) => this.people(task))];
      const shown = [...new Set(real)].sort().join();
      if (shown !== [...step.users].sort().join()) {
        throw new Error(`13 foreseen ${step.users.join()}, real ${shown}`);
      }
    }
    const again = decide(this.snapshot, command, this.input(id));
    // A process that ended at once (nobody to ask, by its policy) may be started anew.
    const anew = command.is === 'start' && this.snapshot.instance.status !== 'RUN';
    if (!anew && !(again instanceof Refused)) {
      throw new Error(`10 ${command.is} was accepted twice`);
    }
    return true;
  }

  private start(): void {
    this.call(
      {
        is: 'start',
        definition: '1',
        kind: 'k',
        business: '1',
        title: 't',
        department: null,
      },
      applicant,
    );
  }

  private move(move: Move): void {
    const snapshot = this.snapshot;
    if (snapshot?.instance.status !== 'RUN') {
      this.start();
      return;
    }
    const live = snapshot.tasks.filter((task) => task.status === 'TODO');
    const ended = snapshot.tasks.filter((task) => task.status !== 'TODO');
    const task = pick(live, move.task);
    const old = pick(ended, move.task);
    if (!task || !old) return;
    // Only what was done lately can be taken back; older ones are tried, too.
    const recent = pick(ended.slice(-3), move.task) ?? old;
    const everybody = [...members, ...managers];
    const able = this.people(task);
    const who =
      (move.stranger ? undefined : pick(able, move.who)) ?? (pick(everybody, move.who) as string);
    const visited = pick(snapshot.visits, move.to)?.node ?? '';
    const demandManager = move.stranger ? '11' : '21';
    const on = { task: task.id, comment: move.to % 7 === 0 ? '' : 'x' };
    const picked = move.picks ? [pick(members, move.to) as string] : [];
    const held = this.facts;
    // An assignee's edit changes the record with the command.
    const knowing = (call: () => boolean): void => {
      this.facts = { ...held, ...move.facts };
      if (!call()) this.facts = held;
    };
    const table: Readonly<Record<string, () => unknown>> = {
      agree: () => knowing(() => this.call({ is: 'agree', ...on, picked }, who)),
      disagree: () => knowing(() => this.call({ is: 'disagree', ...on }, who)),
      back: () => this.call({ is: 'back', ...on, to: visited, direct: move.picks }, who),
      prev: () => this.call({ is: 'back', ...on, to: 'prev' }, who),
      applicant: () => this.call({ is: 'back', ...on, to: 'applicant' }, who),
      refuse: () => this.call({ is: 'refuse', ...on }, who),
      claim: () => this.call({ is: 'claim', task: task.id }, who),
      unclaim: () => this.call({ is: 'unclaim', task: task.id }, who),
      transfer: () =>
        this.call({ is: 'transfer', task: task.id, to: pick(everybody, move.to) as string }, who),
      withdraw: () =>
        this.call(
          { is: 'withdraw', task: recent.id },
          move.stranger ? '11' : (recent.actor ?? '11'),
        ),
      stale: () => this.call({ is: 'agree', ...on, task: old.id }, old.actor ?? '11'),
      recall: () => this.call({ is: 'recall' }, move.stranger ? '11' : applicant),
      delete: () => this.call({ is: 'delete', comment: on.comment }, demandManager),
      suspend: () => this.call({ is: 'suspend' }, demandManager),
      activate: () => this.call({ is: 'activate' }, '21'),
      start: () => this.start(),
      // Somebody's account is stopped: what lies with them is given to others.
      leave: () =>
        this.call(
          {
            is: 'reassignOnLeave',
            from: [task.assignee ?? who],
            to: pick(everybody, move.to) ?? null,
          },
          '21',
        ),
    };
    table[move.kind]?.();
  }

  play(): void {
    this.start();
    for (const move of this.scenario.flowCount) this.move(move);
    this.finish();
  }

  /** 11: activated, and agreed to everywhere, every process comes to its end. */
  private finish(): void {
    if (this.snapshot?.instance.suspended) this.call({ is: 'activate' }, '21');
    for (let step = 0; this.snapshot?.instance.status === 'RUN'; step += 1) {
      if (step > 300) throw new Error('11 the process does not end');
      const task = this.snapshot.tasks.find((item) => item.status === 'TODO') as Task;
      const [who] = this.people(task);
      if (who === undefined) throw new Error(`11 nobody can act on ${task.node}`);
      if (!this.call({ is: 'agree', task: task.id, comment: '' }, who)) {
        // Handed in anew with values by which nobody is asked any more: not an approval.
        if (task.node === this.graph.apply && this.refusal === nobodyAgreed) return;
        throw new Error(`11 ${who} cannot agree on ${task.node}: ${this.refusal}`);
      }
    }
  }
}

/** Plays one scenario; throws where an invariant breaks. */
export const play = (scenario: Scenario, counts: Tally = tally()): void =>
  new Game(scenario, counts).play();

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

/** Plays many; throws with the smallest scenario that breaks something. */
export const playMany = (numRuns: number, seed: number): Tally => {
  const counts = tally();
  fc.assert(
    fc.property(scenarios, (scenario) => play(scenario, counts)),
    { numRuns, seed, endOnFailure: false },
  );
  return counts;
};

import { Refused } from '../errors.ts';
import type { Label } from '../label.ts';
import { fill } from '../label.ts';
import type { StepOutcome } from '../process.ts';
import { stepLabel } from './diagram.ts';
import type { Directory } from './directory.ts';
import type { Variable, Variables } from './expression.ts';
import type { Graph, UserNode } from './graph.ts';
import { isApplicants, userNode } from './graph.ts';
import type {
  Act,
  Instance,
  InstanceStatus,
  LogEntry,
  NoticeKind,
  Operation,
  Scope,
  Snapshot,
  Task,
  WorkflowEvent,
} from './state.ts';

/** Who gives the command, as far as processes care. */
export interface Handler {
  readonly id: string;
  /** Every reference that means this person now: `user:…`, roles, departments, posts. */
  readonly groups: ReadonlySet<string>;
  /** May suspend, delete and reassign other people's work. */
  readonly manages: boolean;
}

/** A school's choices (domain §3.2, §3.4). */
export interface Settings {
  /** Pass a step whose only handler approved the step before, or any step of this round. */
  readonly skipSame: 'none' | 'consecutive' | 'any';
  /** A returned record goes through the whole chain again, or straight to whoever returned it. */
  readonly resubmit: 'restart' | 'direct';
  /** The applicant may recall until the first step is handled, or until the end. */
  readonly recall: 'untouched' | 'anytime';
}

export const defaultSettings: Settings = {
  skipSame: 'consecutive',
  resubmit: 'restart',
  recall: 'untouched',
};

/** Everything that a decision depends on beside the snapshot and the command. */
export interface World {
  readonly graph: Graph;
  readonly directory: Directory;
  readonly handler: Handler;
  readonly settings: Settings;
  readonly now: Date;
  nextId(): string;
}

/** A refusal in the words of workflow.md §5.1. */
export const refusal = (label: Label, values: Record<string, string | Label> = {}): Refused =>
  new Refused(fill(label, values));

/** A process that never comes to rest within one command is wrong (workflow.md §5). */
const maxMoves = 200;

/**
 * The snapshot while a command changes it: rows are replaced, never edited, and what was
 * replaced comes out as events, each row once and in its last form.
 */
export class Draft {
  readonly world: World;
  private held: Instance;
  private readonly scopeRows: Map<string, Scope>;
  private readonly actRows: Map<string, Act>;
  private readonly taskRows: Map<string, Task>;
  /** The tasks as the command found them. */
  private readonly before: ReadonlyMap<string, Task>;
  /** By kind and id: rows of different tables may share an id. */
  private readonly changed = new Map<string, WorkflowEvent>();
  private readonly said: WorkflowEvent[] = [];
  private lines = 0;
  private moves = 0;

  constructor(snapshot: Snapshot, world: World) {
    this.world = world;
    this.held = { ...snapshot.instance, revision: snapshot.instance.revision + 1 };
    this.scopeRows = new Map(snapshot.scopes.map((row) => [row.id, row]));
    this.actRows = new Map(snapshot.acts.map((row) => [row.id, row]));
    this.before = new Map(snapshot.tasks.map((row) => [row.id, row]));
    this.taskRows = new Map(this.before);
  }

  get instance(): Instance {
    return this.held;
  }
  get running(): boolean {
    return this.held.status === 'RUN';
  }
  get acts(): Act[] {
    return [...this.actRows.values()];
  }
  get tasks(): Task[] {
    return [...this.taskRows.values()];
  }
  get scopes(): Scope[] {
    return [...this.scopeRows.values()];
  }
  get variables(): Variables {
    const { applicant, variables } = this.held;
    return new Map<string, Variable>([
      ['applyUser', applicant],
      ['createUser', applicant],
      ...Object.entries(variables),
    ]);
  }

  act(id: string): Act {
    return this.actRows.get(id) as Act;
  }
  task(id: string): Task | undefined {
    return this.taskRows.get(id);
  }
  scope(id: string): Scope {
    return this.scopeRows.get(id) as Scope;
  }
  tasksOf(act: Act): Task[] {
    return this.tasks.filter((task) => task.act === act.id);
  }
  /** The node of an act; acts are only made from nodes of the graph. */
  stepOf(act: { readonly node: string }): UserNode {
    return userNode(this.world.graph, act.node) as UserNode;
  }
  /** The forks open around a position, outermost first. */
  chain(scope: string | null): Scope[] {
    const chain: Scope[] = [];
    for (let id = scope; id !== null; id = this.scope(id).parent) chain.unshift(this.scope(id));
    return chain;
  }

  changeInstance(part: Partial<Instance>): void {
    this.held = { ...this.held, ...part };
  }
  putScope(row: Scope): Scope {
    this.scopeRows.set(row.id, row);
    this.changed.set(`scope ${row.id}`, { type: 'scope', row });
    return row;
  }
  putAct(row: Act): Act {
    this.actRows.set(row.id, row);
    this.changed.set(`act ${row.id}`, { type: 'act', row });
    return row;
  }
  putTask(row: Task): Task {
    this.taskRows.set(row.id, row);
    this.changed.set(`task ${row.id}`, { type: 'task', row });
    return row;
  }

  /** Counts a move of a token; the way out of a diagram that runs in a circle. */
  move(): void {
    this.moves += 1;
    if (this.moves > maxMoves) {
      throw refusal([
        '流程流转次数过多，可能存在死循环',
        'The process moves on without end; its diagram may contain a loop',
      ]);
    }
  }

  log(
    operation: Operation,
    about: Partial<
      Pick<LogEntry, 'actor' | 'comment' | 'reason' | 'target'> & { act: Act; task: Task }
    > = {},
  ): void {
    const { act, task } = about;
    this.said.push({
      type: 'log',
      entry: {
        id: this.world.nextId(),
        revision: this.held.revision,
        line: this.lines,
        operation,
        actor: about.actor === undefined ? this.world.handler.id : about.actor,
        task: task?.id ?? null,
        act: act?.id ?? null,
        node: act?.node ?? null,
        nodeName: act ? stepLabel(this.stepOf(act)) : null,
        comment: about.comment ?? '',
        reason: about.reason ?? null,
        target: about.target ?? null,
        arrived: task?.created ?? act?.entered ?? null,
        at: this.world.now,
      },
    });
    this.lines += 1;
  }

  notify(
    kind: NoticeKind,
    to: readonly string[],
    about: { task?: Task | undefined; act?: Act | undefined; comment?: string } = {},
  ): void {
    if (to.length === 0) return;
    const { act, task, comment = '' } = about;
    const nodeName = act ? stepLabel(this.stepOf(act)) : null;
    this.said.push({
      type: 'notice',
      notice: { kind, to: [...new Set(to)], task: task?.id ?? null, nodeName, comment },
    });
  }

  report(step: UserNode, result: StepOutcome['result']): void {
    if (step.tag !== undefined) {
      this.said.push({ type: 'outcome', outcome: { tag: step.tag, result } });
    }
  }

  /** Issues one person's item of an act, or one that several candidates may take. */
  issue(act: Act, assignee: string | null, candidates: readonly string[], tell: string[]): Task {
    const task = this.putTask({
      id: this.world.nextId(),
      act: act.id,
      node: act.node,
      assignee,
      candidates,
      status: 'TODO',
      actor: null,
      comment: '',
      created: this.world.now,
      claimed: null,
      finished: null,
    });
    this.notify('todo', tell, { act, task });
    return task;
  }

  /** Ends a task by the handler's doing. */
  finishTask(task: Task, status: 'DONE' | 'BACK' | 'REFUSE', comment: string): Task {
    return this.putTask({
      ...task,
      status,
      assignee: this.world.handler.id,
      actor: this.world.handler.id,
      comment,
      finished: this.world.now,
    });
  }

  /** Ends an act with the verdict and the basis that it is given with; its open tasks are gone. */
  closeAct(act: Act, status: Exclude<Act['status'], 'ACTIVE'>): Act {
    for (const task of this.tasksOf(act)) {
      if (task.status === 'TODO') {
        this.putTask({ ...task, status: 'CANCEL', finished: this.world.now });
      }
    }
    const { verdict, basis } = act;
    return this.putAct({ ...this.act(act.id), verdict, basis, status, left: this.world.now });
  }

  /** Cancels everything live within a scope, itself included. */
  cancelScope(id: string): void {
    const inside = (scope: string | null): boolean =>
      scope !== null && (scope === id || inside(this.scope(scope).parent));
    for (const act of this.acts) {
      if (act.status === 'ACTIVE' && inside(act.scope)) this.closeAct(act, 'CANCEL');
    }
    for (const scope of this.scopes) {
      if (scope.status === 'OPEN' && inside(scope.id))
        this.putScope({ ...scope, status: 'CANCEL' });
    }
  }

  /** Tells those whose task was there when the command came and has been cancelled since. */
  tellLosers(kind: NoticeKind, about: { act?: Act; comment?: string } = {}): void {
    const losers = this.tasks.flatMap((task) => {
      const had = this.before.get(task.id);
      return task.status === 'CANCEL' && had?.status === 'TODO' ? (had.assignee ?? []) : [];
    });
    const others = losers.filter(
      (user) => user !== this.world.handler.id && user !== this.held.applicant,
    );
    this.notify(kind, others, about);
  }

  /** Ends the whole process; whoever still had something to do is told. */
  endInstance(status: Exclude<InstanceStatus, 'RUN'>): void {
    for (const act of this.acts) if (act.status === 'ACTIVE') this.closeAct(act, 'CANCEL');
    for (const scope of this.scopes) {
      if (scope.status === 'OPEN') this.putScope({ ...scope, status: 'CANCEL' });
    }
    this.changeInstance({ status, suspended: false, ended: this.world.now });
    this.tellLosers('ended');
  }

  /** Does the record name this person: as its applicant, or in its own words (decisions 23, 44)? */
  concerns(user: string): boolean {
    return user === this.held.applicant || this.world.directory.concerned.has(user);
  }

  /** May the handler act on it: it is his, or he may take it. Nobody decides on what names him. */
  isHandlers(task: Task): boolean {
    const { id, groups } = this.world.handler;
    if (task.assignee !== null) return task.assignee === id;
    const own = this.concerns(id) && !isApplicants(this.stepOf(task));
    return !own && task.candidates.some((reference) => groups.has(reference));
  }

  events(): readonly WorkflowEvent[] {
    return [{ type: 'instance', row: this.held }, ...this.changed.values(), ...this.said];
  }
}

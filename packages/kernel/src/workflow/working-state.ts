import type { StepOutcome } from '../definition/life/process.ts';
import { Refused } from '../errors.ts';
import { fill, type Label } from '../label.ts';
import type { CommandName, CommandOf } from './command.ts';
import type { DecisionInput } from './decision-input.ts';
import { stepLabel } from './diagram.ts';
import type { Variable, Variables } from './expression.ts';
import type { Graph, NodeInForks, UserNode, VisitedNode } from './graph.ts';
import { isApplicants, outcomeTagOf, userNode, visitedNode } from './graph.ts';
import { outcomeFacts } from './outcome-facts.ts';
import type {
  Copy,
  Instance,
  InstanceStatus,
  LogEntry,
  NoticeKind,
  Operation,
  Scope,
  Snapshot,
  StepVisit,
  Task,
  Verdict,
  WorkflowEvent,
} from './state.ts';
import { isTaskOpen, votesIn } from './state.ts';

/** Makes a refusal with the values filled into its message. */
export const refusal = (label: Label, values: Record<string, string | Label> = {}): Refused =>
  new Refused(fill(label, values));

/** Function that applies a command to the process; a refusal discards the whole change. */
export type CommandHandler<K extends CommandName> = (
  state: WorkingState,
  command: CommandOf<K>,
) => void;

/** Properties of a task by the route. */
const byRoute = { kind: 'N', parent: null } as const;

/** Maximum number of flows taken within one command; more indicate an endless loop. */
const maxFlows = 200;

/**
 * Snapshot that a command changes: rows are replaced, never edited; each replaced or new row
 * becomes one event in its final form.
 */
export class WorkingState {
  readonly input: DecisionInput;
  private held: Instance;
  private route: Graph;
  private readonly scopeRows: Map<string, Scope>;
  private readonly visitRows: Map<string, StepVisit>;
  private readonly taskRows: Map<string, Task>;
  private readonly copyRows: Copy[];
  /** Tasks before the command. */
  private readonly before: ReadonlyMap<string, Task>;
  /** Events by kind and id, since rows of different tables may have equal ids. */
  private readonly changed = new Map<string, WorkflowEvent>();
  private readonly said: WorkflowEvent[] = [];
  private lines = 0;
  private flowCount = 0;
  private seen: Variables | undefined;

  constructor(snapshot: Snapshot, input: DecisionInput) {
    this.input = input;
    this.route = input.graph;
    this.held = { ...snapshot.instance, revision: snapshot.instance.revision + 1 };
    this.scopeRows = new Map(snapshot.scopes.map((row) => [row.id, row]));
    this.visitRows = new Map(snapshot.visits.map((row) => [row.id, row]));
    this.before = new Map(snapshot.tasks.map((row) => [row.id, row]));
    this.taskRows = new Map(this.before);
    this.copyRows = [...snapshot.copies];
  }

  get instance(): Instance {
    return this.held;
  }
  /** Graph of the process: `input.graph`, unless the command moved the process. */
  get graph(): Graph {
    return this.route;
  }
  get running(): boolean {
    return this.held.status === 'RUN';
  }
  get visits(): StepVisit[] {
    return [...this.visitRows.values()];
  }
  get tasks(): Task[] {
    return [...this.taskRows.values()];
  }
  get copies(): readonly Copy[] {
    return this.copyRows;
  }
  get scopes(): Scope[] {
    return [...this.scopeRows.values()];
  }
  /** Variables for conditions except the token's `pass`; constant unless the command fixes facts. */
  get facts(): Variables {
    const { applicant, frozen } = this.held;
    this.seen ??= new Map<string, Variable>([
      ['applyUser', applicant],
      ['createUser', applicant],
      ...Object.entries(this.input.facts),
      ...Object.entries(frozen),
    ]);
    return this.seen;
  }

  /** Variables of the process, and current outcomes of the waits and votes of the route. */
  get present(): Variables {
    const outcomes = outcomeFacts(this.input.graph, this.visits);
    return outcomes.size === 0 ? this.facts : new Map([...this.facts, ...outcomes]);
  }

  visit(id: string): StepVisit {
    return this.visitRows.get(id) as StepVisit;
  }
  task(id: string): Task | undefined {
    return this.taskRows.get(id);
  }
  scope(id: string): Scope {
    return this.scopeRows.get(id) as Scope;
  }
  tasksOf(visit: StepVisit): Task[] {
    return this.tasks.filter((task) => task.visit === visit.id);
  }
  /** Returns the step of a task, or of a visit with tasks. */
  stepOf(visit: { readonly node: string }): UserNode {
    return userNode(this.input.graph, visit.node) as UserNode;
  }
  /** Returns the node of any visit; visits are made for nodes of the graph only. */
  nodeOf(visit: { readonly node: string }): VisitedNode {
    return visitedNode(this.input.graph, visit.node) as VisitedNode;
  }
  /** Returns the forks open around a position, outermost first. */
  chain(scope: string | null): Scope[] {
    const chain: Scope[] = [];
    for (let id = scope; id !== null; id = this.scope(id).parent) chain.unshift(this.scope(id));
    return chain;
  }

  changeInstance(part: Partial<Instance>): void {
    this.held = { ...this.held, ...part };
    if (part.frozen) this.seen = undefined;
  }
  /** Moves the process to another version of its route, from the next command on. */
  goOnIn(graph: Graph): void {
    this.route = graph;
  }
  putScope(row: Scope): Scope {
    this.scopeRows.set(row.id, row);
    this.changed.set(`scope ${row.id}`, { type: 'scope', row });
    return row;
  }
  putVisit(row: StepVisit): StepVisit {
    this.visitRows.set(row.id, row);
    this.changed.set(`visit ${row.id}`, { type: 'visit', row });
    return row;
  }
  putTask(row: Task): Task {
    this.taskRows.set(row.id, row);
    this.changed.set(`task ${row.id}`, { type: 'task', row });
    return row;
  }
  addCopy(row: Copy): void {
    this.copyRows.push(row);
    this.changed.set(`copy ${row.id}`, { type: 'copy', row });
  }

  /** Counts the flows that tokens take, and throws if a diagram loops endlessly. */
  countFlow(): void {
    this.flowCount += 1;
    if (this.flowCount > maxFlows) {
      throw refusal([
        '流程流转次数过多，可能存在死循环',
        'The process never settles; its diagram may contain a loop',
      ]);
    }
  }

  log(
    operation: Operation,
    about: Partial<
      Pick<LogEntry, 'actor' | 'comment' | 'reason' | 'target' | 'extra'> & {
        visit: StepVisit;
        task: Task;
        /** Node of the entry, if it has no visit. */
        node: NodeInForks;
      }
    > = {},
  ): void {
    const { visit, task, node } = about;
    this.said.push({
      type: 'log',
      entry: {
        id: this.input.nextId(),
        revision: this.held.revision,
        line: this.lines,
        operation,
        actor: about.actor === undefined ? this.input.actor.id : about.actor,
        owner: task?.owner ?? null,
        task: task?.id ?? null,
        visit: visit?.id ?? null,
        node: visit?.node ?? node?.id ?? null,
        nodeName: visit ? stepLabel(this.nodeOf(visit)) : node ? stepLabel(node) : null,
        comment: about.comment ?? '',
        reason: about.reason ?? null,
        target: about.target ?? null,
        extra: about.extra ?? null,
        arrived: task?.created ?? visit?.entered ?? null,
        at: this.input.now,
      },
    });
    this.lines += 1;
  }

  notify(
    kind: NoticeKind,
    to: readonly string[],
    about: {
      task?: Task;
      visit?: StepVisit | undefined;
      /** Step of the message, if it has no visit. */
      node?: VisitedNode;
      comment?: string | Label;
    } = {},
  ): void {
    if (to.length === 0) return;
    const { visit, task, comment = '' } = about;
    const node = visit ? this.nodeOf(visit) : about.node;
    const nodeName = node ? stepLabel(node) : null;
    this.said.push({
      type: 'notice',
      notice: { kind, to: [...new Set(to)], task: task?.id ?? null, nodeName, comment },
    });
  }

  report(step: VisitedNode, result: StepOutcome['result']): void {
    const tag = outcomeTagOf(step);
    if (tag !== undefined) this.said.push({ type: 'outcome', outcome: { tag, result } });
  }

  /** Issues a task of a visit to one person, or to several candidates. */
  issue(
    visit: StepVisit,
    assignee: string | null,
    candidates: readonly string[],
    tell: readonly string[],
    owner: string | null = null,
    asked: Pick<Task, 'kind' | 'parent'> = byRoute,
  ): Task {
    const task = this.putTask({
      id: this.input.nextId(),
      visit: visit.id,
      node: visit.node,
      kind: asked.kind,
      parent: asked.parent,
      assignee,
      owner,
      candidates,
      status: 'TODO',
      actor: null,
      comment: '',
      result: null,
      created: this.input.now,
      claimed: null,
      handed: null,
      finished: null,
    });
    this.notify('todo', tell, { visit, task });
    return task;
  }

  /** Completes a task by the actor, by default as DONE with an agreement. */
  finishTask(
    task: Task,
    status: 'DONE' | 'BACK' | 'REFUSE',
    comment: string,
    result: Verdict = status === 'DONE' ? 'agree' : 'against',
  ): Task {
    return this.putTask({
      ...task,
      status,
      result,
      assignee: this.input.actor.id,
      actor: this.input.actor.id,
      comment,
      finished: this.input.now,
    });
  }

  /** Closes a visit with its verdict and basis; its open tasks are cancelled. */
  closeVisit(visit: StepVisit, status: Exclude<StepVisit['status'], 'ACTIVE'>): StepVisit {
    for (const task of this.tasksOf(visit)) {
      if (isTaskOpen(task)) {
        this.putTask({ ...task, status: 'CANCEL', finished: this.input.now });
      }
    }
    return this.putVisit({ ...visit, status, left: this.input.now });
  }

  /** Cancels everything active within a scope, itself included. */
  cancelScope(id: string): void {
    const inside = (scope: string | null): boolean =>
      scope !== null && (scope === id || inside(this.scope(scope).parent));
    for (const visit of this.visits) {
      if (visit.status === 'ACTIVE' && inside(visit.scope)) this.closeVisit(visit, 'CANCEL');
    }
    for (const scope of this.scopes) {
      if (scope.status === 'OPEN' && inside(scope.id))
        this.putScope({ ...scope, status: 'CANCEL' });
    }
  }

  /** Notifies assignees whose open task this command cancelled. */
  notifyLosers(kind: NoticeKind, about: { visit?: StepVisit; comment?: string } = {}): void {
    const losers = this.tasks.flatMap((task) => {
      const had = this.before.get(task.id);
      return task.status === 'CANCEL' && had && isTaskOpen(had) ? (had.assignee ?? []) : [];
    });
    const others = losers.filter(
      (user) => user !== this.input.actor.id && user !== this.held.applicant,
    );
    this.notify(kind, others, about);
  }

  /** Ends the whole process and notifies the assignees of open tasks. */
  endInstance(status: Exclude<InstanceStatus, 'RUN'>): void {
    for (const visit of this.visits)
      if (visit.status === 'ACTIVE') this.closeVisit(visit, 'CANCEL');
    for (const scope of this.scopes) {
      if (scope.status === 'OPEN') this.putScope({ ...scope, status: 'CANCEL' });
    }
    this.changeInstance({ status, suspended: false, suspendedAt: null, ended: this.input.now });
    this.notifyLosers('ended');
  }

  /** True if the record names this person, as its applicant or in its fields (rulings 23, 44). */
  concerns(user: string): boolean {
    return user === this.held.applicant || this.input.directory.concerned.has(user);
  }

  /**
   * True if the actor may act on the task: as its assignee, or as a candidate who is not named in
   * the record and has no vote on the step yet.
   */
  isActors(task: Task): boolean {
    const { id, groups } = this.input.actor;
    if (task.assignee !== null) return task.assignee === id;
    const own = this.concerns(id) && !isApplicants(this.stepOf(task));
    if (own || this.wordsOn(this.visit(task.visit)).includes(id)) return false;
    return task.candidates.some((reference) => groups.has(reference));
  }

  /**
   * Returns people who have voted at a step, are asked, or will be in turn; none may vote twice.
   */
  wordsOn(visit: StepVisit): readonly string[] {
    return [
      ...visit.people.slice(votesIn(visit) + 1),
      ...this.tasksOf(visit).flatMap((task) => {
        const { status, actor, assignee, owner } = task;
        const holder = status === 'DONE' ? actor : isTaskOpen(task) ? assignee : null;
        return [holder ?? [], holder === null ? [] : (owner ?? [])].flat();
      }),
    ];
  }

  /**
   * Returns the events of the command; empty if it was performed before, since every change has a
   * history entry.
   */
  events(): readonly WorkflowEvent[] {
    if (this.said.length === 0) return [];
    return [{ type: 'instance', row: this.held }, ...this.changed.values(), ...this.said];
  }
}

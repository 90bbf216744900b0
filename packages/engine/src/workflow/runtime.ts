import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/actor.ts';
import { Missing, Refused, wrongStatus } from '@keyan/kernel/errors.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { StatusAction } from '@keyan/kernel/status.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import { type Decision, decide } from '@keyan/kernel/workflow/decide.ts';
import { plainUser } from '@keyan/kernel/workflow/directory.ts';
import type { Handler, World } from '@keyan/kernel/workflow/draft.ts';
import type { Variable } from '@keyan/kernel/workflow/expression.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { userNode } from '@keyan/kernel/workflow/graph.ts';
import type { Outcome, Position, Snapshot, Task } from '@keyan/kernel/workflow/state.ts';
import { wordsOf } from '@keyan/kernel/workflow/words.ts';
import { actorId } from '../base/actors.ts';
import { withAssigneeEdits } from '../records/assignee-edits.ts';
import type { RecordServices, StoredRow, TransactionContext } from '../records/behaviour.ts';
import { updateCurrentStep } from '../records/commit.ts';
import { lockRow } from '../records/lock.ts';
import type { ProcessColumns } from '../records/process-columns.ts';
import { commitTransition } from '../records/transition.ts';
import type { Session } from '../store/database.ts';
import type { Hearing } from '../store/notifications.ts';
import { columnsOf } from './columns.ts';
import { currentDefinition, graphOf } from './definitions.ts';
import { handledSql, handlesSql, handlingOf } from './handling.ts';
import { leavingWith } from './leaving.ts';
import { Memory } from './memory.ts';
import { noticesOf, staleOf } from './notices.ts';
import { agreed, attach, unsaid } from './opinion.ts';
import { type Fallbacks, groupsOf, type LoadedDirectory, loadDirectory } from './people.ts';
import type { Business, Opinion, Workflow, WorkflowServices } from './port.ts';
import { concernedIn, type InstanceName, loadSnapshot, lockSnapshot, saveEvents } from './rows.ts';
import {
  concernedBy,
  departmentOf,
  handlerOf,
  noInstance,
  resourceOfKind,
  titleOf,
} from './subject.ts';
import { peopleIn, variablesOf } from './variables.ts';

/** A command on a task or an instance, in a person's name. */
export interface Handling {
  readonly on: InstanceName;
  /** The command; `task` is filled in where it names one. */
  readonly command: Command;
  /**
   * Values of the record that the step lets its handler change, with the `version` of the record
   * that they were read from (decisions 14, 26).
   */
  readonly form?: Readonly<Record<string, unknown>>;
  /** Ids of files that go with the opinion (domain 3.5). */
  readonly attachments?: readonly string[];
}

/** The approval engine on the database. */
export interface Runtime extends Workflow {
  readonly memory: Memory;
  /** May this person deploy routes for other tenants? */
  deploysElsewhere(actor: Actor): boolean;
  /**
   * Carries out a handler's command with everything that it means for the record, in one
   * transaction. Of two who act on one task exactly one succeeds.
   * @throws Missing for a task or instance that is not there; Refused in the words of workflow.md
   *   §5.1; Invalid for wrong values in `form`; Conflict for values read from an older version.
   */
  handle(engine: WorkflowServices, actor: Actor | SystemActor, handling: Handling): Promise<void>;
  /** What a command would be decided on, without a lock: for dry runs. */
  world(session: Session, engine: WorkflowServices, actor: Actor, about: About): Promise<Prepared>;
}

/** What a decision is about: a process that runs, or a record that has none yet. */
export interface About {
  readonly snapshot: Snapshot | null;
  readonly graph: Graph;
  readonly department: string | null;
  /** Whom the record names beside its applicant; left out, as it said when it was last handled. */
  readonly concerned?: ReadonlySet<string>;
  readonly variables: Readonly<Record<string, Variable>>;
  /** More people whose names or state are needed. */
  readonly others?: readonly string[];
}

export interface Prepared extends World {
  readonly directory: LoadedDirectory;
}

/** What a command came to, and what that means for the record's columns. */
interface Done {
  readonly decision: Decision;
  readonly process: ProcessColumns;
  readonly words: readonly Outcome[];
}

/** What becomes of the record, by where its process stands after a step. */
const actions: Readonly<Record<Position, StatusAction>> = {
  inApproval: 'advance',
  approved: 'approve',
  returned: 'return',
  refused: 'refuse',
  recalled: 'recall',
  draft: 'backDraft',
};

/** These carry what the handler edited, and lead the record on or back. */
const handling: ReadonlySet<Command['is']> = new Set(['agree', 'disagree', 'back', 'refuse']);

/** These change who has a task, or whether it may move; the record itself stays as it is. */
const aside: ReadonlySet<Command['is']> = new Set([
  'claim',
  'unclaim',
  'transfer',
  'handOver',
  'rescue',
  'suspend',
  'activate',
]);

const noTask = () => new Missing(['任务不存在', 'There is no such task']);

const alreadyRunning = () =>
  new Refused([
    '该业务已有审批中的流程，不能重复提交',
    'This record is in approval already; it cannot be submitted twice',
  ]);

const nobodyToAsk = () =>
  new Refused([
    '流程没有设置审批人，不能提交',
    'Nobody is set to approve this; it cannot be submitted',
  ]);

const settled = (decision: Decision | Refused): Decision => {
  if (decision instanceof Refused) throw decision;
  return decision;
};

/**
 * @param hearing lets it remember people and routes between decisions; without it every decision
 *   reads them anew.
 */
export const createWorkflow = (fallbacks: Fallbacks, hearing?: Hearing): Runtime => {
  const memory = new Memory(hearing);

  /** Whom the record of one process names, as its open tasks keep it. */
  const concernedNow = async (
    session: Session,
    snapshot: Snapshot | null,
  ): Promise<ReadonlySet<string>> => {
    if (!snapshot) return new Set();
    const { id } = snapshot.instance;
    return (await concernedIn(session, [id])).get(id) ?? new Set();
  };

  const prepare = async (
    session: Session,
    engine: RecordServices,
    handler: Handler,
    about: About,
  ): Promise<Prepared> => {
    const { snapshot, graph } = about;
    const applicant = snapshot?.instance.applicant ?? handler.id;
    const others = [
      handler.id,
      ...(about.others ?? []),
      ...peopleIn(graph, about.variables),
      ...(snapshot?.tasks.flatMap((task) => [task.assignee ?? [], task.actor ?? []].flat()) ?? []),
    ];
    const directory = await loadDirectory(
      session,
      memory,
      graph,
      fallbacks,
      about.department,
      applicant,
      about.concerned ?? (await concernedNow(session, snapshot)),
      others,
    );
    return {
      graph,
      directory,
      handler,
      settings: directory.settings,
      now: engine.clock(),
      nextId: () => engine.ids.next(),
    };
  };

  /** Decides, stores and tells; what it means for the record is the caller's. */
  const carryOut = async (
    step: TransactionContext,
    resource: Resource,
    snapshot: Snapshot | null,
    command: Command,
    prepared: Prepared,
  ): Promise<Done> => {
    const world = { ...prepared, now: step.now };
    const decision = settled(decide(snapshot, command, world));
    saveEvents(step.tx, world.graph, decision.events, world.directory.concerned);
    const { nameOf } = world.directory;
    const notices = noticesOf(decision.events, decision.snapshot, resource, nameOf);
    const stale = staleOf(decision.events, snapshot, world.directory);
    if (stale) step.engine.messages.settle(step.tx, stale);
    if (notices.length > 0) await step.engine.messages.send(step.tx, notices);
    return {
      decision,
      process: columnsOf(decision.snapshot, world.graph, world.directory),
      words: wordsOf(decision.snapshot, world.graph, decision.events),
    };
  };

  /** The living instance of a record, locked, or undefined. */
  const living = async (
    step: TransactionContext,
    row: StoredRow,
  ): Promise<Snapshot | undefined> => {
    if (row.processInstanceId === null) return undefined;
    const seen = await loadSnapshot(step.tx, { instance: row.processInstanceId });
    if (seen?.instance.status !== 'RUN') return undefined;
    const snapshot = await lockSnapshot(step.tx, seen);
    return snapshot.instance.status === 'RUN' ? snapshot : undefined;
  };

  const begin = async (step: TransactionContext, work: Business, picked: readonly string[]) => {
    const { resource, row } = work;
    const definition = await currentDefinition(step.tx, memory, resource.kindOf(row));
    const graph = await graphOf(step.tx, definition.id);
    const department = departmentOf(resource, row, step.actor);
    const variables = variablesOf(graph, resource, row);
    const handler = handlerOf(step.actor, row.createUser);
    const concerned = concernedBy(resource, row);
    const about: About = {
      snapshot: null,
      graph,
      department,
      concerned,
      variables,
      others: picked,
    };
    const prepared = await prepare(step.tx, step.engine, handler, about);
    const command: Command = {
      is: 'start',
      definition: definition.id,
      kind: definition.key,
      business: row.id,
      title: titleOf(resource, row),
      department,
      variables,
      picked,
    };
    return carryOut(step, resource, null, command, prepared);
  };

  const resume = async (
    step: TransactionContext,
    work: Business,
    snapshot: Snapshot,
    picked: readonly string[],
    { comment, attachments }: Opinion,
  ) => {
    const { resource, row } = work;
    const graph = await graphOf(step.tx, snapshot.instance.definition);
    const task = snapshot.tasks.find((item) => item.status === 'TODO' && item.node === graph.apply);
    if (!task) throw alreadyRunning();
    const variables = variablesOf(graph, resource, row);
    const handler = handlerOf(step.actor, snapshot.instance.applicant);
    const { department } = snapshot.instance;
    const concerned = concernedBy(resource, row);
    const about: About = { snapshot, graph, department, concerned, variables, others: picked };
    const prepared = await prepare(step.tx, step.engine, handler, about);
    const command: Command = {
      is: 'agree',
      task: task.id,
      comment,
      title: titleOf(resource, row),
      variables,
      picked,
    };
    const done = await carryOut(step, resource, snapshot, command, prepared);
    await attach(step, work, task.id, attachments);
    return done;
  };

  const runtime: Runtime = {
    memory,
    deploysElsewhere: ({ tenantId, roles }) =>
      tenantId === fallbacks.platform.tenantId && roles.includes(fallbacks.platform.role),

    submit: async (step, work) => {
      const picked = work.taskUserId ? work.taskUserId.split(',').map(plainUser) : [];
      const snapshot = await living(step, work.row);
      if (work.opinion && !snapshot) throw noTask();
      const { decision, ...done } = snapshot
        ? await resume(step, work, snapshot, picked, work.opinion ?? unsaid)
        : await begin(step, work, picked);
      // A submission that its own route refuses at once is no submission.
      if (decision.position === 'refused') throw nobodyToAsk();
      return { action: decision.position === 'approved' ? 'approve' : 'submit', ...done };
    },

    recall: async (step, { resource, row }) => {
      const snapshot = await living(step, row);
      if (!snapshot) throw wrongStatus();
      const graph = await graphOf(step.tx, snapshot.instance.definition);
      const { applicant, department, variables } = snapshot.instance;
      const handler = handlerOf(step.actor, applicant);
      const concerned = concernedBy(resource, row);
      const about: About = { snapshot, graph, department, concerned, variables };
      const prepared = await prepare(step.tx, step.engine, handler, about);
      return (await carryOut(step, resource, snapshot, { is: 'recall' }, prepared)).process;
    },

    end: async (step, { resource, row, cause, opinion }) => {
      const steps = cause === 'backDraft' ? [] : ((row as Partial<ProcessColumns>).steps ?? []);
      const snapshot = await living(step, row);
      if (snapshot) {
        const graph = await graphOf(step.tx, snapshot.instance.definition);
        const { applicant, department, variables } = snapshot.instance;
        // Whether the record may be taken out of approval was the command's to decide.
        const handler = { ...handlerOf(step.actor, applicant), manages: true };
        const concerned = concernedBy(resource, row);
        const about: About = { snapshot, graph, department, concerned, variables };
        const prepared = await prepare(step.tx, step.engine, handler, about);
        const comment = opinion || causes[cause];
        await carryOut(step, resource, snapshot, { is: 'delete', comment }, prepared);
      }
      return {
        processInstanceId: row.processInstanceId,
        currentNode: null,
        currentAssignee: null,
        currentSince: null,
        steps,
      };
    },

    ...leavingWith((engine, actor, given) => runtime.handle(engine, actor, given)),

    handling: handlingOf,
    handles: handlesSql,
    handled: handledSql,

    handle: async (engine, actor, given) => {
      const resubmitted = await engine.database.transaction(actor.tenantId, async (tx) => {
        const seen = await loadSnapshot(tx, given.on);
        if (!seen) throw 'task' in given.on ? noTask() : noInstance();
        const resource = resourceOfKind(engine, seen.instance.kind);
        const step: TransactionContext = { tx, engine, actor, now: engine.clock() };
        // The record first, then the instance: the same order everywhere, so nobody waits in a ring.
        const row = await lockRow(step, resource, seen.instance.business);
        const snapshot = await lockSnapshot(tx, seen);
        const graph = await graphOf(tx, snapshot.instance.definition);
        const { command, form = {}, attachments = [] } = given;
        const task =
          'task' in command ? snapshot.tasks.find(({ id }) => id === command.task) : undefined;
        if (command.is === 'agree' && task?.status === 'TODO' && task.node === graph.apply) {
          const opinion = { comment: command.comment, attachments };
          return { resource, row, opinion, picked: command.picked?.[0] };
        }
        const own = task?.node === graph.apply;
        // What somebody else sends is not even looked at; the decision says why.
        const editable = (isFor(actor, task) && userNode(graph, task.node)?.editable) || [];
        const handles = handling.has(command.is);
        // Whatever the step leads to is judged by the record as it will be stored.
        const edited = handles
          ? await withAssigneeEdits(step, { resource, row, form, editable })
          : row;
        const variables = variablesOf(graph, resource, edited);
        const others = 'to' in command && command.to !== null ? [command.to] : [];
        const { department } = snapshot.instance;
        const concerned = concernedBy(resource, edited);
        const about: About = { snapshot, graph, department, concerned, variables, others };
        const prepared = await prepare(tx, engine, handlerOf(actor, actorId(actor)), about);
        const complete = {
          ...command,
          ...(handles ? { variables } : {}),
          ...(command.is === 'agree' ? { comment: command.comment || agreed } : {}),
        } as Command;
        const { decision, process, words } = await carryOut(
          step,
          resource,
          snapshot,
          complete,
          prepared,
        );
        if (task) await attach(step, { resource, row }, task.id, attachments);
        if (aside.has(command.is)) {
          updateCurrentStep(step, resource, row.id, process);
          return undefined;
        }
        await commitTransition(step, {
          resource,
          row,
          action: actions[decision.position],
          process: decision.position === 'draft' ? { ...process, steps: [] } : process,
          words,
          ...(own ? { allowances: ['giveUpReturned'] } : {}),
          ...('comment' in complete && complete.comment ? { opinion: complete.comment } : {}),
          edited,
        });
        return undefined;
      });
      if (!resubmitted || isSystem(actor)) return;
      // The applicant's own task is a submission: it is judged whole, like every other.
      const { resource, row, opinion, picked } = resubmitted;
      await engine.as(actor).submit(
        resource,
        // Values come with the version that they were read from, like every other edit.
        { ...(isEmptyForm(given) ? { version: row.version } : given.form), id: row.id },
        { opinion, ...(picked === undefined ? {} : { taskUserId: picked }) },
      );
    },

    world: (session, engine, actor, about) =>
      prepare(session, engine, handlerOf(actor, actor.id), about),
  };
  return runtime;
};

/** Does the task wait for this person, as far as it says itself? */
const isFor = (actor: Actor | SystemActor, task: Task | undefined): task is Task => {
  if (task?.status !== 'TODO' || isSystem(actor)) return false;
  if (task.assignee !== null) return task.assignee === actor.id;
  const groups = groupsOf(actor);
  return task.candidates.some((reference) => groups.has(reference));
};

const isEmptyForm = ({ form = {} }: Handling): boolean => Object.keys(form).length === 0;

/** What history says where nobody gave a reason. */
const causes: Readonly<Record<Parameters<Workflow['end']>[1]['cause'], string>> = {
  backDraft: '退回草稿',
  abolish: '作废',
  remove: '删除',
};

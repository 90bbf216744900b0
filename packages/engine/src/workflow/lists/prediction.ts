import type { Actor } from '@keyan/kernel/access/actor.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import type { KnownFacts } from '@keyan/kernel/definition/life/fact.ts';
import { resourceAtStep } from '@keyan/kernel/definition/life/opened.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Missing, Refused } from '@keyan/kernel/errors.ts';
import { denialReason } from '@keyan/kernel/records/abilities.ts';
import { concernedBy } from '@keyan/kernel/records/concerned.ts';
import { type Strictness, validate } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import type { Facts } from '@keyan/kernel/workflow/expression.ts';
import { forecast } from '@keyan/kernel/workflow/forecast/forecast.ts';
import type { Graph, UserNode } from '@keyan/kernel/workflow/graph.ts';
import { stepsWithPickedPeople, userNode } from '@keyan/kernel/workflow/graph.ts';
import { alreadyHandled } from '@keyan/kernel/workflow/guards.ts';
import { type NextStep, nextSteps } from '@keyan/kernel/workflow/predict.ts';
import type { Snapshot, Task } from '@keyan/kernel/workflow/state.ts';
import { currentCopies } from '../../records/copies.ts';
import { currentValidationContext } from '../../records/facts.ts';
import { fieldsHiddenFrom, holdsPermission } from '../../records/rights.ts';
import { resolveVariant } from '../../records/variants.ts';
import type { Session } from '../../store/connection/database.ts';
import { currentDefinition, graphOf } from '../drawings/definitions.ts';
import { usualStepDaysOf } from '../people/pace.ts';
import { groupReferencesOf } from '../people/people.ts';
import { type OpenedProcess, openProcess, openTask } from '../runtime/access.ts';
import type { DecisionSubject, PreparedDecision } from '../runtime/decision.ts';
import { factNamingOf, sourceFieldsIn } from '../runtime/fact-words.ts';
import { factsToFreeze, recordFacts } from '../runtime/facts.ts';
import type { WorkflowServices } from '../runtime/port.ts';
import type { Runtime } from '../runtime/runtime.ts';
import {
  departmentOf,
  processOf,
  processTitleOf,
  type RecordKind,
  resourceOfKind,
} from '../runtime/subject.ts';
import { type ForecastForPeople, forecastForPeople } from './foreseen.ts';

/** Start of the forecast: a task, or a record (stored, or as in the form). */
export interface PredictionInput {
  readonly taskId?: string | undefined;
  readonly kind?: string | undefined;
  readonly businessId?: string | undefined;
  readonly processInstanceId?: string | undefined;
  readonly form?: RowLike | undefined;
}

/** Record as it would be stored, and the fields that are missing or wrong. */
interface Draft {
  readonly row: RowLike;
  readonly facts: KnownFacts;
  readonly faulty: ReadonlySet<string>;
}

/** State from which the forecast starts. */
interface Situation {
  readonly kind: RecordKind;
  readonly draft: Draft;
  readonly snapshot: Snapshot | null;
  /** Command that the caller is about to give; null if other people act next. */
  readonly command: Command | null;
  readonly prepared: PreparedDecision;
}

/** Running process, and the task of the caller in it. */
interface Running extends OpenedProcess {
  /** Open task of the caller; undefined if other people act next. */
  readonly task: Task | undefined;
}

const noKind = () => new Missing(['流程定义不存在', 'Process definition not found']);

/**
 * Returns the kind of process for a record.
 * @throws Missing if it has none.
 */
const kindOf = (resource: Resource, row: RowLike): RecordKind => {
  const process = processOf(resource, row);
  if (!process) throw noKind();
  return { resource, process };
};

/**
 * Returns the record as it would be stored with the values of the form and computed values, on which the route depends.
 * Faults are reported by the real call: here they only mark unknown values.
 * @param fields fields that count; left out, all
 */
const draftOf = async (
  engine: WorkflowServices,
  actor: Actor,
  resource: Resource,
  stored: RowLike,
  form: RowLike,
  strictness: Strictness,
  fields?: readonly string[],
): Promise<Draft> => {
  const given = Object.entries(form).filter(([name]) => fields?.includes(name) ?? true);
  const typed = Object.fromEntries(given);
  const { row, faults, facts } = await engine.database.read(actor.tenantId, async (session) => {
    const context = { engine, actor };
    const named = { ...stored, ...typed };
    // A record in approval keeps its copied values.
    const copies = fields ? {} : await currentCopies(context, session, resource, named, stored);
    const before = stored.id === undefined ? null : stored;
    const { values } = resolveVariant(resource, actor, before, typed, copies);
    const all = { ...named, ...copies, ...values };
    const judged = await currentValidationContext(context, session, resource, all, stored);
    const opened = resourceAtStep(resource, fields ?? []);
    const held = { ...stored, ...copies, ...values };
    const verdict = validate(opened, held, { ...typed, ...values }, strictness, judged);
    return { ...verdict, facts: judged.facts ?? {} };
  });
  const faulty = faults.map(({ path }) => path.split('.')[0] as string);
  return { row: { ...stored, ...row }, facts, faulty: new Set(faulty) };
};

/** Returns the facts of a draft, except facts that depend on a missing value. */
const knownFacts = async (
  engine: WorkflowServices,
  session: Session,
  graph: Graph,
  kind: RecordKind,
  { row, facts: known, faulty }: Draft,
): Promise<Facts> => {
  const sources = sourceFieldsIn(kind, row, known);
  const facts = Object.entries(await recordFacts(engine, session, graph, kind.resource, row));
  return Object.fromEntries(
    facts.filter(([name]) => ![...sources(name)].some((source) => faulty.has(source))),
  );
};

/** Returns the state of a record that is about to be submitted for the first time. */
const fromStart = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  session: Session,
  kind: RecordKind,
  draft: Draft,
): Promise<Situation> => {
  const { resource, process } = kind;
  const { row } = draft;
  const definition = await currentDefinition(session, runtime.cache, process.kind);
  const graph = await graphOf(session, definition.id);
  const department = departmentOf(resource, row, actor);
  const facts = await knownFacts(engine, session, graph, kind, draft);
  const concerned = concernedBy(resource, row);
  const about: DecisionSubject = {
    snapshot: null,
    graph,
    kind: process.kind,
    department,
    concerned,
    facts,
  };
  const prepared = await runtime.world(session, engine, actor, about);
  const command: Command = {
    is: 'start',
    definition: definition.id,
    kind: process.kind,
    business: '0',
    title: processTitleOf(resource, row),
    department,
    frozen: await factsToFreeze(runtime.cache, session, graph, process, actor),
  };
  return { kind, draft, snapshot: null, command, prepared };
};

/**
 * Returns the state of a record without a process: stored, or only in the form.
 * @throws Denied or Refused for a person who may not submit it
 */
const ofRecord = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  resource: Resource,
  stored: RowLike | undefined,
  form: RowLike,
): Promise<Situation> => {
  const denial = stored && denialReason('submit', { resource, row: stored, actor });
  if (denial) throw denial;
  if (
    !stored &&
    !(holdsPermission(resource, actor, 'add') && holdsPermission(resource, actor, 'submit'))
  ) {
    throw new Denied();
  }
  const writer = { id: actor.id, name: actor.name, departments: actor.departments };
  const before = stored ?? initialRow(resource.fields, writer);
  const draft = await draftOf(engine, actor, resource, before, form, 'complete');
  const kind = kindOf(resource, draft.row);
  return engine.database.read(actor.tenantId, (session) =>
    fromStart(runtime, engine, actor, session, kind, draft),
  );
};

/** Returns the state of a running process: the caller agrees to their task, or other people act next. */
const ofProcess = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  { snapshot, graph, task }: Running,
  form: RowLike,
): Promise<Situation> => {
  const { instance } = snapshot;
  const resource = resourceOfKind(engine, instance.kind);
  const { row: stored } = await engine.as(actor).read(resource, instance.business);
  const own = task?.node === graph.apply;
  const editable = (task && userNode(graph, task.node)?.editable) ?? [];
  const strictness = own ? 'complete' : 'draft';
  const fields = own ? undefined : editable;
  const draft = await draftOf(engine, actor, resource, stored, form, strictness, fields);
  const kind = kindOf(resource, draft.row);
  const { department } = instance;
  const concerned = concernedBy(resource, draft.row);
  return engine.database.read(actor.tenantId, async (session) => {
    const facts = await knownFacts(engine, session, graph, kind, draft);
    const factsBefore =
      task && userNode(graph, task.node)?.rejudge
        ? await recordFacts(engine, session, graph, resource, stored)
        : undefined;
    const about: DecisionSubject = {
      snapshot,
      graph,
      department,
      concerned,
      facts,
      factsBefore,
    };
    const prepared = await runtime.world(session, engine, actor, about);
    const agree: Command | null = task ? { is: 'agree', task: task.id, comment: '' } : null;
    const command =
      agree && own
        ? {
            ...agree,
            frozen: await factsToFreeze(runtime.cache, session, graph, kind.process, actor),
          }
        : agree;
    return { kind, draft, snapshot, command, prepared };
  });
};

/** Returns the caller's task on the named record or process, if any. */
const waiting = async (
  engine: WorkflowServices,
  actor: Actor,
  { kind, businessId, processInstanceId }: PredictionInput,
): Promise<string | undefined> => {
  if (!businessId && !processInstanceId) return undefined;
  const named = { record: businessId, process: processInstanceId };
  return openTask(engine, actor, named, kind === undefined ? undefined : [kind]).catch(
    (error: unknown) => {
      if (error instanceof Refused) return undefined;
      throw error;
    },
  );
};

const isActors = (actor: Actor, { instance }: Snapshot, task: Task): boolean => {
  if (task.status !== 'TODO') return false;
  if (task.assignee !== null) return task.assignee === actor.id;
  const groups = groupReferencesOf(actor);
  return instance.applicant !== actor.id && task.candidates.some((each) => groups.has(each));
};

const taskIn = (
  actor: Actor,
  { snapshot, graph }: OpenedProcess,
  id: string | undefined,
): Running => ({
  snapshot,
  graph,
  task: snapshot.tasks.find((task) => task.id === id && isActors(actor, snapshot, task)),
});

/** Returns the state; null if the process has ended and the reader may not submit its record again. */
const situationOf = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  given: PredictionInput,
): Promise<Situation | null> => {
  const { kind, businessId, processInstanceId, form = {} } = given;
  let ended = false;
  // A returned record continues in its process, where approvals may still be valid.
  const taskId = given.taskId ?? (await waiting(engine, actor, given));
  const within = async (name: Parameters<typeof openProcess>[2]) => {
    const opened = await openProcess(engine, actor, name);
    ended = opened.snapshot.instance.status !== 'RUN';
    if (ended) return undefined;
    return ofProcess(runtime, engine, actor, taskIn(actor, opened, taskId), form);
  };
  const named = taskId ? { task: taskId } : processInstanceId && { process: processInstanceId };
  const found = named && (await within(named));
  if (found) return found;
  if (ended && !businessId) return null;
  if (kind === undefined) throw noKind();
  const resource = resourceOfKind(engine, kind);
  const stored = businessId ? (await engine.as(actor).read(resource, businessId)).row : undefined;
  const running = (stored as { processInstanceId?: string | null } | undefined)?.processInstanceId;
  const at = running && !named ? await within({ process: running }) : undefined;
  if (at) return at;
  if (ended && stored && denialReason('submit', { resource, row: stored, actor })) return null;
  return ofRecord(runtime, engine, actor, resource, stored, form);
};

/** Next step, with the people who may get it. */
export interface StepWithPeople extends NextStep {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  /** True if the step leaves the choice of its people to the submitter. */
  readonly anyone?: boolean;
}

const withPeople = <S extends NextStep>(
  step: S,
  { directory }: PreparedDecision,
): S & StepWithPeople => ({
  ...step,
  people: step.users.map((id) => ({ id, name: directory.nameOf(id) })),
});

/** Returns a step that leaves the choice of its people to the submitter. */
const leftOpen = (step: UserNode): StepWithPeople => ({
  node: step.id,
  name: stepLabel(step),
  users: [],
  people: [],
  together: step.multi !== null,
  choose: true,
  anyone: true,
});

/**
 * Returns the steps to which agreeing (or submitting) would lead, and their people. Nothing is changed.
 * @throws Refused if the command would be refused, and if the caller has no task
 */
export const predictNextSteps = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  input: PredictionInput,
): Promise<readonly StepWithPeople[]> => {
  const situation = await situationOf(runtime, engine, actor, input);
  if (!situation?.command) {
    // Somebody completed the shown task first.
    if (input.taskId) throw alreadyHandled();
    throw new Refused(['该记录没有待您办理的任务', 'You have no open task on this record']);
  }
  const { snapshot, command, prepared } = situation;
  const steps = nextSteps(snapshot, command, prepared);
  const open = 'frozen' in command ? stepsWithPickedPeople(prepared.graph) : [];
  if (steps instanceof Refused && open.length === 0) throw steps;
  const known = steps instanceof Refused ? [] : steps;
  const named = known.filter((step) => open.every(({ id }) => id !== step.node));
  return [...open.map(leftOpen), ...named.map((step) => withPeople(step, prepared))];
};

/** Returns the route to its end as far as it can be predicted, with texts. Nothing is changed. */
export const predictRoute = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  input: PredictionInput,
): Promise<ForecastForPeople> => {
  const situation = await situationOf(runtime, engine, actor, input);
  if (!situation) return { steps: [], stops: [], end: null };
  const { kind, draft, snapshot, command, prepared } = situation;
  const sources = sourceFieldsIn(kind, draft.row, draft.facts);
  const foreseen = forecast(snapshot, command, prepared, sources);
  const frozen = (command && 'frozen' in command && command.frozen) || snapshot?.instance.frozen;
  const hidden = fieldsHiddenFrom(kind.resource, actor);
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const naming = factNamingOf(kind, dictionaries, frozen ?? {}, hidden);
  const { process } = kind;
  const { cache } = runtime;
  const pace = await usualStepDaysOf(
    cache,
    engine.database,
    actor.tenantId,
    process.kind,
    engine.clock(),
  );
  return forecastForPeople(foreseen, {
    graph: prepared.graph,
    directory: prepared.directory,
    naming,
    pace,
    missing: (fact) => [...sources(fact)].filter((source) => draft.faulty.has(source)),
  });
};

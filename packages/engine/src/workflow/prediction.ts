import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import { userNode } from '@keyan/kernel/workflow/graph.ts';
import {
  type ForecastStep,
  forecast,
  type NextStep,
  nextSteps,
} from '@keyan/kernel/workflow/predict.ts';
import type { Snapshot } from '@keyan/kernel/workflow/state.ts';
import type { Session } from '../store/database.ts';
import { openProcess, openTask } from './access.ts';
import type { DecisionSubject, Prepared } from './decision.ts';
import { currentDefinition, graphOf } from './definitions.ts';
import { factsOf, frozenNow } from './facts.ts';
import type { WorkflowServices } from './port.ts';
import type { Runtime } from './runtime.ts';
import { concernedBy, departmentOf, processOf, resourceOfKind, titleOf } from './subject.ts';

/** What the prediction starts from: a task, or a record (stored, or as in the form). */
export interface PredictionInput {
  readonly taskId?: string | undefined;
  readonly kind?: string | undefined;
  readonly businessId?: string | undefined;
  readonly processInstanceId?: string | undefined;
  readonly form?: Readonly<Record<string, unknown>> | undefined;
}

interface PredictionState {
  readonly snapshot: Snapshot | null;
  readonly command: Command;
  readonly prepared: Prepared;
}

/**
 * The record as it would be stored with the form's values and what is computed from them, since
 * the route is decided on those. Faults are for the real call to find.
 *
 * @param editable the fields that count; all of them when left out.
 */
const asItWouldBe = async (
  engine: WorkflowServices,
  actor: Actor,
  resource: Resource,
  { businessId, form = {} }: PredictionInput,
  editable?: readonly string[],
): Promise<Readonly<Record<string, unknown>>> => {
  const stored = businessId ? (await engine.as(actor).read(resource, businessId)).row : {};
  const given = Object.entries(form).filter(([name]) => editable?.includes(name) ?? true);
  const { row } = validate(resource, stored, Object.fromEntries(given), 'draft', {
    today: dayText(engine.clock()),
    dictionaries: await engine.dictionaries.of(actor.tenantId),
  });
  return { ...stored, ...row };
};

const noKind = () => new Missing(['流程定义不存在', 'No process is deployed for this']);

/** From a record that is about to be submitted for the first time. */
const fromStart = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  session: Session,
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
  kind: string,
): Promise<PredictionState> => {
  const definition = await currentDefinition(session, runtime.cache, kind);
  const graph = await graphOf(session, definition.id);
  const department = departmentOf(resource, row, actor);
  const facts = factsOf(graph, resource, row);
  const concerned = concernedBy(resource, row);
  const about: DecisionSubject = { snapshot: null, graph, department, concerned, facts };
  const prepared = await runtime.world(session, engine, actor, about);
  const command: Command = {
    is: 'start',
    definition: definition.id,
    kind,
    business: '0',
    title: titleOf(resource, row),
    department,
    frozen: await frozenNow(runtime.cache, session, graph, processOf(resource, row), actor),
  };
  return { snapshot: null, command, prepared };
};

/** The caller's task on the record or the process that is named, if one waits for them there. */
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

const loadState = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  given: PredictionInput,
): Promise<PredictionState> => {
  // A returned record goes on in its own process, where approvals may still be valid.
  const input = { ...given, taskId: given.taskId ?? (await waiting(engine, actor, given)) };
  if (input.taskId) {
    const { snapshot, graph } = await openProcess(engine, actor, { task: input.taskId });
    const { instance, tasks } = snapshot;
    const resource = resourceOfKind(engine, instance.kind);
    const task = tasks.find(({ id }) => id === input.taskId);
    const own = task?.node === graph.apply;
    const row = await asItWouldBe(
      engine,
      actor,
      resource,
      { ...input, businessId: instance.business },
      own ? undefined : ((task && userNode(graph, task.node)?.editable) ?? []),
    );
    const facts = factsOf(graph, resource, row);
    const concerned = concernedBy(resource, row);
    const { department } = instance;
    const about: DecisionSubject = { snapshot, graph, department, concerned, facts };
    const agree: Command = { is: 'agree', task: input.taskId, comment: '' };
    return engine.database.read(actor.tenantId, async (session) => {
      const prepared = await runtime.world(session, engine, actor, about);
      const process = processOf(resource, row);
      const command = own
        ? { ...agree, frozen: await frozenNow(runtime.cache, session, graph, process, actor) }
        : agree;
      return { snapshot, command, prepared };
    });
  }
  const { kind } = input;
  if (kind === undefined) throw noKind();
  const resource = resourceOfKind(engine, kind);
  const row = await asItWouldBe(engine, actor, resource, input);
  return engine.database.read(actor.tenantId, (session) =>
    fromStart(runtime, engine, actor, session, resource, row, kind),
  );
};

/** A step that comes next, with the people who may get it. */
export interface StepWithPeople extends NextStep {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  /** Of a route predicted to its end: see `ForecastStep`. */
  readonly state?: ForecastStep['state'];
}

const withPeople = <S extends NextStep>(step: S, { directory }: Prepared): S & StepWithPeople => ({
  ...step,
  people: step.users.map((id) => ({ id, name: directory.nameOf(id) })),
});

/** The steps that agreeing (or submitting) would lead to, and their people. Nothing is changed. */
export const predictNextSteps = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  input: PredictionInput,
): Promise<readonly StepWithPeople[]> => {
  const { snapshot, command, prepared } = await loadState(runtime, engine, actor, input);
  const steps = nextSteps(snapshot, command, prepared);
  if (steps instanceof Refused) throw steps;
  return steps.map((step) => withPeople(step, prepared));
};

/** The route to the end as far as it can be predicted, and why the prediction stops. */
export const predictRoute = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  input: PredictionInput,
): Promise<{ readonly steps: readonly StepWithPeople[]; readonly stopped: Label | null }> => {
  const { snapshot, command, prepared } = await loadState(runtime, engine, actor, input);
  const { steps, stopped } = forecast(snapshot, snapshot ? null : command, prepared);
  return { steps: steps.map((step) => withPeople(step, prepared)), stopped };
};

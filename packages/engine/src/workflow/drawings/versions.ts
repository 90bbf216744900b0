import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Fault, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import { userOf } from '@keyan/kernel/workflow/directory.ts';
import { printExpression } from '@keyan/kernel/workflow/expression.ts';
import { conditionLabel, type FactNaming } from '@keyan/kernel/workflow/forecast/wording.ts';
import { type Graph, isApplicants, peopleNamedBy, userNode } from '@keyan/kernel/workflow/graph.ts';
import type { Snapshot } from '@keyan/kernel/workflow/state.ts';
import { compareRoutes, type RouteDifference } from '@keyan/kernel/workflow/versions/compare.ts';
import { whyNotMovable } from '@keyan/kernel/workflow/versions/move.ts';
import type { Session } from '../../store/connection/database.ts';
import { peopleToday } from '../people/today.ts';
import { factNamingOf } from '../runtime/fact-words.ts';
import type { WorkflowServices } from '../runtime/port.ts';
import { loadSnapshots } from '../runtime/rows.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { definitionOf, graphOf, type RouteVersion } from './definitions.ts';

interface Versions {
  readonly from: RouteVersion & { readonly graph: Graph };
  readonly to: RouteVersion & { readonly graph: Graph };
}

/**
 * Returns two versions of one kind.
 * @throws Missing, or Refused for versions of different kinds.
 */
const versionsOf = async (session: Session, from: string, to: string): Promise<Versions> => {
  const load = async (id: string) => {
    const definition = await definitionOf(session, id);
    if (!definition) throw new Missing(['流程定义不存在', 'Process definition not found']);
    return { ...definition, graph: await graphOf(session, id) };
  };
  const versions = { from: await load(from), to: await load(to) };
  if (versions.from.kind !== versions.to.kind) {
    throw new Refused(['只能选择同一流程的两个版本', 'Choose two versions of the same process']);
  }
  return versions;
};

/** Returns the labels of a kind's facts; undefined for a kind without a resource. */
const namingIn = (
  { resources }: WorkflowServices,
  dictionaries: Dictionaries,
  kind: string,
): FactNaming | undefined => {
  for (const resource of resources.values()) {
    const process = resource.processes.find((one) => one.kind === kind);
    if (process) return factNamingOf({ resource, process }, dictionaries, {}, new Set());
  }
  return undefined;
};

/** Describes the differences of two routes of a kind. */
export const differencesBetween = async (
  engine: WorkflowServices,
  session: Session,
  dictionaries: Dictionaries,
  kind: string,
  [older, newer]: readonly [Graph, Graph],
): Promise<readonly RouteDifference[]> => {
  const naming = namingIn(engine, dictionaries, kind);
  const references = [older, newer].flatMap(({ nodes }) =>
    Object.values(nodes).flatMap(peopleNamedBy),
  );
  const people = await peopleToday(session, references, naming?.labelOf);
  return compareRoutes(older, newer, {
    people: (reference) => people.get(reference)?.label ?? [reference, reference],
    condition: (expression): Label => {
      const words = naming && conditionLabel(expression, naming);
      const text = printExpression(expression);
      return words ?? [text, text];
    },
    fact: (name) => naming?.labelOf(name) ?? [name, name],
  });
};

/**
 * Describes the differences of two versions of a route.
 * @throws Missing for an unknown version; Refused for versions of different kinds.
 */
export const compareVersions = async (
  engine: WorkflowServices,
  session: Session,
  dictionaries: Dictionaries,
  older: string,
  newer: string,
): Promise<readonly RouteDifference[]> => {
  const { from, to } = await versionsOf(session, older, newer);
  const graphs = [from.graph, to.graph] as const;
  return differencesBetween(engine, session, dictionaries, from.kind, graphs);
};

/** Result, for one process, of moving it to another version. */
export interface MoveOutcome {
  readonly instance: string;
  readonly title: string;
  /** Reason why it cannot continue there; null if it can. */
  readonly problem: Label | null;
  /** People who would keep tasks that belong to other people there; found by a dry run only. */
  readonly strangers: readonly Label[];
}

export interface MoveOptionsOfProcesses {
  readonly from: string;
  readonly to: string;
  /** New ids of nodes and flows that have another id in the new version. */
  readonly map: Readonly<Record<string, string>>;
  /** Ids of the only processes to move; left out, all that run on the version. */
  readonly instances?: readonly string[] | undefined;
  readonly dryRun: boolean;
}

/** Maximum number of processes per call: each is loaded completely. */
const maxProcessesPerMove = 500;

/** Returns the processes that run on a version. */
const runningOn = async (
  session: Session,
  wish: MoveOptionsOfProcesses,
): Promise<readonly string[]> => {
  const rows = await session.query<{ id: string }>(
    `select id::text from wf_instance
      where tenant_id = $1 and definition_id = $2 and status = 'RUN'
        and ($3::bigint[] is null or id = any($3)) order by id limit $4`,
    [session.tenantId, wish.from, wish.instances ?? null, maxProcessesPerMove],
  );
  return rows.map(({ id }) => id);
};

const stranger: Label = [
  '【{step}】仍由{holders}办理，新版本的办理人是{people}',
  '“{step}” stays with {holders}; in the new version the assignees are {people}',
];
const nobody: Label = ['（暂无）', '(nobody yet)'];

const joined = (names: readonly string[]): Label =>
  names.length === 0 ? nobody : [names.join('、'), names.join(', ')];

/** Returns assignees whom the step of the new version would not ask; a move changes no task, so they keep theirs. */
const strangersIn = async (
  { runtime, engine, actor, session }: Moving,
  snapshot: Snapshot,
  from: Graph,
  { graph, map }: { readonly graph: Graph; readonly map: MoveOptionsOfProcesses['map'] },
): Promise<readonly Label[]> => {
  const changed = snapshot.tasks.flatMap((task) => {
    const step = userNode(graph, map[task.node] ?? task.node);
    const same = String(step?.people) === String(userNode(from, task.node)?.people);
    return task.status !== 'TODO' || !step || same || isApplicants(step) ? [] : [{ task, step }];
  });
  if (changed.length === 0) return [];
  const { department } = snapshot.instance;
  const subject = { snapshot, graph, department, facts: {} };
  const { directory } = await runtime.world(session, engine, actor, subject);
  const usersOf = (references: readonly string[]): string[] =>
    references.flatMap((reference) => {
      const person = userOf(reference);
      return person === undefined ? directory.resolve(reference).users : [person];
    });
  return changed.flatMap(({ task, step }) => {
    const people = usersOf(step.people);
    const holders = task.assignee === null ? usersOf(task.candidates) : [task.assignee];
    const others = holders.filter((user) => !people.includes(user));
    if (others.length === 0) return [];
    const named = (users: readonly string[]): Label =>
      joined([...new Set(users)].slice(0, maxPeopleNamed).map((user) => directory.nameOf(user)));
    return [
      fill(stranger, { step: stepLabel(step), holders: named(others), people: named(people) }),
    ];
  });
};

/** Services with which a dry run looks up people. */
interface Moving {
  readonly runtime: Runtime;
  readonly engine: WorkflowServices;
  readonly actor: Actor;
  readonly session: Session;
}

/** Maximum number of people named in one line. */
const maxPeopleNamed = 5;

const suspended: Label = ['流程已挂起，不能操作', 'The process is suspended'];

/**
 * Moves the processes that run on a version to another one, each in a separate transaction, at most 500, oldest first.
 * A dry run only returns which fit and why others do not.
 * @throws Missing for an unknown version; Refused for versions of different kinds.
 */
export const moveProcesses = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  wish: MoveOptionsOfProcesses,
): Promise<readonly MoveOutcome[]> => {
  const { from, to, found } = await engine.database.read(actor.tenantId, async (session) => {
    const versions = await versionsOf(session, wish.from, wish.to);
    const instances = await loadSnapshots(session, await runningOn(session, wish));
    return { ...versions, found: [...instances.values()] };
  });
  const version = { graph: to.graph, map: wish.map };
  const outcomes: MoveOutcome[] = [];
  for (const snapshot of found) {
    const { id: instance, title } = snapshot.instance;
    const judged = snapshot.instance.suspended
      ? suspended
      : whyNotMovable(snapshot, from.graph, version);
    let problem: Label | null = judged ?? null;
    const strangers =
      wish.dryRun && problem === null
        ? await engine.database.read(actor.tenantId, (session) =>
            strangersIn({ runtime, engine, actor, session }, snapshot, from.graph, version),
          )
        : [];
    if (!wish.dryRun && problem === null) {
      const comment = `v${from.version} → v${to.version}`;
      const command = { is: 'move', definition: to.id, ...version, comment } as const;
      try {
        await runtime.execute(engine, actor, { on: { instance }, command });
      } catch (error) {
        // The process has moved on meanwhile; the others are moved all the same.
        if (!(error instanceof Fault)) throw error;
        problem = error.label;
      }
    }
    outcomes.push({ instance, title, problem, strangers });
  }
  return outcomes;
};

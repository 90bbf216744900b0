import type { FactType } from '@keyan/kernel/definition/life/facts.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import type { Facts } from '@keyan/kernel/workflow/expression.ts';
import type { Graph, WaitNode } from '@keyan/kernel/workflow/graph.ts';
import { visitedNode } from '@keyan/kernel/workflow/graph.ts';
import type { Snapshot, StepVisit } from '@keyan/kernel/workflow/state.ts';
import type { TransactionContext } from '../../records/behaviour.ts';
import type { Session } from '../../store/connection/database.ts';

/** Open wait, for the code of its matter. */
export interface MatterWait {
  /** Id of the wait; another round of the same record is another wait. */
  readonly visit: string;
  readonly instance: string;
  /** Kind of the process, and its record. */
  readonly kind: string;
  readonly business: string;
}

/**
 * Matter for which routes may wait, such as an expert review. Its code begins it, handles it in its own records, and
 * ends the wait by `Workflow.resume`. Every hook runs in the transaction of the step.
 */
export interface RouteMatter {
  /** Name in files and chains: `keyan:wait="review"`. It does not begin with a digit. */
  readonly name: string;
  readonly label: Label;
  /** Facts of its completion; conditions read them as `review.score`, empty before. */
  readonly facts: Readonly<Record<string, FactType>>;
  /** References to the people responsible: they get a message when it begins. */
  readonly responsible: readonly string[];
  /** Called when a process begins to wait. */
  readonly begin?: (wait: MatterWait, transaction: TransactionContext) => Promise<void>;
  /** Called when a process no longer waits, without completion: returned, recalled, settled. */
  readonly cancel?: (wait: MatterWait, transaction: TransactionContext) => Promise<void>;
  /** Returns the waits on which somebody has begun to work. Their records cannot be recalled. */
  readonly touched?: (visits: readonly string[], session: Session) => Promise<readonly string[]>;
}

export type MatterRegistry = ReadonlyMap<string, RouteMatter>;

/** Defines a matter under its name. */
export const defineMatter = (name: string, matter: Omit<RouteMatter, 'name'>): RouteMatter => ({
  name,
  ...matter,
});

/** @throws Error if two matters share a name, or a name cannot occur in files: a bug. */
export const createMatterRegistry = (matters: readonly RouteMatter[]): MatterRegistry => {
  const byName = new Map(matters.map((matter) => [matter.name, matter]));
  if (byName.size !== matters.length) throw new Error('two matters share a name');
  for (const name of byName.keys()) {
    if (!/^[a-z]\w*$/.test(name)) throw new Error(`${name}: no name for a matter`);
  }
  return byName;
};

const waitOf = (graph: Graph, visit: StepVisit): WaitNode | undefined => {
  const node = visitedNode(graph, visit.node);
  return node?.type === 'wait' && node.matter !== undefined ? node : undefined;
};

/** Returns the visits that wait for matters, or did. */
const waitsIn = (snapshot: Snapshot | null, graph: Graph) =>
  (snapshot?.visits ?? []).flatMap((visit) => {
    const node = waitOf(graph, visit);
    return node ? [{ visit, node, matter: node.matter as string }] : [];
  });

/** Returns references to everybody responsible for a matter of a route. */
export const responsiblePeopleIn = (graph: Graph, matters: MatterRegistry): readonly string[] =>
  Object.values(graph.nodes).flatMap((node) =>
    node.type === 'wait' && node.matter !== undefined
      ? (matters.get(node.matter)?.responsible ?? [])
      : [],
  );

/** Returns the open waits on which somebody has begun to work. No statement if the route has no waits. */
export const startedWaits = async (
  session: Session,
  matters: MatterRegistry,
  graph: Graph,
  snapshot: Snapshot | null,
): Promise<ReadonlySet<string>> => {
  const touched = new Set<string>();
  const open = waitsIn(snapshot, graph).filter(({ visit }) => visit.status === 'ACTIVE');
  for (const name of new Set(open.map(({ matter }) => matter))) {
    const visits = open.filter(({ matter }) => matter === name).map(({ visit }) => visit.id);
    const found = (await matters.get(name)?.touched?.(visits, session)) ?? [];
    for (const visit of found) touched.add(visit);
  }
  return touched;
};

/** Wait that a command has begun, and the people responsible. */
export interface BegunWait {
  readonly label: Label;
  readonly matter: RouteMatter;
}

/**
 * Calls the code of matters for waits that a command has begun, and for those that ended without completion.
 * @returns the waits that have begun.
 */
export const notifyMatters = async (
  transaction: TransactionContext,
  matters: MatterRegistry,
  graph: Graph,
  before: Snapshot | null,
  after: Snapshot,
): Promise<readonly BegunWait[]> => {
  const { id: instance, kind, business } = after.instance;
  const wasOpen = new Set(
    before?.visits.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id),
  );
  const begun: BegunWait[] = [];
  for (const { visit, node, matter: name } of waitsIn(after, graph)) {
    const matter = matters.get(name);
    const wait: MatterWait = { visit: visit.id, instance, kind, business };
    const isOpen = visit.status === 'ACTIVE';
    if (!matter || isOpen === wasOpen.has(visit.id)) continue;
    if (isOpen) {
      await matter.begin?.(wait, transaction);
      begun.push({ label: stepLabel(node), matter });
    } else if (visit.outcomeKey === null) await matter.cancel?.(wait, transaction);
  }
  return begun;
};

/** Returns the wait that a completion is about: the one completed by it before, else the open one. */
export const waitOfMatter = (
  snapshot: Snapshot,
  graph: Graph,
  matter: string,
  key: string,
): StepVisit | undefined => {
  const visits = waitsIn(snapshot, graph)
    .filter((wait) => wait.matter === matter)
    .map(({ visit }) => visit);
  return (
    visits.find(({ outcomeKey }) => outcomeKey === key) ??
    visits.find(({ status }) => status === 'ACTIVE') ??
    visits.at(-1)
  );
};

/** Returns the fields of the record that the completion of a wait may change. */
export const editableFieldsAt = (
  graph: Graph,
  { visits }: Snapshot,
  id: string,
): readonly string[] => {
  const visit = visits.find((item) => item.id === id);
  return (visit && waitOf(graph, visit)?.editable) ?? [];
};

/** @throws Error for a fact that the matter does not declare: a bug of its code. */
export const assertMatterFacts = (matter: RouteMatter, facts: Facts): void => {
  for (const name of Object.keys(facts)) {
    if (!Object.hasOwn(matter.facts, name)) {
      throw new Error(`${matter.name}: the fact ${name} is not declared`);
    }
  }
};

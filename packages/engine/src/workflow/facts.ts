import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { variableOf } from '@keyan/kernel/workflow/directory.ts';
import type { Expression, Facts, Variable } from '@keyan/kernel/workflow/expression.ts';
import { namesIn } from '@keyan/kernel/workflow/expression.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import type { Instance } from '@keyan/kernel/workflow/state.ts';
import type { StoredRow } from '../records/behaviour.ts';
import type { Session } from '../store/database.ts';
import type { WorkflowServices } from './port.ts';
import { resourceOfKind } from './subject.ts';

interface Names {
  /** Everything that an expression or a step's people may look at. */
  readonly all: ReadonlySet<string>;
  /** Those that hold people. */
  readonly people: ReadonlySet<string>;
}

const known = new WeakMap<Graph, Names>();

const namesOf = (graph: Graph): Names => {
  const found = known.get(graph);
  if (found) return found;
  const users = Object.values(graph.nodes).filter((node) => node.type === 'user');
  const people = new Set(
    users.flatMap((step) => [
      ...step.people.flatMap((reference) => variableOf(reference) ?? []),
      ...(step.multi?.collection == null ? [] : [step.multi.collection]),
    ]),
  );
  const expressions = [
    ...Object.values(graph.flows).map((flow) => flow.condition),
    ...users.flatMap((step) => [step.skip, step.multi?.completion]),
  ].filter((expression): expression is Expression => expression != null);
  const all = new Set([...people, ...expressions.flatMap((item) => [...namesIn(item)])]);
  const names: Names = { all, people };
  known.set(graph, names);
  return names;
};

/**
 * What the record says of the names that its process asks for; nothing that a client sends gets
 * here. A field without a value is null, a name that is no field stays unknown.
 */
export const factsOf = (
  graph: Graph,
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
): Facts =>
  Object.fromEntries(
    [...namesOf(graph).all]
      .filter((name) => Object.hasOwn(resource.fields, name))
      .map((name) => [name, (row[name] ?? null) as Variable]),
  );

/**
 * The facts of a process whose record is not locked, for what is only tried out. Where its route asks
 * for none, nothing is read.
 */
export const readFacts = async (
  engine: WorkflowServices,
  session: Session,
  { kind, business }: Pick<Instance, 'kind' | 'business'>,
  graph: Graph,
): Promise<Facts> => {
  if (namesOf(graph).all.size === 0) return {};
  const resource = resourceOfKind(engine, kind);
  const values = { tenant: session.tenantId, id: business, actorId: '0' };
  const [found] = await session.query<{ row: StoredRow }>(
    engine.store.reader.detail(resource, true, new Set()).bind(values),
  );
  return found ? factsOf(graph, resource, found.row) : {};
};

/** Ids of the people that facts name. */
export const peopleIn = (graph: Graph, facts: Facts): readonly string[] =>
  [...namesOf(graph).people]
    .flatMap((name) => facts[name] ?? [])
    .filter((value): value is string => typeof value === 'string');

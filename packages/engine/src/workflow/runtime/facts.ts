import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { parameterValue } from '@keyan/kernel/definition/field/parameter.ts';
import type { Fact } from '@keyan/kernel/definition/life/fact.ts';
import type { Kind, Process } from '@keyan/kernel/definition/life/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { deadlineDatePath } from '@keyan/kernel/workflow/deadlines/due.ts';
import { variableOfReference } from '@keyan/kernel/workflow/directory.ts';
import type { Expression, Facts, Variable } from '@keyan/kernel/workflow/expression.ts';
import { variableNamesIn } from '@keyan/kernel/workflow/expression.ts';
import { type Graph, peopleNamedBy } from '@keyan/kernel/workflow/graph.ts';
import type { Instance } from '@keyan/kernel/workflow/state.ts';
import type { RecordServices, StoredRow } from '../../records/behaviour.ts';
import { currentFacts } from '../../records/facts.ts';
import { scopeValues } from '../../records/rights.ts';
import type { Session } from '../../store/connection/database.ts';
import type { WorkflowCache } from '../drawings/cache.ts';
import type { WorkflowServices } from './port.ts';
import { processOf, resourceOfKind } from './subject.ts';

interface Names {
  /** Names that expressions or people of steps may use. */
  readonly all: ReadonlySet<string>;
  /** Names that contain people. */
  readonly people: ReadonlySet<string>;
}

const known = new WeakMap<Graph, Names>();

const namesOf = (graph: Graph): Names => {
  const found = known.get(graph);
  if (found) return found;
  const users = Object.values(graph.nodes).filter((node) => node.type === 'user');
  const people = new Set([
    ...Object.values(graph.nodes)
      .flatMap(peopleNamedBy)
      .flatMap((reference) => variableOfReference(reference) ?? []),
    ...users.flatMap((step) => step.multi?.collection ?? []),
  ]);
  const expressions = [
    ...Object.values(graph.flows).map((flow) => flow.condition),
    ...users.flatMap((step) => [step.skip, step.multi?.completion]),
  ].filter((expression): expression is Expression => expression != null);
  const all = new Set([
    ...people,
    ...expressions.flatMap((item) => [...variableNamesIn(item)]),
    ...users.flatMap((step) => deadlineDatePath(step)?.[0] ?? []),
  ]);
  const names: Names = { all, people };
  known.set(graph, names);
  return names;
};

const lists: ReadonlySet<string> = new Set(['rows', 'files', 'dicts', 'refs']);

/** Returns a fact by its name; undefined if the kind declares none. */
const factOf = ({ fields, process }: Kind, row: RowLike, name: string): unknown => {
  const computed = Object.hasOwn(process.facts, name) ? process.facts[name] : undefined;
  if (computed) return computed.of(row) ?? null;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return undefined;
  return valueIn(fields, row, name);
};

/**
 * Returns facts of the record for the names that its process uses; values sent by a client are never used. A field
 * without a value is null, a list without lines is empty, an undeclared name is unknown.
 */
const factsOf = (graph: Graph, resource: Resource, row: RowLike): Facts => {
  const process = processOf(resource, row);
  if (!process) return {};
  return Object.fromEntries(
    [...namesOf(graph).all].flatMap((name): [string, Variable][] => {
      const value = factOf({ fields: resource.fields, process }, row, name);
      return value === undefined ? [] : [[name, value as Variable]];
    }),
  );
};

/** Returns a field's value for conditions: a list without lines is empty, another field without a value null. */
const valueIn = (fields: Fields, row: RowLike, name: string): Variable =>
  (row[name] ?? (lists.has(fields[name]?.spec.type ?? '') ? [] : null)) as Variable;

/** Returns a fact for conditions: lists of a group are empty, not unknown. */
const variableOfFact = ({ origin }: Fact, value: unknown): Variable => {
  if (!('face' in origin)) return value as Variable;
  const row = (value ?? {}) as RowLike;
  const { fields } = origin.face;
  return Object.fromEntries(Object.keys(fields).map((name) => [name, valueIn(fields, row, name)]));
};

/** Returns the route as an actor, which reads every value, whoever gives the command. */
const routeOf = ({ tenantId }: Session): SystemActor => ({ system: 'route', tenantId });

/**
 * Returns current facts outside the record that the route uses, read in the transaction of the command, whoever gives
 * it.
 */
const outsideFacts = async (
  engine: RecordServices,
  session: Session,
  graph: Graph,
  resource: Resource,
  row: RowLike,
): Promise<Facts> => {
  const asked = Object.entries(resource.facts ?? {}).filter(([name]) =>
    namesOf(graph).all.has(name),
  );
  if (asked.length === 0) return {};
  const actor = routeOf(session);
  const facts = Object.fromEntries(asked);
  const found = await currentFacts({ engine, actor }, session, { ...resource, facts }, row, row);
  return Object.fromEntries(asked.map(([name, fact]) => [name, variableOfFact(fact, found[name])]));
};

/** Returns facts for conditions: of a record and of the records to which it refers. */
export const recordFacts = async (
  engine: RecordServices,
  session: Session,
  graph: Graph,
  resource: Resource,
  row: RowLike,
): Promise<Facts> => ({
  ...factsOf(graph, resource, row),
  ...(await outsideFacts(engine, session, graph, resource, row)),
});

/** Reads a record without row scopes and locks. */
const readRow = async (
  engine: RecordServices,
  session: Session,
  resource: Resource,
  id: string,
): Promise<StoredRow | undefined> => {
  const values = scopeValues({ engine, actor: routeOf(session) });
  const [found] = await session.query<{ row: StoredRow }>(
    engine.store.reader.detail(resource, true, new Set()).bind({ ...values, id }),
  );
  return found?.row;
};

/** Returns the parameters that the university has set, by key. */
const chosenParameters = (
  cache: WorkflowCache,
  session: Session,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  cache.getAll<string>(session.tenantId, 'parameter ', keys, async (missing) => {
    const rows = await session.query<{ key: string; value: string }>(
      `select param_key as key, param_value as value from param
        where tenant_id = $1 and param_key = any($2::text[]) and is_deleted = 0`,
      [session.tenantId, missing],
    );
    return new Map(rows.map(({ key, value }) => [key, value]));
  });

/**
 * Returns facts that a submission freezes: parameters of the university and roles of the applicant, as far as the route
 * uses them.
 */
export const factsToFreeze = async (
  cache: WorkflowCache,
  session: Session,
  graph: Graph,
  process: Process | undefined,
  applicant: Actor | SystemActor,
): Promise<Facts> => {
  const { all } = namesOf(graph);
  const roles = isSystem(applicant) ? [] : applicant.roles;
  const own: Facts = all.has('applicant') ? { applicant: { roles } } : {};
  if (!all.has('param') || !process) return own;
  const declared = Object.entries(process.parameters);
  const keys = declared.map(([, { key }]) => key);
  const chosen = await chosenParameters(cache, session, keys);
  const param = declared.map(([name, parameter]): [string, Variable] => [
    name,
    parameterValue(parameter, chosen.get(parameter.key)) as Variable,
  ]);
  return { ...own, param: Object.fromEntries(param) };
};

/** Returns the facts of a process whose record is not locked, for trials. If its route uses none, nothing is read. */
export const readFacts = async (
  engine: WorkflowServices,
  session: Session,
  { kind, business }: Pick<Instance, 'kind' | 'business'>,
  graph: Graph,
): Promise<Facts> => {
  if (namesOf(graph).all.size === 0) return {};
  const resource = resourceOfKind(engine, kind);
  const row = await readRow(engine, session, resource, business);
  return row ? recordFacts(engine, session, graph, resource, row) : {};
};

/** Returns the ids of people in facts. */
export const peopleInFacts = (graph: Graph, facts: Facts): readonly string[] =>
  [...namesOf(graph).people]
    .flatMap((name) => facts[name] ?? [])
    // People chosen for several steps, by step.
    .flatMap((value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.values(value).flat()
        : value,
    )
    .filter((value): value is string => typeof value === 'string');

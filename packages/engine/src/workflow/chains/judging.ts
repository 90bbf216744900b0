import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Kind } from '@keyan/kernel/definition/life/process.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import { build } from '@keyan/kernel/workflow/build.ts';
import type { Chain } from '@keyan/kernel/workflow/chain/chain.ts';
import { drawChain } from '@keyan/kernel/workflow/chain/draw-chain.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { peopleNamedBy } from '@keyan/kernel/workflow/graph.ts';
import type { RouteDifference } from '@keyan/kernel/workflow/versions/compare.ts';
import type { Session } from '../../store/connection/database.ts';
import { writeBpmn } from '../drawings/bpmn.ts';
import { currentDefinition, definitionOf, graphOf } from '../drawings/definitions.ts';
import { type DeployOutcome, type DeployWish, deployFiles } from '../drawings/upload.ts';
import { differencesBetween } from '../drawings/versions.ts';
import { type PeopleToday, peopleToday } from '../people/today.ts';
import type { WorkflowServices } from '../runtime/port.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** The kind that a route is for. @throws Missing for a kind that nothing here has. */
export const approvalKindNamed = (engine: WorkflowServices, name: string): Kind => {
  const kind = engine.kinds.find(({ process }) => process.kind === name);
  if (!kind) throw new Missing(['流程定义不存在', 'Process definition not found']);
  return kind;
};

/** Findings, differences and people of a chain that somebody edits. */
export interface JudgedChain extends DeployOutcome {
  readonly xml: string;
  /** How it differs from the version in force; empty where it is not sound enough to be compared. */
  readonly differences: readonly RouteDifference[];
  /** The people that its references mean now. */
  readonly people: readonly PeopleToday[];
}

/** The file of a chain, as an upload of it would be. */
const fileOf = async (
  chain: Chain,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> => ({
  name: `${chain.name || chain.key}.bpmn`,
  bytes: Buffer.from(await writeBpmn(drawChain(chain))),
});

const limitsOf = (runtime: Runtime, actor: Actor) => ({
  elsewhere: runtime.deploysElsewhere(actor),
  matters: runtime.matters,
});

/** References to people in a route. */
const referencesIn = (graph: Graph): readonly string[] =>
  Object.values(graph.nodes).flatMap(peopleNamedBy);

/** Judges a chain as an upload of it would be, and compares it with the version in force. Nothing is stored. */
export const judgeChain = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  dictionaries: Dictionaries,
  kind: Kind,
  chain: Chain,
): Promise<JudgedChain> => {
  const file = await fileOf(chain);
  const wish: DeployWish = { files: [file], kind: kind.process.kind, tenantIds: [], dryRun: true };
  const found = await deployFiles(engine, actor, wish, limitsOf(runtime, actor));
  const xml = Buffer.from(file.bytes).toString();
  const fieldOf = (name: string) => kind.fields[name]?.spec.label;
  const diagram = drawChain(chain);
  const graph = found.problems.length === 0 ? build(diagram) : undefined;
  const references = diagram.nodes.flatMap(peopleNamedBy);
  return engine.database.read(actor.tenantId, async (session) => {
    const now = await currentDefinition(session, runtime.cache, kind.process.kind);
    const people = await peopleToday(session, references, fieldOf);
    const differences = graph
      ? await differencesBetween(engine, session, dictionaries, kind.process.kind, [
          await graphOf(session, now.id),
          graph,
        ])
      : [];
    return { ...found, xml, differences, people: [...people.values()] };
  });
};

/**
 * Judges a drawing that somebody edits, as an upload of it would be. Nothing is stored.
 * @param references people that its steps name, sound or not
 */
export const judgeDrawing = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  dictionaries: Dictionaries,
  kind: Kind,
  { xml, references }: { readonly xml: string; readonly references: readonly string[] },
): Promise<JudgedChain> => {
  const name = kind.process.kind;
  const file = { name: `${name}.bpmn`, bytes: Buffer.from(xml) };
  const wish: DeployWish = { files: [file], kind: name, tenantIds: [], dryRun: true };
  const found = await deployFiles(engine, actor, wish, limitsOf(runtime, actor));
  const fieldOf = (field: string) => kind.fields[field]?.spec.label;
  return engine.database.read(actor.tenantId, async (session) => {
    const now = await currentDefinition(session, runtime.cache, name);
    const people = await peopleToday(session, references, fieldOf);
    const differences = found.graph
      ? await differencesBetween(engine, session, dictionaries, name, [
          await graphOf(session, now.id),
          found.graph,
        ])
      : [];
    return { ...found, xml, differences, people: [...people.values()] };
  });
};

/** People whom the route of a version asks, in words. */
export const peopleOfRoute = async (
  session: Session,
  kind: Kind,
  graph: Graph,
): Promise<readonly PeopleToday[]> => {
  const fieldOf = (name: string) => kind.fields[name]?.spec.label;
  return [...(await peopleToday(session, referencesIn(graph), fieldOf)).values()];
};

/**
 * Deploys a route as the next version of its kind: a list, or a drawing as the text of its file.
 * @param base the version that the editing began with
 * @throws Refused where another version came into force meanwhile; what `deployFiles` throws.
 */
export const deployRoute = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  kind: Kind,
  route: Chain | string,
  { base, tenantIds }: { readonly base: string; readonly tenantIds: readonly string[] },
): Promise<DeployOutcome> => {
  const before = await engine.database.read(actor.tenantId, (session) =>
    definitionOf(session, base),
  );
  const wish: DeployWish = {
    files: [
      typeof route === 'string'
        ? { name: `${kind.process.kind}.bpmn`, bytes: Buffer.from(route) }
        : await fileOf(route),
    ],
    kind: kind.process.kind,
    ...(before ? { nameEn: before.nameEn } : {}),
    base,
    tenantIds,
    dryRun: false,
  };
  const deployed = await deployFiles(engine, actor, wish, limitsOf(runtime, actor));
  for (const tenant of new Set([actor.tenantId, ...tenantIds])) runtime.cache.forget(tenant);
  return deployed;
};

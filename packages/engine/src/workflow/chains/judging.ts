import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Kind } from '@keyan/kernel/definition/life/process.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import { buildGraph } from '@keyan/kernel/workflow/build.ts';
import type { Chain } from '@keyan/kernel/workflow/chain/chain.ts';
import { drawChain } from '@keyan/kernel/workflow/chain/draw-chain.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { peopleNamedBy } from '@keyan/kernel/workflow/graph.ts';
import type { RouteDifference } from '@keyan/kernel/workflow/versions/compare.ts';
import type { Session } from '../../store/connection/database.ts';
import { writeBpmn } from '../drawings/bpmn.ts';
import {
  currentDefinition,
  definitionOf,
  definitionXml,
  graphOf,
} from '../drawings/definitions.ts';
import {
  type DeployOptions,
  type DeployOutcome,
  deployFiles,
  routeFileOf,
} from '../drawings/upload.ts';
import { differencesBetween } from '../drawings/versions.ts';
import { type PeopleToday, peopleToday } from '../people/today.ts';
import type { WorkflowServices } from '../runtime/port.ts';
import type { Runtime } from '../runtime/runtime.ts';

/**
 * Returns the kind of a route.
 * @throws Missing for an unknown kind.
 */
export const approvalKindOf = (engine: WorkflowServices, name: string): Kind => {
  const kind = engine.kinds.find(({ process }) => process.kind === name);
  if (!kind) throw new Missing(['流程定义不存在', 'Process definition not found']);
  return kind;
};

/** Findings, differences and people of a chain being edited. */
export interface ChainFindings extends DeployOutcome {
  readonly xml: string;
  /** Differences from the version in force; empty if the chain has faults. */
  readonly differences: readonly RouteDifference[];
  /** People to whom its references currently refer. */
  readonly people: readonly PeopleToday[];
}

/** Returns a chain as the text of a file, as an upload would be. */
const textOfChain = (chain: Chain): Promise<string> => writeBpmn(drawChain(chain));

const limitsOf = (runtime: Runtime, actor: Actor) => ({
  elsewhere: runtime.deploysElsewhere(actor),
  matters: runtime.matters,
});

/** Returns the references to people in a route. */
const referencesIn = (graph: Graph): readonly string[] =>
  Object.values(graph.nodes).flatMap(peopleNamedBy);

/** Checks a chain as its upload would be checked, and compares it with the version in force. Nothing is stored. */
export const judgeChain = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  dictionaries: Dictionaries,
  kind: Kind,
  chain: Chain,
): Promise<ChainFindings> => {
  const name = kind.process.kind;
  const xml = await textOfChain(chain);
  const files = [routeFileOf(chain.name || chain.key, xml)];
  const wish: DeployOptions = { files, kind: name, tenantIds: [], dryRun: true };
  const found = await deployFiles(engine, actor, wish, limitsOf(runtime, actor));
  const fieldOf = (field: string) => kind.fields[field]?.spec.label;
  const diagram = drawChain(chain);
  const graph = found.problems.length === 0 ? buildGraph(diagram) : undefined;
  const references = diagram.nodes.flatMap(peopleNamedBy);
  return engine.database.read(actor.tenantId, async (session) => {
    const now = await currentDefinition(session, runtime.cache, name);
    const people = await peopleToday(session, references, fieldOf);
    const differences = graph
      ? await differencesBetween(engine, session, dictionaries, name, [
          await graphOf(session, now.id),
          graph,
        ])
      : [];
    return { ...found, xml, differences, people: [...people.values()] };
  });
};

/**
 * Checks a drawing being edited as its upload would be checked. Nothing is stored.
 * @param references people that its steps name, valid or not
 */
export const checkDrawing = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  dictionaries: Dictionaries,
  kind: Kind,
  { xml, references }: { readonly xml: string; readonly references: readonly string[] },
): Promise<ChainFindings> => {
  const name = kind.process.kind;
  const files = [routeFileOf(name, xml)];
  const wish: DeployOptions = { files, kind: name, tenantIds: [], dryRun: true };
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

/** Returns the people of the route of a version, as text. */
export const peopleOfRoute = async (
  session: Session,
  kind: Kind,
  graph: Graph,
): Promise<readonly PeopleToday[]> => {
  const fieldOf = (name: string) => kind.fields[name]?.spec.label;
  return [...(await peopleToday(session, referencesIn(graph), fieldOf)).values()];
};

/** Options of deploying an edited route. */
interface DeployedRoute {
  /** Id of the version of the route on which the editor is based. */
  readonly base: string;
  readonly tenantIds: readonly string[];
  /** Note on the version. */
  readonly remark?: string | undefined;
}

/**
 * Deploys a route as the next version of its kind: a chain, or a drawing as text of its file.
 * @throws Refused if another version came into force meanwhile; errors of `deployFiles`.
 */
export const deployRoute = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  kind: Kind,
  route: Chain | string,
  { base, tenantIds, remark }: DeployedRoute,
): Promise<DeployOutcome> => {
  const before = await engine.database.read(actor.tenantId, (session) =>
    definitionOf(session, base),
  );
  const wish: DeployOptions = {
    files: [
      typeof route === 'string'
        ? routeFileOf(kind.process.kind, route)
        : routeFileOf(route.name || route.key, await textOfChain(route)),
    ],
    kind: kind.process.kind,
    ...(before ? { nameEn: before.nameEn } : {}),
    base,
    remark: remark?.trim(),
    tenantIds,
    dryRun: false,
  };
  const deployed = await deployFiles(engine, actor, wish, limitsOf(runtime, actor));
  for (const tenant of new Set([actor.tenantId, ...tenantIds])) runtime.cache.forget(tenant);
  return deployed;
};

/**
 * Puts an earlier version back into use: its route is deployed again as the next version, which names it. The history
 * of versions remains complete, and parts that no longer fit the kind are refused.
 * @param base version in force that the actor saw
 * @throws Missing for an unknown version; Refused if it is in force, or another came into force meanwhile; errors of
 *   `deployFiles`.
 */
export const restoreRoute = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  { restores, base, remark }: Required<Pick<DeployOptions, 'restores' | 'base' | 'remark'>>,
): Promise<DeployOutcome> => {
  const { version, xml } = await engine.database.read(actor.tenantId, async (session) => ({
    version: await definitionOf(session, restores),
    xml: await definitionXml(session, restores),
  }));
  if (!version) throw new Missing(['流程定义不存在', 'Process definition not found']);
  const { kind, category, nameEn } = version;
  const files = [routeFileOf(version.name, xml)];
  const wish = {
    files,
    kind,
    category,
    nameEn,
    base,
    restores,
    remark,
    tenantIds: [],
    dryRun: false,
  };
  const deployed = await deployFiles(engine, actor, wish, limitsOf(runtime, actor));
  runtime.cache.forget(actor.tenantId);
  return deployed;
};

import type { Process } from '@keyan/kernel/definition/life/process.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { shippedDiagramOf } from '@keyan/kernel/workflow/chain.ts';
import type { Graph, GraphNode } from '@keyan/kernel/workflow/graph.ts';
import { graphFormat } from '@keyan/kernel/workflow/graph.ts';
import type { Session, Tx } from '../../store/connection/database.ts';
import type { Ids } from '../../store/schema/ids.ts';
import { readText, rebuildGraph } from '../reading/reader.ts';
import type { FileFindings } from '../reading/report.ts';
import { checkBaseVersion, checkRestored } from './base-version.ts';
import { writeBpmn } from './bpmn.ts';
import type { WorkflowCache } from './cache.ts';
import { routeKey } from './keys.ts';

/** Deployed version of a route. */
export interface RouteVersion {
  readonly id: string;
  /** Id of the process in files: `vertical_declare`. */
  readonly key: string;
  /** Kind of approval: `vertical/declare`. */
  readonly kind: string;
  readonly version: number;
  readonly name: string;
  readonly nameEn: string;
  readonly category: string;
  /** Name of the category in its dictionary; empty for an unknown code. */
  readonly categoryName: string;
  readonly categoryNameEn: string;
  readonly active: boolean;
  readonly deployedAt: Date;
}

/** Content of a deployment: a parsed and checked file, with its names and category. */
export interface RouteDeployment {
  readonly xml: string;
  readonly graph: Graph;
  /** Kind of approval for the route. */
  readonly kind: string;
  readonly category: string;
  /** English name; a drawn file has only one name. */
  readonly nameEn?: string;
  /** Id of the version from which it was made; the deployment is refused if another came into force since. */
  readonly base?: string | undefined;
  /** Id of the earlier version that it restores; the deployment is refused if that is in force. */
  readonly restores?: string | undefined;
  /** Note of the person who deployed the version; shown in the list of versions. */
  readonly remark?: string | undefined;
  /** Notes about the file, shown with the version. */
  readonly notes?: Pick<FileFindings, 'converted' | 'warnings'>;
}

/**
 * Returns SQL for the names of a definition's category in both languages: `flow_1` is the entry 1 of the dictionary
 * `flow`.
 * @param of table or alias of definitions in the statement
 */
export const categoryNames = (of: string): string =>
  (
    [
      ['categoryName', 'e.dict_value'],
      ['categoryNameEn', 'coalesce(e.dict_value_en, e.dict_value)'],
    ] as const
  )
    .map(
      ([name, value]) => `coalesce((select ${value} from dict_entry e
        where e.tenant_id = ${of}.tenant_id and e.code = 'flow' and e.is_deleted = 0
          and 'flow_' || e.dict_key = ${of}.category), '') as "${name}"`,
    )
    .join(', ');

/** SQL columns of a version in statements on `wf_definition`. */
export const definitionColumns = `id::text, key, kind, version, name, name_en as "nameEn", category, active,
  deployed_at as "deployedAt", ${categoryNames('wf_definition')}`;

/** Cache of graphs by version id; versions never change, so entries never expire. */
const graphs = new Map<string, Graph>();
const maxGraphsCached = 500;

const remember = (id: string, graph: Graph): Graph => {
  if (graphs.size >= maxGraphsCached) {
    const [oldest] = graphs.keys();
    if (oldest !== undefined) graphs.delete(oldest);
  }
  graphs.set(id, graph);
  return graph;
};

interface StoredGraph {
  readonly graph: Graph;
  readonly format: number;
  readonly xml: string;
}

/** Returns a rebuilt node with the people of the stored one. */
const withPeopleOf = (node: GraphNode, stored: GraphNode): GraphNode => {
  if (node.type === 'user' && stored.type === 'user') {
    const { people, cc } = stored;
    return { ...node, people, ...(cc && { cc }) };
  }
  return node.type === 'service' && stored.type === 'service'
    ? { ...node, service: stored.service }
    : node;
};

/**
 * Returns a stored graph in the format of this release. It is rebuilt from the file; but its people (accounts, ids of
 * roles) were looked up at deployment and remain.
 */
export const graphInThisFormat = ({ graph, format, xml }: StoredGraph): Graph => {
  if (format >= graphFormat) return graph;
  const built = rebuildGraph(xml);
  const nodes = Object.entries(built.nodes).map(([id, node]): [string, GraphNode] => {
    const stored = graph.nodes[id];
    return [id, stored ? withPeopleOf(node, stored) : node];
  });
  return { ...built, nodes: Object.fromEntries(nodes) };
};

/**
 * Returns the graph of a version.
 * @throws Error for an id that no process can have: a bug.
 */
export const graphOf = async (session: Session, id: string): Promise<Graph> => {
  const known = graphs.get(id);
  if (known) return known;
  const [row] = await session.query<StoredGraph>(
    'select graph, format, xml from wf_definition where tenant_id = $1 and id = $2',
    [session.tenantId, id],
  );
  if (!row) throw new Error(`no process definition ${id}`);
  return remember(id, graphInThisFormat(row));
};

/** Returns the graphs of several versions, by id. */
export const graphsOf = async (
  session: Session,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Graph>> => {
  const found = new Map<string, Graph>();
  for (const id of new Set(ids)) found.set(id, await graphOf(session, id));
  return found;
};

/**
 * Returns the version on which a new process of this kind runs: the newest active one.
 * @throws Refused if there is none.
 */
export const currentDefinition = async (
  session: Session,
  cache: WorkflowCache,
  kind: string,
): Promise<RouteVersion> => {
  const row = await cache.recall(session.tenantId, `definition ${kind}`, async () => {
    const [found] = await session.query<RouteVersion>(
      `select ${definitionColumns} from wf_definition where tenant_id = $1 and kind = $2 and not deleted
        order by active desc, version desc limit 1`,
      [session.tenantId, kind],
    );
    return found ?? null;
  });
  if (!row) throw new Refused(['流程定义不存在', 'Process definition not found']);
  if (!row.active) {
    throw new Refused([
      '流程定义已挂起，不能发起',
      'The process is suspended and cannot be started',
    ]);
  }
  return row;
};

/**
 * Adds a version of a route. Running processes keep their version.
 * @throws Refused if it was made from a version that is no longer in force, or restores the version in force
 */
export const deploy = async (
  tx: Tx,
  ids: Ids,
  deployment: RouteDeployment,
  by: { readonly id: string | null; readonly now: Date },
): Promise<RouteVersion> => {
  const { kind } = deployment;
  const key = routeKey(kind);
  const graph: Graph = { ...deployment.graph, key };
  // Two concurrent deployments of one kind would take the same number.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('wf_definition ' || $1, 0))`, [
    `${tx.tenantId} ${kind}`,
  ]);
  const { base, restores } = deployment;
  if (base !== undefined) await checkBaseVersion(tx, kind, base);
  if (restores !== undefined) await checkRestored(tx, kind, restores);
  const [row] = await tx.query<RouteVersion>(
    `insert into wf_definition (tenant_id, id, key, kind, version, name, name_en, category, xml, graph,
        deployed_by, deployed_at, format, notes, restores, remark)
      select $1::varchar, $2::bigint, $3::text, $4::text, coalesce(max(version), 0) + 1, $5, $6, $7,
          $8, $9, $10::bigint, $11::timestamptz, $12, $13, $14::bigint, $15
        from wf_definition where tenant_id = $1::varchar and kind = $4::text
      returning ${definitionColumns}`,
    [
      tx.tenantId,
      ids.next(),
      key,
      kind,
      graph.name || kind,
      deployment.nameEn ?? (graph.name || kind),
      deployment.category,
      deployment.xml,
      JSON.stringify(graph),
      by.id,
      by.now,
      graphFormat,
      JSON.stringify(deployment.notes ?? {}),
      restores ?? null,
      deployment.remark ?? '',
    ],
  );
  return row as RouteVersion;
};

/** Cache of shipped routes built in this process, because many tenants deploy the same routes. */
const shipped = new WeakMap<Process, Promise<RouteDeployment>>();

/**
 * Builds the chain of a process, drawn as BPMN.
 * @throws Error for a chain that cannot run: a bug.
 */
const shippedRoute = (process: Process): Promise<RouteDeployment> => {
  const known = shipped.get(process);
  if (known) return known;
  const { kind, category, label } = process;
  const drawn = writeBpmn(shippedDiagramOf(process)).then((xml): RouteDeployment => {
    const { graph, problems } = readText(xml);
    if (!graph) throw new Error(`${kind}: ${problems.map(({ text }) => text[0]).join('; ')}`);
    return { xml, graph, kind, category, nameEn: label[1] };
  });
  shipped.set(process, drawn);
  return drawn;
};

/**
 * Deploys the shipped chains of these processes, except for kinds that already have a version. If none is missing, it
 * reads once and draws nothing.
 * @returns the deployed versions.
 * @throws Error for a chain that cannot run: a bug.
 */
export const deployChains = async (
  tx: Tx,
  ids: Ids,
  processes: readonly Process[],
  now: Date,
): Promise<readonly RouteVersion[]> => {
  const rows = await tx.query<{ kind: string }>(
    'select distinct kind from wf_definition where tenant_id = $1 and not deleted',
    [tx.tenantId],
  );
  const known = new Set(rows.map(({ kind }) => kind));
  const deployed: RouteVersion[] = [];
  for (const process of processes.filter(({ kind }) => !known.has(kind))) {
    const route = await shippedRoute(process);
    deployed.push(await deploy(tx, ids, route, { id: null, now }));
  }
  return deployed;
};

const noDefinition = () => new Missing(['流程定义不存在', 'Process definition not found']);

/** Returns a version that was not deleted; undefined for an unknown id. */
export const definitionOf = async (
  session: Session,
  id: string,
): Promise<RouteVersion | undefined> => {
  const [row] = await session.query<RouteVersion>(
    `select ${definitionColumns} from wf_definition where tenant_id = $1 and id = $2 and not deleted`,
    [session.tenantId, id],
  );
  return row;
};

/**
 * Returns the file of a version.
 * @throws Missing for an unknown version.
 */
export const definitionXml = async (session: Session, id: string): Promise<string> => {
  const [row] = await session.query<{ xml: string }>(
    'select xml from wf_definition where tenant_id = $1 and id = $2',
    [session.tenantId, id],
  );
  if (!row) throw noDefinition();
  return row.xml;
};

/**
 * Allows or forbids starting processes on a version; running processes go on.
 * @returns false for an unknown version.
 * @throws Refused if nothing would change.
 */
export const setDefinitionActive = async (
  tx: Tx,
  id: string,
  active: boolean,
): Promise<boolean> => {
  const [known] = await tx.query<{ active: boolean }>(
    'select active from wf_definition where tenant_id = $1 and id = $2 and not deleted for update',
    [tx.tenantId, id],
  );
  if (!known) return false;
  if (known.active === active) {
    throw new Refused(
      active
        ? ['流程已处于激活状态', 'The process is already active']
        : ['流程已处于挂起状态', 'The process is already suspended'],
    );
  }
  await tx.query('update wf_definition set active = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
    active,
  ]);
  return true;
};

/**
 * Deletes versions logically; ended processes on them stay readable.
 * @throws Refused while processes run on one of them; Missing for an unknown one.
 */
export const deleteDefinitions = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const [running] = await tx.query<{ count: string }>(
    `select count(*) from wf_instance
      where tenant_id = $1 and definition_id = any($2::bigint[]) and status = 'RUN'`,
    [tx.tenantId, ids],
  );
  const count = Number(running?.count ?? 0);
  if (count > 0) {
    throw new Refused([
      `该流程仍有 ${count} 个运行中的实例，不能删除`,
      `Running processes on this version: ${count}; it cannot be deleted`,
    ]);
  }
  const gone = await tx.query<{ id: string }>(
    `update wf_definition set deleted = true
      where tenant_id = $1 and id = any($2::bigint[]) and not deleted returning id`,
    [tx.tenantId, ids],
  );
  if (gone.length < new Set(ids).size) throw noDefinition();
};

import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { Process } from '@keyan/kernel/workflow/chain.ts';
import { diagramOf } from '@keyan/kernel/workflow/chain.ts';
import { compile, type Graph, Undeployable } from '@keyan/kernel/workflow/graph.ts';
import type { Session, Tx } from '../store/database.ts';
import type { Ids } from '../store/ids.ts';
import { readBpmn, writeBpmn } from './bpmn.ts';

/** One deployed version. */
export interface Definition {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly name: string;
  readonly nameEn: string;
  readonly category: string;
  readonly active: boolean;
  readonly deployedAt: Date;
}

/** What is deployed: the diagram's file and how it is listed. */
export interface Deployment {
  readonly xml: string;
  readonly category: string;
  /** English name; a drawn file has only one. */
  readonly nameEn?: string;
  /** Key and name, where the file's own are not to count. */
  readonly key?: string;
  readonly name?: string;
}

const columns = `id::text, key, version, name, name_en as "nameEn", category, active,
  deployed_at as "deployedAt"`;

/** Versions never change, so a graph once read is good for as long as the process lives. */
const graphs = new Map<string, Graph>();
const mostGraphs = 500;

const remember = (id: string, graph: Graph): Graph => {
  if (graphs.size >= mostGraphs) {
    const [oldest] = graphs.keys();
    if (oldest !== undefined) graphs.delete(oldest);
  }
  graphs.set(id, graph);
  return graph;
};

/** The compiled graph of a version. @throws Error for an id that no instance can have: a bug. */
export const graphOf = async (session: Session, id: string): Promise<Graph> => {
  const known = graphs.get(id);
  if (known) return known;
  const [row] = await session.query<{ graph: Graph }>(
    'select graph from wf_definition where tenant_id = $1 and id = $2',
    [session.tenantId, id],
  );
  if (!row) throw new Error(`no process definition ${id}`);
  return remember(id, row.graph);
};

/**
 * The version that a new process of this kind runs on: the newest that is active.
 * @throws Refused when there is none.
 */
export const currentDefinition = async (session: Session, key: string): Promise<Definition> => {
  const [row] = await session.query<Definition>(
    `select ${columns} from wf_definition where tenant_id = $1 and key = $2 and not deleted
      order by active desc, version desc limit 1`,
    [session.tenantId, key],
  );
  if (!row) throw new Refused(['流程定义不存在', 'No process is deployed for this']);
  if (!row.active) {
    throw new Refused([
      '流程定义已挂起，不能发起',
      'The process is suspended; none can be started',
    ]);
  }
  return row;
};

/** A diagram that cannot run is refused with every problem in it. */
const compiled = async (deployment: Deployment): Promise<Graph> => {
  try {
    const diagram = await readBpmn(deployment.xml);
    return compile({
      ...diagram,
      key: deployment.key ?? diagram.key,
      name: deployment.name ?? diagram.name,
    });
  } catch (error) {
    if (!(error instanceof Undeployable)) throw error;
    const text: Label = [error.message, `The diagram cannot be deployed: ${error.message}`];
    throw new Refused(text);
  }
};

/**
 * Adds a version of a route. Instances that run keep the one they were started on.
 * @throws Refused naming each node that breaks the rules of workflow §4.2.
 */
export const deploy = async (
  tx: Tx,
  ids: Ids,
  deployment: Deployment,
  by: { readonly id: string | null; readonly now: Date },
): Promise<Definition> => {
  const graph = await compiled(deployment);
  // Two deployments of one key at once would take the same number.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('wf_definition ' || $1, 0))`, [
    `${tx.tenantId} ${graph.key}`,
  ]);
  const [row] = await tx.query<Definition>(
    `insert into wf_definition (tenant_id, id, key, version, name, name_en, category, xml, graph,
        deployed_by, deployed_at)
      select $1, $2, $3, coalesce(max(version), 0) + 1, $4, $5, $6, $7, $8, $9, $10
        from wf_definition where tenant_id = $1 and key = $3
      returning ${columns}`,
    [
      tx.tenantId,
      ids.next(),
      graph.key,
      graph.name || graph.key,
      deployment.nameEn ?? (graph.name || graph.key),
      deployment.category,
      deployment.xml,
      JSON.stringify(graph),
      by.id,
      by.now,
    ],
  );
  return row as Definition;
};

/** Deploys the shipped chain of a process, drawn as BPMN, unless some version is there already. */
export const deployChain = async (
  tx: Tx,
  ids: Ids,
  process: Process,
  now: Date,
): Promise<Definition | undefined> => {
  const [known] = await tx.query<{ id: string }>(
    'select id::text from wf_definition where tenant_id = $1 and key = $2 and not deleted limit 1',
    [tx.tenantId, process.kind],
  );
  if (known) return undefined;
  const xml = await writeBpmn(diagramOf(process));
  return deploy(
    tx,
    ids,
    { xml, category: process.category, key: process.kind, nameEn: process.label[1] },
    { id: null, now },
  );
};

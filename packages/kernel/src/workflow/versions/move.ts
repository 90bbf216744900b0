import { fill, type Label } from '../../label.ts';
import type { CommandOf } from '../command.ts';
import type { Graph, GraphNode, TakenBranch, VisitedNode } from '../graph.ts';
import { nodeById, nodeTitle, visitedNode } from '../graph.ts';
import type { Scope, Snapshot, StepVisit } from '../state.ts';
import type { WorkingState } from '../working-state.ts';
import { refusal } from '../working-state.ts';

/** Target version of a move, and the mapping of ids. */
export interface TargetVersion {
  readonly graph: Graph;
  /** Ids in the target version of nodes and flows whose ids differ. */
  readonly map: Readonly<Record<string, string>>;
}

const elsewhere: Label = [
  '实例停在【{node}】，新版本中位置不同，请先退回或跳转',
  'The process is at “{node}”, whose position differs in the new version: return or move it first',
];

/** Maps nodes and flows of one graph to those of another. */
class Images {
  private readonly from: Graph;
  private readonly to: Graph;
  private readonly map: TargetVersion['map'];

  constructor(from: Graph, { graph, map }: TargetVersion) {
    this.from = from;
    this.to = graph;
    this.map = map;
  }

  private idOf(id: string): string {
    if (Object.hasOwn(this.map, id)) return this.map[id] as string;
    return id === this.from.apply ? this.to.apply : id;
  }

  /** Returns the counterpart of a node: of equal type, and the applicant's step for itself. */
  node(id: string): GraphNode | undefined {
    const image = nodeById(this.to, this.idOf(id));
    const isApply = id === this.from.apply;
    const old = nodeById(this.from, id);
    if (image?.type !== old?.type) return undefined;
    // A wait in progress continues: it must be for the same matter, or a period.
    if (image?.type === 'wait' && old?.type === 'wait' && image.matter !== old.matter) {
      return undefined;
    }
    return isApply === (image?.id === this.to.apply) ? image : undefined;
  }

  /**
   * Returns the counterpart of a branch: the flow that the mapping names, otherwise the one to the
   * counterpart of its first node. Flow ids are not reliable, since files often number them.
   */
  branch([fork, flow]: TakenBranch): TakenBranch | undefined {
    const image = this.node(fork);
    if (image?.type !== 'fork') return undefined;
    const named = this.idOf(flow);
    if (named !== flow) return image.out.includes(named) ? [image.id, named] : undefined;
    const first = this.idOf(this.from.flows[flow]?.to ?? '');
    const same = image.out.filter((id) => this.to.flows[id]?.to === first);
    const found = same.includes(flow) || same.length > 1 ? flow : same[0];
    return found !== undefined && same.includes(found) ? [image.id, found] : undefined;
  }

  /** Returns the counterpart of a step or wait if it is in the same branches. */
  visited(id: string): VisitedNode | undefined {
    const here = nodeById(this.from, id)?.path ?? [];
    const image = visitedNode(this.to, this.node(id)?.id ?? '');
    const isAlike =
      image?.path.length === here.length &&
      here.every((branch, i) => {
        const [fork, flow] = this.branch(branch) ?? [];
        return fork === image.path[i]?.[0] && flow === image.path[i]?.[1];
      });
    return isAlike ? image : undefined;
  }
}

const nameIn = (graph: Graph, id: string): string => {
  const found = nodeById(graph, id);
  return found ? nodeTitle(found) : id;
};

/** Returns the first open fork with an arrived branch that has no counterpart. */
const lostFork = (images: Images, { scopes }: Pick<Snapshot, 'scopes'>): Scope | undefined =>
  scopes.find(
    ({ status, fork, arrivals }) =>
      status === 'OPEN' && arrivals.some(({ flow }) => !images.branch([fork, flow])),
  );

/**
 * Returns why a process cannot continue on another version at its place; undefined if it can. Every
 * open step or wait must be in the same branches there, and every open fork must have the arrived
 * branches.
 */
export const whyNotMovable = (
  snapshot: Pick<Snapshot, 'scopes' | 'visits'>,
  from: Graph,
  to: TargetVersion,
): Label | undefined => {
  const images = new Images(from, to);
  const lost = snapshot.visits.find(
    ({ status, node: at }) => status === 'ACTIVE' && !images.visited(at),
  );
  const at = lost?.node ?? lostFork(images, snapshot)?.fork;
  return at === undefined ? undefined : fill(elsewhere, { node: nameIn(from, at) });
};

/** Returns the predecessors of visits, skipping those without a counterpart. */
const kept = (
  ids: readonly string[],
  dropped: ReadonlyMap<string, StepVisit>,
): readonly string[] => [
  ...new Set(
    ids.flatMap((id): readonly string[] => {
      const gone = dropped.get(id);
      return gone ? kept(gone.previous, dropped) : [id];
    }),
  ),
];

/**
 * Moves a process to another version of the route. Tasks, comments and times are unchanged, and no
 * step is entered or left; approvals of removed steps become void.
 * @throws Refused with the step that is elsewhere.
 */
export const moveToVersion = (
  state: WorkingState,
  { definition, graph, map, comment }: CommandOf<'move'>,
): void => {
  if (state.instance.definition === definition) {
    throw refusal(['流程已在该版本上运行', 'The process already runs on that version']);
  }
  const from = state.graph;
  const to = { graph, map };
  const problem = whyNotMovable({ scopes: state.scopes, visits: state.visits }, from, to);
  if (problem) throw refusal(problem);
  const images = new Images(from, to);
  const dropped = new Map(
    state.visits.filter((visit) => !images.visited(visit.node)).map((visit) => [visit.id, visit]),
  );
  for (const visit of state.visits) {
    const image = images.visited(visit.node);
    state.putVisit({
      ...visit,
      node: image?.id ?? visit.node,
      previous: kept(visit.previous, dropped),
      void: visit.void || !image,
    });
  }
  for (const task of state.tasks) {
    const image = images.visited(task.node);
    if (image && image.id !== task.node) state.putTask({ ...task, node: image.id });
  }
  for (const scope of state.scopes) {
    const fork = images.node(scope.fork)?.id ?? scope.fork;
    const arrivals = scope.arrivals.flatMap(({ flow, act }) =>
      kept([act], dropped).map((last) => ({
        flow: images.branch([scope.fork, flow])?.[1] ?? flow,
        act: last,
      })),
    );
    state.putScope({ ...scope, fork, arrivals });
  }
  state.changeInstance({ definition });
  state.goOnIn(graph);
  state.log('move', { comment });
};

import { type Finding, findingAt } from '../../finding.ts';
import { fill, type Label } from '../../label.ts';
import type { Expression } from '../expression.ts';
import type { Graph, GraphNode, UserNode } from '../graph.ts';
import { isApplicants, nodeTitle } from '../graph.ts';
import { readsPass } from '../verdict.ts';

/**
 * Possibility that a condition is true after an agreement, as far as the diagram alone determines.
 */
type Likely = 'yes' | 'no' | 'maybe';

const opposite: Readonly<Record<Likely, Likely>> = { yes: 'no', no: 'yes', maybe: 'maybe' };

const either = (left: Likely, right: Likely): Likely =>
  left === 'yes' || right === 'yes' ? 'yes' : left === 'no' && right === 'no' ? 'no' : 'maybe';

const constants = { true: 'yes', false: 'no' } as const;

/** Evaluates a condition with this `pass`, without data of a record. */
const judge = (expression: Expression, pass: boolean): Likely => {
  if (expression.is === 'constant' && typeof expression.value === 'boolean') {
    return constants[`${expression.value}`];
  }
  if (expression.is === 'name') return expression.name === 'pass' ? constants[`${pass}`] : 'maybe';
  if (expression.is === 'unary' && expression.op === '!')
    return opposite[judge(expression.of, pass)];
  if (expression.is === 'binary') {
    const [left, right] = [judge(expression.left, pass), judge(expression.right, pass)];
    const same: Likely =
      left === 'maybe' || right === 'maybe' ? 'maybe' : left === right ? 'yes' : 'no';
    const rules: Partial<Record<typeof expression.op, Likely>> = {
      '||': either(left, right),
      '&&': opposite[either(opposite[left], opposite[right])],
      '==': same,
      '!=': opposite[same],
    };
    return rules[expression.op] ?? 'maybe';
  }
  return 'maybe';
};

/**
 * True for a step that only a decision of a person other than the applicant can complete, not the
 * clock or a lack of people.
 */
const isApprover = (step: UserNode): boolean =>
  !isApplicants(step) && step.empty !== 'skip' && step.skip === null && step.overdue !== 'agree';

class Search {
  private readonly graph: Graph;
  private readonly pass: boolean;
  /**
   * Prepares the analysis of a graph.
   * @param pass whether the last person agreed
   */
  constructor(graph: Graph, pass: boolean) {
    this.graph = graph;
    this.pass = pass;
  }

  private likely(flow: string): Likely {
    const condition = this.graph.flows[flow]?.condition;
    return condition == null ? 'yes' : judge(condition, this.pass);
  }

  private target(flow: string): string {
    return this.graph.flows[flow]?.to ?? '';
  }

  /**
   * Returns the flows of an exclusive gateway that may be taken: up to the first that is certainly
   * true.
   */
  private takenOne(node: Extract<GraphNode, { type: 'exclusive' }>): readonly string[] {
    const taken: string[] = [];
    for (const flow of node.out) {
      if (flow === node.default) continue;
      const likely = this.likely(flow);
      if (likely !== 'no') taken.push(flow);
      if (likely === 'yes') return taken;
    }
    return node.default === null ? taken : [...taken, node.default];
  }

  /**
   * Returns the nodes after a fork if none of the branches taken needs an approver; none if a
   * branch always does.
   */
  private through(node: Extract<GraphNode, { type: 'fork' }>): readonly string[] {
    const branch = (flow: string): readonly string[] =>
      this.reached([this.target(flow)]).filter((id) => this.graph.nodes[id]?.type === 'join');
    const others = node.out.filter((flow) => !node.inclusive || flow !== node.default);
    const sure = others.filter((flow) => !node.inclusive || this.likely(flow) === 'yes');
    if (sure.length > 0) {
      const exits = sure.map(branch);
      return exits.every((found) => found.length > 0) ? exits.flat() : [];
    }
    return node.out.filter((flow) => this.likely(flow) !== 'no').flatMap(branch);
  }

  private next(node: GraphNode): readonly string[] {
    if (node.type === 'user') return isApprover(node) ? [] : node.out.map((id) => this.target(id));
    if (node.type === 'exclusive') return this.takenOne(node).map((id) => this.target(id));
    if (node.type === 'fork') {
      return this.through(node).flatMap(
        (join) => this.graph.nodes[join]?.out.map((id) => this.target(id)) ?? [],
      );
    }
    // An end leads nowhere; a join ends its branch, and its fork leads on from there.
    const passes = node.type === 'start' || node.type === 'wait' || node.type === 'service';
    return passes ? node.out.map((id) => this.target(id)) : [];
  }

  /**
   * Returns the nodes that can be reached from the given ones with decisions of the applicant only.
   */
  reached(from: readonly string[]): readonly string[] {
    const seen = new Set(from);
    const queue = [...from];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const node = this.graph.nodes[id];
      for (const to of node ? this.next(node) : []) {
        if (seen.has(to)) continue;
        seen.add(to);
        queue.push(to);
      }
    }
    return [...seen];
  }
}

/** An end without a fixed result takes the verdict of its token. */
const mayApprove = ({ result }: Extract<GraphNode, { type: 'end' }>): boolean =>
  result === null || result === 'approved';

const unapproved: Label = [
  '从【{from}】到【{to}】存在没有审批人的路径',
  'There is a path from “{from}” to “{to}” with no approver',
];

/**
 * Finds paths through a route without any approver but the applicant, as problems for the person
 * who deploys it. Paths on which the applicant gives the application up do not count.
 */
export const routesWithoutApprover = (graph: Graph): readonly Finding[] => {
  const apply = graph.nodes[graph.apply] as GraphNode;
  return new Search(graph, true).reached([apply.id]).flatMap((id) => {
    const node = graph.nodes[id];
    if (node?.type !== 'end' || node.free || !mayApprove(node)) return [];
    const values = { from: nodeTitle(apply), to: nodeTitle(node) };
    return [findingAt(node, fill(unapproved, values))];
  });
};

const overruled: Label = [
  '节点【{from}】不同意时会到达结果为“通过”的【{to}】',
  'Disagreeing at “{from}” leads to “{to}”, whose result is “approved”',
];

/** Finds ends drawn as approved that a refusal can reach without another approver. */
export const refusalsApproved = (graph: Graph): readonly Finding[] =>
  Object.values(graph.nodes).flatMap((step) => {
    if (step.type !== 'user' || isApplicants(step) || !readsPass(graph, step.id)) return [];
    const ahead = step.out.flatMap((flow) => graph.flows[flow]?.to ?? []);
    return new Search(graph, false).reached(ahead).flatMap((id) => {
      const node = graph.nodes[id];
      if (node?.type !== 'end' || node.result !== 'approved') return [];
      return [findingAt(step, fill(overruled, { from: nodeTitle(step), to: nodeTitle(node) }))];
    });
  });

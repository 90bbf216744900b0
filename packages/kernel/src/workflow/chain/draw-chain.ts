import type { Label } from '../../label.ts';
import type { Diagram, DiagramFlow, DiagramNode } from '../diagram.ts';
import type { Chain, ChainFork, ChainItem, ChainStep } from './chain.ts';
import { stepsOf } from './chain.ts';

/** Flow whose target is not drawn yet. */
interface OpenFlow {
  readonly from: string;
  readonly condition?: string;
  /** True for the default flow of its gateway. */
  readonly isDefault?: boolean;
}

const ends = {
  start: ['开始', 'Start'],
  end: ['结束', 'End'],
} as const satisfies Record<string, Label>;

const forksIn = (items: readonly ChainItem[]): readonly ChainFork[] =>
  items.flatMap((item) =>
    item.is === 'fork' ? [item, ...item.branches.flatMap((branch) => forksIn(branch.items))] : [],
  );

/** Draws the lines of a chain as a sequence of nodes. */
class Drawer {
  readonly nodes: DiagramNode[] = [];
  /** Gateways by id, listed after the steps, so that steps remain in the order of the chain. */
  readonly gateways = new Map<string, Extract<DiagramNode, { default?: string }>>();
  readonly flows: DiagramFlow[] = [];
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** Returns an id that is unique in the route. */
  free(wish: string): string {
    let id = wish;
    while (this.#taken.has(id)) id = `_${id}`;
    this.#taken.add(id);
    return id;
  }

  lead(loose: readonly OpenFlow[], to: string): void {
    for (const { from, condition, isDefault } of loose) {
      const id = this.free(`${from}__${to}`);
      this.flows.push({ id, from, to, ...(condition === undefined ? {} : { condition }) });
      const gateway = isDefault ? this.gateways.get(from) : undefined;
      if (gateway) this.gateways.set(from, { ...gateway, default: id });
    }
  }

  /**
   * Draws lines.
   * @returns the flows that leave the last line
   */
  list(items: readonly ChainItem[], open: readonly OpenFlow[]): readonly OpenFlow[] {
    return items.reduce<readonly OpenFlow[]>(
      (at, item) => (item.is === 'step' ? this.#step(item, at) : this.#fork(item, at)),
      open,
    );
  }

  #step({ node, condition }: ChainStep, open: readonly OpenFlow[]): readonly OpenFlow[] {
    this.nodes.push(node);
    if (condition === null) {
      this.lead(open, node.id);
      return [{ from: node.id }];
    }
    const gateway = this.free(`${node.id}_if`);
    this.gateways.set(gateway, { id: gateway, type: 'exclusive', name: '' });
    this.lead(open, gateway);
    this.lead([{ from: gateway, condition }], node.id);
    return [{ from: node.id }, { from: gateway, isDefault: true }];
  }

  /** Merges several flows into one before a gateway that splits, since it must not join. */
  #merged(open: readonly OpenFlow[], before: string): readonly OpenFlow[] {
    if (open.length < 2) return open;
    const merge = this.free(`${before}_merge`);
    this.gateways.set(merge, { id: merge, type: 'exclusive', name: '' });
    this.lead(open, merge);
    return [{ from: merge }];
  }

  #fork(
    { id, gateway: type, branches }: ChainFork,
    open: readonly OpenFlow[],
  ): readonly OpenFlow[] {
    this.gateways.set(id, { id, type, name: '' });
    this.lead(type === 'exclusive' ? open : this.#merged(open, id), id);
    const join = this.free(`${id}_join`);
    this.gateways.set(join, { id: join, type, name: '' });
    for (const { condition, items } of branches) {
      const way: OpenFlow =
        condition === null ? { from: id, isDefault: type !== 'parallel' } : { from: id, condition };
      this.lead(this.list(items, [way]), join);
    }
    return [{ from: join }];
  }
}

/**
 * Draws a chain as diagram: start → applicant → lines → end. A step with a condition has an
 * exclusive gateway before it with a default flow past the step; a fork has a gateway of its type
 * at both ends.
 */
export const drawChain = ({ key, name, apply, items }: Chain): Diagram => {
  const drawer = new Drawer([
    apply.id,
    ...stepsOf(items).map(({ node }) => node.id),
    ...forksIn(items).map(({ id }) => id),
  ]);
  const [start, end] = [drawer.free('start'), drawer.free('end')];
  drawer.lead([{ from: start }], apply.id);
  drawer.lead(drawer.list(items, [{ from: apply.id }]), end);
  return {
    key,
    name,
    nodes: [
      { id: start, type: 'start', name: ends.start[0] },
      apply,
      ...drawer.nodes,
      { id: end, type: 'end', name: ends.end[0] },
      ...drawer.gateways.values(),
    ],
    flows: drawer.flows,
  };
};

import type { Diagram, DiagramFlow, DiagramNode } from '../diagram.ts';
import { applyStep, type Block, type Exit, isWait, type Step } from './blocks.ts';

type Loose = { -readonly [K in keyof DiagramFlow]: DiagramFlow[K] };

const userOf = (step: Step): DiagramNode => ({
  id: step.id,
  type: 'user',
  name: step.id,
  people: step.people,
  empty: step.empty,
  ...(step.same === null ? {} : { skipSame: step.same }),
  editable: [],
  refuse: step.refuse,
  ...(step.skip === null ? {} : { skip: step.skip }),
  ...(step.together === null
    ? {}
    : {
        multi: {
          sequential: step.together.sequential,
          ...(step.together.completion === null ? {} : { completion: step.together.completion }),
          ...step.together.votes,
        },
      }),
  ...(step.onAgainst === null ? {} : { onAgainst: step.onAgainst }),
  ...(step.due === null
    ? {}
    : {
        due: `PT${step.due.hours}H`,
        ...(step.due.overdue === null ? {} : { overdue: step.due.overdue }),
        ...(step.due.to.length === 0 ? {} : { handTo: step.due.to }),
      }),
});

const nodeOf = (step: Step): DiagramNode =>
  isWait(step)
    ? { id: step.id, type: 'wait', name: step.id, period: `PT${step.hours}H` }
    : userOf(step);

const endOf = (id: string, { result, free }: Exit): DiagramNode => ({
  id,
  type: 'end',
  name: '',
  ...(result === null ? {} : { result }),
  ...(free ? { free } : {}),
});

/** Suffix of the ids of services. */
const ofService = '_do';

export const isService = (node: string | null): boolean => node?.endsWith(ofService) === true;

/** Draws a route as diagram. Long because it is one walk through its blocks. */
export const diagramOfBlock = (route: Block): Diagram => {
  const nodes: DiagramNode[] = [{ id: 'start', type: 'start', name: '' }, userOf(applyStep)];
  const flows: Loose[] = [];
  /** Flow whose target is not known yet: gateways take their flows in the order of the file. */
  const flow = (from: string, condition: string | null = null): Loose => {
    const made: Loose = { id: `f${flows.length + 1}`, from, to: '' };
    if (condition !== null) made.condition = condition;
    flows.push(made);
    return made;
  };
  const lead = (loose: readonly Loose[], to: string): void => {
    for (const item of loose) item.to = to;
  };
  const gateway = (id: string, type: 'exclusive' | 'parallel' | 'inclusive', fallback?: string) => {
    nodes.push({ id, type, name: '', ...(fallback === undefined ? {} : { default: fallback }) });
  };

  /**
   * Adds a service after every third step. Services must not affect any rule, so the oracle does
   * not know them.
   */
  const serve = (step: Step, loose: readonly Loose[]): readonly Loose[] => {
    if (Number(step.id.replace(/\D/g, '')) % 3 !== 0) return loose;
    const id = `${step.id}${ofService}`;
    nodes.push({ id, type: 'service', name: '', service: { is: 'cc', people: ['role:nobody'] } });
    lead(loose, id);
    return [flow(id)];
  };

  /** Draws the block after the given flows; returns the flows that leave it. */
  const add = (block: Block, loose: readonly Loose[]): readonly Loose[] => {
    switch (block.is) {
      case 'sequence':
        return block.parts.reduce((at, part) => add(part, at), loose);
      case 'step':
        nodes.push(nodeOf(block));
        lead(loose, block.id);
        return serve(block, [flow(block.id)]);
      case 'restart':
        lead(loose, applyStep.id);
        return [];
      case 'exit':
        lead(loose, `${loose[0]?.id}end`);
        nodes.push(endOf(`${loose[0]?.id}end`, block));
        return [];
      case 'loop': {
        const entry = `${block.id}in`;
        gateway(entry, 'exclusive');
        lead(loose, entry);
        lead(add(block.body, [flow(entry)]), block.id);
        const again = flow(block.id, '${!pass}');
        const on = flow(block.id);
        gateway(block.id, 'exclusive', on.id);
        lead(add(block.mend, [again]), entry);
        return [on];
      }
      default: {
        lead(loose, block.id);
        const at = nodes.length;
        nodes.push({ id: block.id, type: block.is, name: '' });
        const entries = block.branches.map(({ when }) => flow(block.id, when));
        const fallback = block.branches.findIndex(({ when }) => when === null);
        const chosen = block.is === 'parallel' ? undefined : entries[fallback]?.id;
        nodes[at] = {
          id: block.id,
          type: block.is,
          name: '',
          ...(chosen === undefined ? {} : { default: chosen }),
        };
        const exits = block.branches.flatMap((branch, i) =>
          add(branch.block, entries.slice(i, i + 1)),
        );
        if (exits.length === 0) return [];
        gateway(`${block.id}out`, block.is);
        lead(exits, `${block.id}out`);
        return [flow(`${block.id}out`)];
      }
    }
  };

  const begin = flow('start');
  lead([begin], applyStep.id);
  const last = add(route, [flow(applyStep.id)]);
  if (last.length > 0) nodes.push({ id: 'end', type: 'end', name: '' });
  lead(last, 'end');
  return { key: 'p', name: 'p', nodes, flows };
};

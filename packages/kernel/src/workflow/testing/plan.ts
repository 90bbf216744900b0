import type { Block, Exit, Split, Step } from './blocks.ts';
import { applyStep } from './blocks.ts';
import { completionMeanings, conditionMeanings } from './meanings.ts';

/** Position of a step: the enclosing parallel gateways with the branch of each, outermost first. */
export type StepPosition = readonly (readonly [split: string, branch: number])[];

/** Data about the steps of a tree of blocks, computed once. */
export interface Plan {
  readonly route: Block;
  readonly steps: ReadonlyMap<string, Step>;
  readonly places: ReadonlyMap<string, StepPosition>;
  /** Parallel and inclusive gateways, outer ones first. */
  readonly splits: readonly Split[];
  /** Separate ends; the last end of the route is not among them. */
  readonly exits: readonly Exit[];
  /** Ids of steps of the applicant to which a drawn loop leads back. */
  readonly mends: ReadonlySet<string>;
  /** True if a step is in this branch of a gateway. */
  isIn(step: string, split: string, branch: number): boolean;
  /** Returns the steps from which a step can be reached, without itself. */
  earlier(step: string): ReadonlySet<string>;
  /** True if a gateway between the step and the next step reads `pass`. */
  asksPass(step: string): boolean;
  /** Returns the names of facts on which a decision of the step is based. */
  restsOn(step: string): readonly string[];
}

const readsOf = (text: string | null): readonly string[] =>
  text === null ? [] : (conditionMeanings[text]?.reads ?? completionMeanings[text]?.reads ?? []);

/** Collects the steps of a tree and their predecessors. */
const read = (route: Block) => {
  const steps = new Map<string, Step>();
  const places = new Map<string, StepPosition>();
  const splits: Split[] = [];
  const exits: Exit[] = [];
  const mends = new Set<string>();
  const next = new Map<string, string[]>();
  const asked = new Map<string, readonly string[]>();

  const lead = (from: readonly string[], to: string): void => {
    for (const id of from) next.set(id, [...(next.get(id) ?? []), to]);
  };
  const addStep = (step: Step, from: readonly string[], place: StepPosition): readonly string[] => {
    steps.set(step.id, step);
    places.set(step.id, place);
    lead(from, step.id);
    return [step.id];
  };
  const add = (block: Block, from: readonly string[], place: StepPosition): readonly string[] => {
    switch (block.is) {
      case 'step':
        return addStep(block, from, place);
      case 'sequence':
        return block.parts.reduce((at, part) => add(part, at, place), from);
      case 'restart':
        lead(from, applyStep.id);
        return [];
      case 'exit':
        exits.push(block);
        return [];
      case 'loop': {
        const begins = `${block.id}in`;
        lead(from, begins);
        lead(add(block.body, [begins], place), block.id);
        asked.set(block.id, ['pass']);
        mends.add(block.mend.id);
        lead(add(block.mend, [block.id], place), begins);
        return [block.id];
      }
      default: {
        if (block.is !== 'exclusive') splits.push(block);
        lead(from, block.id);
        asked.set(
          block.id,
          block.branches.flatMap(({ when }) => readsOf(when)),
        );
        return block.branches.flatMap((branch, i) =>
          add(
            branch.block,
            [block.id],
            block.is === 'exclusive' ? place : [...place, [block.id, i]],
          ),
        );
      }
    }
  };
  const last = add(route, addStep(applyStep, [], []), []);
  if (last.length > 0) exits.push({ is: 'exit', result: null, free: false });
  return { steps, places, splits, exits, mends, next, asked };
};

export const planOf = (route: Block): Plan => {
  const { steps, places, splits, exits, mends, next, asked } = read(route);
  const before = new Map<string, ReadonlySet<string>>();
  /** Returns all steps and gateways that lead to a place. */
  const leadsTo = (id: string): ReadonlySet<string> => {
    const known = before.get(id);
    if (known) return known;
    const found = new Set<string>();
    const look = (at: string): void => {
      for (const [from, to] of next) {
        if (!to.includes(at) || found.has(from)) continue;
        found.add(from);
        look(from);
      }
    };
    look(id);
    before.set(id, found);
    return found;
  };
  return {
    route,
    steps,
    places,
    splits,
    exits,
    mends,
    isIn: (step, split, branch) =>
      places.get(step)?.some(([other, i]) => other === split && i === branch) === true,
    earlier: (step) => new Set([...leadsTo(step)].filter((id) => id !== step && steps.has(id))),
    asksPass: (step) => {
      const seen = new Set<string>();
      const look = (at: string): boolean =>
        (next.get(at) ?? []).some((id) => {
          if (steps.has(id) || seen.has(id)) return false;
          seen.add(id);
          return asked.get(id)?.includes('pass') || look(id);
        });
      return look(step);
    },
    restsOn: (id) => {
      const step = steps.get(id);
      const own = [
        ...readsOf(step?.skip ?? null),
        ...readsOf(step?.together?.completion ?? null),
        ...(step?.people ?? []).flatMap((text) => (text.startsWith('var:') ? text.slice(4) : [])),
      ];
      const judged = [...leadsTo(id)].flatMap((gateway) => asked.get(gateway) ?? []);
      return [...new Set([...judged, ...own])].filter((name) => name !== 'pass');
    },
  };
};

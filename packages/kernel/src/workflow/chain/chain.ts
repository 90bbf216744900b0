import type { DiagramNode, DiagramUser, GatewayType } from '../diagram.ts';

/** A node that asks people, waits or works: what a chain lists. */
export type ChainNode = Extract<DiagramNode, { type: 'user' | 'wait' | 'service' }>;

/** One line of a chain. */
export interface ChainStep {
  readonly is: 'step';
  readonly node: ChainNode;
  /** JUEL text; the step is passed over where it does not hold. Null: always taken. */
  readonly condition: string | null;
}

/** One way out of a fork. */
export interface ChainBranch {
  /** JUEL text; null in a parallel fork, and for the branch that is taken where no other is. */
  readonly condition: string | null;
  readonly items: readonly ChainItem[];
}

/** Branches that come together again: all of them, those whose condition holds, or the first such. */
export interface ChainFork {
  readonly is: 'fork';
  readonly id: string;
  readonly gateway: GatewayType;
  readonly branches: readonly ChainBranch[];
}

export type ChainItem = ChainStep | ChainFork;

/**
 * A route as a list that an office edits: the applicant, then steps in order, with branches indented.
 * Every shipped route is one; a drawing with loops or several ends is not (`chainOf`).
 */
export interface Chain {
  readonly key: string;
  readonly name: string;
  readonly apply: DiagramUser;
  readonly items: readonly ChainItem[];
}

/** Every step of a chain, in the order of its lines. */
export const stepsOf = (items: readonly ChainItem[]): readonly ChainStep[] =>
  items.flatMap((item) =>
    item.is === 'step' ? [item] : item.branches.flatMap((branch) => stepsOf(branch.items)),
  );

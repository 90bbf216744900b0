import type { DiagramNode, DiagramUser, GatewayType } from '../diagram.ts';

/** Node of a chain: a step of people, a wait or a service. */
export type ChainNode = Extract<DiagramNode, { type: 'user' | 'wait' | 'service' }>;

/** Line of a chain with a step. */
export interface ChainStep {
  readonly is: 'step';
  readonly node: ChainNode;
  /** JUEL text; if false, the step is skipped. Null: always taken. */
  readonly condition: string | null;
}

/** Branch of a fork. */
export interface ChainBranch {
  /** JUEL text; null in a parallel fork, and for the default branch. */
  readonly condition: string | null;
  readonly items: readonly ChainItem[];
}

/**
 * Fork whose branches come together again. Taken are all branches, those whose condition is true,
 * or the first of these.
 */
export interface ChainFork {
  readonly is: 'fork';
  readonly id: string;
  readonly gateway: GatewayType;
  readonly branches: readonly ChainBranch[];
}

export type ChainItem = ChainStep | ChainFork;

/**
 * Route as a list that an office edits: the applicant, then steps in order, with indented branches.
 * Every shipped route is a chain; a drawing with loops or several ends is not (`chainOf`).
 */
export interface Chain {
  readonly key: string;
  readonly name: string;
  readonly apply: DiagramUser;
  readonly items: readonly ChainItem[];
}

/** Returns every step of a chain, in the order of its lines. */
export const stepsOf = (items: readonly ChainItem[]): readonly ChainStep[] =>
  items.flatMap((item) =>
    item.is === 'step' ? [item] : item.branches.flatMap((branch) => stepsOf(branch.items)),
  );

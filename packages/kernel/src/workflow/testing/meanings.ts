/**
 * Pairs of a condition's text, which the engine parses, and its meaning as a function, which the
 * oracle calls.
 */

/** Parameters of the tenant. */
export type Parameters = Readonly<Record<'limit', number>>;

/** Facts that conditions may use. */
export type Facts = Readonly<
  Record<string, boolean | number | string | readonly string[] | Parameters>
>;

interface Meaning {
  /** Names of the facts that the condition reads. */
  readonly reads: readonly string[];
  holds(facts: Facts, pass: boolean): boolean;
}

/** Meanings of conditions by their text. */
export const conditionMeanings: Readonly<Record<string, Meaning>> = {
  '${b0}': { reads: ['b0'], holds: ({ b0 }) => b0 === true },
  '${b1 && n < 6}': { reads: ['b1', 'n'], holds: ({ b1, n }) => b1 === true && Number(n) < 6 },
  '${n >= 4}': { reads: ['n'], holds: ({ n }) => Number(n) >= 4 },
  "${kind == 'x' || !b0}": {
    reads: ['kind', 'b0'],
    holds: ({ kind, b0 }) => kind === 'x' || b0 !== true,
  },
  '${n >= param.limit}': {
    reads: ['n', 'param'],
    holds: ({ n, param }) => Number(n) >= (param as Parameters).limit,
  },
  '${not b1}': { reads: ['b1'], holds: ({ b1 }) => b1 !== true },
  '${pass}': { reads: ['pass'], holds: (_, pass) => pass },
  '${!pass}': { reads: ['pass'], holds: (_, pass) => !pass },
  '${pass && b0}': { reads: ['pass', 'b0'], holds: ({ b0 }, pass) => pass && b0 === true },
};

interface Enough {
  readonly reads: readonly string[];
  enough(agreed: number, all: number, facts: Facts): boolean;
}

/** Meanings of completion conditions by their text. */
export const completionMeanings: Readonly<Record<string, Enough>> = {
  '${nrOfCompletedInstances > 0}': { reads: [], enough: (agreed) => agreed > 0 },
  '${nrOfCompletedInstances / nrOfInstances >= 0.6}': {
    reads: [],
    enough: (agreed, all) => agreed * 10 >= all * 6,
  },
  '${b0 && nrOfCompletedInstances >= 2}': {
    reads: ['b0'],
    enough: (agreed, _all, { b0 }) => b0 === true && agreed >= 2,
  },
};

import fc from 'fast-check';
import type { Decision } from '../decide.ts';
import type { Graph } from '../graph.ts';
import { Game } from './game.ts';
import { type Scenario, scenarios } from './scenario.ts';
import { Tally } from './situations.ts';

/**
 * Plays one scenario; throws if an invariant is violated.
 * @param graph the route as drawn by other code
 */
export const playScenario = (scenario: Scenario, counts = new Tally(), graph?: Graph): void => {
  const game = new Game(scenario, counts, 0, () => {}, graph);
  try {
    game.play();
  } catch (error) {
    const last = game.trace.slice(-8).join('\n  ');
    throw new Error(`${error instanceof Error ? error.message : error}\nafter\n  ${last}`);
  }
};

/** Plays one scenario and returns every decision; ids are counted from `first`. */
export const playAloud = (
  scenario: Scenario,
  first: number,
): { readonly graph: Graph; readonly decisions: readonly Decision[] } => {
  const decisions: Decision[] = [];
  const game = new Game(scenario, new Tally(), first, (decision) => decisions.push(decision));
  game.play();
  return { graph: game.graph, decisions };
};

/**
 * Plays many scenarios.
 * @throws with the seed and the smallest scenario that fails
 */
export const playMany = (numRuns: number, seed: number): Tally => {
  const counts = new Tally();
  fc.assert(
    fc.property(scenarios, (scenario) => playScenario(scenario, counts)),
    { numRuns, seed, endOnFailure: false },
  );
  return counts;
};

/** Returns the first failing play of many, and the first line of its failure. */
export const firstFailure = (
  numRuns: number,
  seed: number,
): { readonly play: number; readonly message: string } | null => {
  const found = fc.check(
    fc.property(scenarios, (scenario) => playScenario(scenario)),
    { numRuns, seed, endOnFailure: true },
  );
  if (!found.failed) return null;
  const { errorInstance } = found;
  const text = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return { play: found.numRuns, message: text.split('\n', 1)[0] as string };
};

import { buildGraph } from './build.ts';
import { checkDiagram } from './check.ts';
import type { Diagram } from './diagram.ts';
import { type Graph, UndeployableDiagram } from './graph.ts';

/**
 * Checks a diagram and builds its executable graph.
 * @throws UndeployableDiagram with every problem found.
 */
export const compile = (diagram: Diagram): Graph => {
  const { problems } = checkDiagram(diagram);
  if (problems.length > 0) throw new UndeployableDiagram(problems);
  return buildGraph(diagram);
};

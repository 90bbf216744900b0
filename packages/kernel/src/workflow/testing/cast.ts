import { compile } from '../compile.ts';
import type { Settings } from '../decision-input.ts';
import type { DiagramUser } from '../diagram.ts';
import { diagramFromLines } from './drawn.ts';
import { stageOf } from './stage.ts';

/** Makes a drawn route with one person per step: `1` acts on `u1`, `2` on `u2`, … */
export const drawnRoute = (
  lines: readonly string[],
  cast: {
    readonly people?: Readonly<Record<string, readonly string[]>>;
    readonly nodes?: Readonly<Record<string, Partial<DiagramUser>>>;
    readonly settings?: Partial<Settings>;
    readonly concerned?: readonly string[];
  } = {},
) => {
  const graph = compile(diagramFromLines(lines, cast.nodes));
  const own = Object.keys(graph.nodes).filter((id) => id.startsWith('u'));
  return stageOf(graph, {
    // Passed by reference: a test may change the table while the process runs.
    people: Object.assign(
      cast.people ?? {},
      Object.fromEntries(own.map((id) => [id, cast.people?.[id] ?? [id.slice(1)]])),
    ),
    ...(cast.settings ? { settings: cast.settings } : {}),
    ...(cast.concerned ? { concerned: cast.concerned } : {}),
  });
};

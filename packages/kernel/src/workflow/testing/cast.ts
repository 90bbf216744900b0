import { compile } from '../compile.ts';
import type { Settings } from '../decision-input.ts';
import type { DiagramUser } from '../diagram.ts';
import { diagramFromLines } from './drawn.ts';
import { stageOf } from './stage.ts';

/** A drawn route whose steps are each one person's: `u1` is `1`'s, `u2` is `2`'s, … */
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
    // The given table itself: a test may change it while the process runs.
    people: Object.assign(
      cast.people ?? {},
      Object.fromEntries(own.map((id) => [id, cast.people?.[id] ?? [id.slice(1)]])),
    ),
    ...(cast.settings ? { settings: cast.settings } : {}),
    ...(cast.concerned ? { concerned: cast.concerned } : {}),
  });
};

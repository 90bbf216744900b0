import { resultBehaviours, resultEndpoints } from '../project/results/results.server.ts';
import type { ServerHalfOf } from '../shared/halves.server.ts';
import { referenceFiles } from './bibliography/file.server.ts';
import { bookEndpoints } from './book/book.endpoints.server.ts';
import { citationEndpoints } from './citing/citations.server.ts';
import { achievementBehaviour, achievementEndpoints } from './common/achievement.server.ts';
import { achievementMixin } from './common/achievement.ts';
import { regradeEndpoints } from './paper/journal-regrade.server.ts';
import { paperEndpoints } from './paper/paper.endpoints.server.ts';
import { paperBehaviour } from './paper/paper.server.ts';
import { recognitionEndpoints } from './pasting/recognition.server.ts';
import { patentBehaviour } from './property/patent.server.ts';

/**
 * Hooks and calls of achievements, and those of projects that name outputs. Records with authors have the calls of
 * achievements, in a library or not.
 */
export const serverHalf: ServerHalfOf = (resources) => {
  const authored = resources.filter((resource) => achievementMixin.optionsOf(resource));
  const resultKinds = new Map(
    authored.flatMap((kind) => {
      const as = achievementMixin.optionsOf(kind)?.scored?.as;
      return as ? [[kind.key, as] as const] : [];
    }),
  );
  return {
    mixins: [achievementBehaviour, referenceFiles],
    behaviours: [paperBehaviour, patentBehaviour, ...resultBehaviours(resultKinds)],
    endpoints: [
      ...paperEndpoints,
      ...bookEndpoints,
      ...regradeEndpoints,
      ...authored.flatMap(achievementEndpoints),
      ...authored.flatMap(citationEndpoints),
      ...authored.flatMap(recognitionEndpoints),
      ...resultEndpoints(resultKinds),
    ],
  };
};

import type { Behaviour } from '@keyan/engine/records/behaviour.ts';
import { behavioursOf } from '@keyan/engine/records/mixed-behaviour.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { reviewedBehaviour } from '../review/review.server.ts';
import { alikeBehaviour } from '../shared/alike.server.ts';
import { referenceFiles } from './bibliography/file.server.ts';
import { bookEndpoints } from './book/book.endpoints.server.ts';
import { citationEndpoints } from './citing/citations.server.ts';
import { achievementBehaviour, achievementEndpoints } from './common/achievement.server.ts';
import { regradeEndpoints } from './paper/journal-regrade.server.ts';
import { paperEndpoints } from './paper/paper.endpoints.server.ts';
import { paperBehaviour } from './paper/paper.server.ts';
import { recognitionEndpoints } from './pasting/recognition.server.ts';
import { patentBehaviour } from './property/patent.server.ts';

/** Behaviour of single kinds on the server beside that of all achievements: one line each. */
const own: readonly Behaviour[] = [paperBehaviour, patentBehaviour];
const ownEndpoints: readonly Endpoint[] = [
  ...paperEndpoints,
  ...bookEndpoints,
  ...regradeEndpoints,
];

/** The behaviour of each of these kinds. */
export const achievementBehaviours = (kinds: readonly Resource[]): readonly Behaviour[] =>
  behavioursOf(
    kinds,
    [achievementBehaviour, referenceFiles, reviewedBehaviour, alikeBehaviour],
    own,
  );

/** The calls of these kinds beside those of any resource. */
export const achievementCalls = (kinds: readonly Resource[]): readonly Endpoint[] => [
  ...ownEndpoints,
  ...kinds.flatMap(achievementEndpoints),
  ...kinds.flatMap(citationEndpoints),
  ...kinds.flatMap(recognitionEndpoints),
];

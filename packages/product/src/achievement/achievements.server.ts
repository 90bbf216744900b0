import type { Behaviour } from '@keyan/engine/records/behaviour.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import {
  type AchievementFields,
  achievementBehaviour,
  achievementEndpoints,
} from './common/achievement.server.ts';
import { paperEndpoints } from './paper/paper.endpoints.server.ts';
import { paperBehaviour } from './paper/paper.server.ts';
import { recognitionEndpoints } from './paper/paper-recognition.server.ts';

/**
 * Kinds of achievement that do more on the server than all of them do: one line each. Kinds that are
 * not named here have the common behaviour and the common calls.
 */
const own: readonly Behaviour[] = [paperBehaviour];
const ownEndpoints: readonly Endpoint[] = [...paperEndpoints, ...recognitionEndpoints];

/** The behaviour of each of these kinds. */
export const achievementBehaviours = (kinds: readonly Resource[]): readonly Behaviour[] =>
  kinds.map(
    (kind) =>
      own.find(({ resource }) => resource.key === kind.key) ??
      achievementBehaviour(kind as unknown as Resource<AchievementFields>),
  );

/** The calls of these kinds beside those of any resource. */
export const achievementCalls = (kinds: readonly Resource[]): readonly Endpoint[] => [
  ...ownEndpoints,
  ...kinds.flatMap(achievementEndpoints),
];

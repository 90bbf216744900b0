import { type Presentation, present } from '@keyan/console/presentation/present.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { achievementFieldsOf } from './common/authors.web.tsx';
import { paperPresentation } from './paper/paper.web.tsx';

/**
 * Kinds of achievement with pieces of their own on their pages: one line each. Kinds that are not
 * named here have what all achievements have.
 */
const own: readonly Presentation[] = [paperPresentation];

/** How the pages of these kinds differ from what their definitions alone give. */
export const achievementPresentations = (kinds: readonly Resource[]): readonly Presentation[] =>
  kinds.map(
    (kind) =>
      own.find(({ resource }) => resource.key === kind.key) ??
      present(kind, { fields: achievementFieldsOf(kind) }),
  );

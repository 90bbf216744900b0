import { type LoadedDefinition, plainPresentation } from '@keyan/console/presentation/lazy.ts';
import { type Presentation, present } from '@keyan/console/presentation/present.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';

/** Presentation of kinds with authors, shared with achievements. */
const withAuthors = async (resource: Resource): Promise<Presentation> => {
  const [{ achievementPages }, { pastePages }] = await Promise.all([
    import('./achievement/common/achievement.web.ts'),
    import('./achievement/pasting/paste.web.tsx'),
  ]);
  return present(resource, { ...achievementPages(resource), ...pastePages(resource) });
};

/** Presentation of a resource by its structure; undefined if nothing differs. */
const presentationOf = async (
  resource: Resource,
  presentation: Presentation | undefined,
): Promise<Presentation> => {
  if (presentation) return presentation;
  return resource.concerned?.[0] === 'authors'
    ? withAuthors(resource)
    : plainPresentation(resource);
};

/**
 * Loads a definition with its presentation; reviewable kinds also show the state of their review.
 * @param own presentation exported by the kind itself, if any
 */
export const loadResource = async (
  definition: Promise<Resource>,
  own: Promise<Presentation> | undefined,
): Promise<LoadedDefinition> => {
  const [resource, given] = await Promise.all([definition, own]);
  const presentation = await presentationOf(resource, given);
  if (!resource.with?.some((mixin) => mixin.key === 'reviewed')) return { resource, presentation };
  const { withReviewStanding } = await import('./review/pages/standing.web.tsx');
  return { resource, presentation: withReviewStanding(presentation) };
};

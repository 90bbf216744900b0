import { type LoadedDefinition, plainPresentation } from '@keyan/console/presentation/lazy.ts';
import { type Presentation, present } from '@keyan/console/presentation/present.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';

/** Pages of kinds with authors, which show them as achievements do. */
const withAuthors = async (resource: Resource): Promise<Presentation> => {
  const [{ achievementPages }, { pastePages }] = await Promise.all([
    import('./achievement/common/achievement.web.ts'),
    import('./achievement/pasting/paste.web.tsx'),
  ]);
  return present(resource, { ...achievementPages(resource), ...pastePages(resource) });
};

/** How the pages of a resource differ from plain ones, by what it is. */
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
 * A definition with how its pages differ from plain ones. What experts judge says where its review stands.
 * @param own the presentation that the kind itself exports, where it has one
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

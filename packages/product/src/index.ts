import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { achievements } from './achievement/achievements.ts';
import { menusOf } from './composition/menus.ts';
import { type ListedResource, otherResources } from './composition/resources.ts';
import { roles } from './shared/roles.ts';

/**
 * The product with these resources, as both sides know it: what it consists of, not what it does.
 * @param kinds kinds of achievement
 * @param others every other resource
 */
export const compose = <const A extends readonly Resource[]>(
  kinds: A,
  others: readonly ListedResource[] = otherResources,
) => {
  const resources = [...kinds, ...others.map(({ resource }) => resource)] as const;
  return {
    resources,
    roles,
    menus: menusOf(kinds, others),
  } as const;
};

/** The product as it is shipped. */
export const application = compose(achievements);

export const { resources } = application;

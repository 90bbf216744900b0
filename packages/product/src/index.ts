import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { achievements } from './achievement/achievements.ts';
import { menusOf } from './composition/menus.ts';
import { checkNames } from './composition/names.ts';
import { otherResources } from './composition/resources.ts';
import { roles } from './shared/roles.ts';

/**
 * The product with these resources, as both sides know it: what it consists of, not what it does.
 * @param kinds kinds of achievement
 * @param others every other resource
 * @throws Error for a page in no menu, an action on no page, and a name of a role, a permission code, a message type, a
 *   field or a code that means nothing
 */
export const composeProduct = <const A extends readonly Resource[]>(
  kinds: A,
  others: readonly Resource[] = otherResources,
) => {
  const resources = [...kinds, ...others] as const;
  const menus = menusOf(kinds, others);
  checkNames(resources, menus);
  return { resources, roles, menus } as const;
};

/** The product as it is shipped. */
export const application = composeProduct(achievements);

export const { resources } = application;

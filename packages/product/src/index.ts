import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { achievements } from './achievement/achievements.ts';
import { menusOf } from './composition/menus.ts';
import { checkNames } from './composition/names.ts';
import { otherResources } from './composition/resources.ts';
import { roles } from './shared/roles.ts';

/**
 * Declarative part of a product with the given resources, shared by server and console.
 * @param kinds kinds of achievement
 * @param others all other resources
 * @throws Error for a page without a menu, an action without a page, and an unknown role,
 * permission code, message type, field or code
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

/** Declarative part of the shipped product. */
export const application = composeProduct(achievements);

export const { resources } = application;

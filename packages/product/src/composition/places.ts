import type { Grants } from '@keyan/kernel/access/grants.ts';
import { labelOfAction, type Resource, type View } from '@keyan/kernel/definition/resource.ts';
import { type RoleAlias, roleAliases } from '../shared/roles.ts';
import type { MenuButton, MenuGroup, MenuNode, TopMenu } from './menu-nodes.ts';

interface Place {
  readonly menu: string;
  readonly order: number;
  readonly page: MenuNode;
}

const knownAliases: ReadonlySet<string> = new Set(roleAliases);

/**
 * Shipped roles of a page by alias.
 * @throws Error for an alias that no shipped role has
 */
const rolesIn = (page: string, roles: readonly string[]): readonly RoleAlias[] => {
  const unknown = roles.filter((role) => !knownAliases.has(role));
  if (unknown.length > 0) throw new Error(`${page}: no role is called ${unknown.join(', ')}`);
  return roles as readonly RoleAlias[];
};

/**
 * Checks that grants of a page name its actions only.
 * @throws Error for an action that the page lacks
 */
const checkGrants = ({ code, actions }: View, grants: Grants): void => {
  for (const [role, granted = []] of Object.entries(grants)) {
    const missing = granted === 'all' ? [] : granted.filter((action) => !actions.includes(action));
    if (missing.length > 0) {
      throw new Error(
        `${code}: ${role} is granted ${missing.join(', ')}, which is not on the page`,
      );
    }
  }
};

/** Menu page of a view, with a button for each action and the roles granted. */
const pageOf = (resource: Resource, view: View): MenuNode => {
  const { code, label, path, icon, grants = {}, rights = [], actions } = view;
  checkGrants(view, grants);
  const roles = rolesIn(code, Object.keys(grants));
  const buttons = actions.map(
    (action): MenuButton => ({
      code: `${code}_${action}`,
      label: labelOfAction(resource, action),
      roles: roles.filter((role) => grants[role] === 'all' || grants[role]?.includes(action)),
    }),
  );
  const more = rights.map((right): MenuButton => ({ ...right, roles: rolesIn(code, right.roles) }));
  return { code, label, path, ...(icon ? { icon } : {}), roles, buttons: [...buttons, ...more] };
};

const placesOf = (resources: readonly Resource[]): readonly Place[] =>
  resources
    .flatMap((resource) =>
      Object.values(resource.views).flatMap((view) =>
        view.menu
          ? [{ menu: view.menu[0], order: view.menu[1], page: pageOf(resource, view) }]
          : [],
      ),
    )
    .sort((one, other) => one.order - other.order);

const rolesOfPages = (pages: readonly MenuNode[]): readonly RoleAlias[] => [
  ...new Set(pages.flatMap(({ roles }) => roles)),
];

/** Group of a side menu before its pages are collected. */
export interface GroupDraft extends MenuGroup {
  readonly groups?: readonly GroupDraft[];
  /** Pages without a resource, placed first. */
  readonly pages?: readonly MenuNode[];
  /** Pages without a resource, placed last. */
  readonly last?: readonly MenuNode[];
}

/** Entry of the top menu before its pages are collected. */
export interface TopDraft extends Omit<TopMenu, 'roles' | 'pages'> {
  readonly groups?: readonly GroupDraft[];
  /** Pages without a resource, placed last. */
  readonly pages?: readonly MenuNode[];
}

/**
 * Checks codes and addresses.
 * @throws Error if two pages share a code or an address
 */
const checkUnique = (nodes: readonly MenuNode[]): void => {
  for (const name of ['code', 'path'] as const) {
    const seen = new Set<string>();
    for (const node of nodes) {
      if (seen.has(node[name])) throw new Error(`two pages of the menu have ${node[name]}`);
      seen.add(node[name]);
    }
  }
};

/** Codes of groups, including nested groups. */
const codesIn = (groups: readonly GroupDraft[] = []): readonly string[] =>
  groups.flatMap(({ code, groups: inner }) => [code, ...codesIn(inner)]);

const nodesIn = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => [node, ...nodesIn(node.pages ?? [])]);

/**
 * Menus with the pages that views place in them, in order; empty groups are left out. Groups and
 * top menus get the roles of their pages, so every granted page is reachable.
 * @throws Error for an unknown menu, role or action, and for a duplicate code or address
 */
export const menusWithPages = (
  tops: readonly TopDraft[],
  resources: readonly Resource[],
): readonly TopMenu[] => {
  const places = placesOf(resources);
  const menus = new Set(tops.flatMap((top) => [top.code, ...codesIn(top.groups)]));
  const lost = places.find(({ menu }) => !menus.has(menu));
  if (lost) throw new Error(`${lost.page.code}: no menu is called ${lost.menu}`);
  const placedIn = (code: string) =>
    places.filter(({ menu }) => menu === code).map(({ page }) => page);
  const filledGroup = ({
    groups = [],
    pages: own = [],
    last = [],
    ...group
  }: GroupDraft): MenuNode => {
    const pages = [...own, ...filledGroups(groups), ...placedIn(group.code), ...last];
    return { ...group, roles: rolesOfPages(pages), pages };
  };
  const filledGroups = (groups: readonly GroupDraft[]): readonly MenuNode[] =>
    groups.map(filledGroup).filter(({ pages = [] }) => pages.length > 0);
  const found = tops.map(({ groups = [], pages: own = [], ...top }): TopMenu => {
    const pages = [...filledGroups(groups), ...placedIn(top.code), ...own];
    return { ...top, roles: rolesOfPages(pages), pages };
  });
  checkUnique(found.flatMap(({ pages }) => nodesIn(pages)));
  return found;
};

import type { Label } from '@keyan/kernel/label.ts';
import type { RoleAlias } from '../shared/roles.ts';

/** Button of a page, with the permission code `{page}_{action}` (ruling 3). */
export interface MenuButton {
  readonly code: string;
  readonly label: Label;
  readonly roles: readonly RoleAlias[];
}

/** Node of the side menu: a group with pages, or a page with buttons. */
export interface MenuNode {
  readonly code: string;
  readonly label: Label;
  readonly path: string;
  readonly icon?: string;
  /** Roles that have the node by default; the platform administrator has every node. */
  readonly roles: readonly RoleAlias[];
  readonly pages?: readonly MenuNode[];
  readonly buttons?: readonly MenuButton[];
}

/** Group of a side menu; the views of resources name the group of their page. */
export type MenuGroup = Pick<MenuNode, 'code' | 'label' | 'path' | 'icon'>;

/** Entry of the top menu with its side menu. */
export interface TopMenu extends Omit<MenuNode, 'pages' | 'buttons'> {
  readonly pages: readonly MenuNode[];
  /** True for entries of the platform’s tenant only; other universities do not get the entry. */
  readonly ofPlatform?: true;
}

const nodesIn = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => [node, ...nodesIn(node.pages ?? [])]);

/**
 * Codes of pages and buttons that no shipped role has; only the platform administrator has these.
 */
export const platformCodes = (menus: readonly TopMenu[]): ReadonlySet<string> =>
  new Set(
    menus
      .flatMap(({ pages }) => nodesIn(pages))
      .flatMap((node) => [node, ...(node.buttons ?? [])])
      .flatMap(({ code, roles }) => (roles.length === 0 ? [code] : [])),
  );

/** Codes of shipped menus, which added entries may not use. */
export const shippedMenus = (menus: readonly TopMenu[]) => {
  const nodes = menus.flatMap(({ pages }) => nodesIn(pages));
  return {
    tops: new Set(menus.map(({ code }) => code)),
    codes: new Set(
      nodes.flatMap(({ code, buttons = [] }) => [code, ...buttons.map((button) => button.code)]),
    ),
    groups: new Set(nodes.filter(({ pages }) => pages !== undefined).map(({ code }) => code)),
  };
};

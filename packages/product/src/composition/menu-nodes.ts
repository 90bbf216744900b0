import type { Label } from '@keyan/kernel/label.ts';
import type { RoleAlias } from '../shared/roles.ts';

/** A button of a page, by the permission code `{page}_{action}` (ruling 3). */
export interface MenuButton {
  readonly code: string;
  readonly label: Label;
  readonly roles: readonly RoleAlias[];
}

/** A node of the side menu: a group with pages, or a page with buttons. */
export interface MenuNode {
  readonly code: string;
  readonly label: Label;
  readonly path: string;
  readonly icon?: string;
  /** Roles that have it by default; the platform's administrator has everything. */
  readonly roles: readonly RoleAlias[];
  readonly pages?: readonly MenuNode[];
  readonly buttons?: readonly MenuButton[];
}

/** A group of a side menu; its pages are those that their views place in it. */
export type MenuGroup = Pick<MenuNode, 'code' | 'label' | 'path' | 'icon'>;

/** An entry of the top menu with its side menu. */
export interface TopMenu extends Omit<MenuNode, 'pages' | 'buttons'> {
  readonly pages: readonly MenuNode[];
  /** True if only the platform's own tenant has it; other universities do not. */
  readonly ofPlatform?: true;
}

const nodesIn = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => [node, ...nodesIn(node.pages ?? [])]);

/** The codes of pages and buttons that no shipped role has: those of the platform's administrator. */
export const platformCodes = (menus: readonly TopMenu[]): ReadonlySet<string> =>
  new Set(
    menus
      .flatMap(({ pages }) => nodesIn(pages))
      .flatMap((node) => [node, ...(node.buttons ?? [])])
      .flatMap(({ code, roles }) => (roles.length === 0 ? [code] : [])),
  );

/** The codes of shipped menus, which no other entry takes. */
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

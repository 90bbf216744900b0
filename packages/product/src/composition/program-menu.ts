import { programKind } from '../project/dictionaries.ts';
import type { RoleAlias } from '../shared/roles.ts';
import { everyAction, type MenuNode, type TopMenu, viewPage } from './menu-nodes.ts';
import type { ListedResource } from './resources.ts';

/** The pages that their views place in this group, in their order. */
const placedIn = (group: string, others: readonly ListedResource[]): readonly MenuNode[] =>
  others
    .flatMap(({ resource, page }) =>
      page === 'placed'
        ? Object.entries(resource.views).flatMap(([name, { menu, grants = {} }]) => {
            if (menu?.[0] !== group) return [];
            const granted = Object.entries(grants).map(
              ([role, actions]) => [role, actions === 'all' ? everyAction : actions] as const,
            );
            const roles = granted.map(([role]) => role as RoleAlias);
            const node = viewPage(resource, name, roles, Object.fromEntries(granted));
            return [{ order: menu[1], node }];
          })
        : [],
    )
    .sort((one, other) => one.order - other.order)
    .map(({ node }) => node);

/** A group of the side menu, for whoever has one of its pages. */
const groupOf = (
  { code, label, path, icon }: Pick<MenuNode, 'code' | 'label' | 'path' | 'icon'>,
  others: readonly ListedResource[],
): MenuNode => {
  const pages = placedIn(code, others);
  const roles = [...new Set(pages.flatMap((page) => page.roles))];
  return { code, label, path, ...(icon ? { icon } : {}), roles, pages };
};

/** 项目管理: a group for each kind of project. */
export const programMenu = (others: readonly ListedResource[]): TopMenu => {
  const pages = programKind.entries.map(({ code, label }) =>
    groupOf({ code, label, path: `/program/${code}`, icon: 'ProjectOutlined' }, others),
  );
  return {
    code: 'project',
    label: ['项目管理', 'Projects'],
    path: '/program',
    icon: 'ProjectOutlined',
    roles: [...new Set(pages.flatMap((page) => page.roles))],
    pages,
  };
};

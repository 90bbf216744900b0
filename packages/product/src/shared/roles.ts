import { type DataScope, dataScopes } from '@keyan/kernel/access/data-scope.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';

interface RoleGiven {
  readonly label: Label;
  readonly dataScope: DataScope;
}

const { all, own, departmentAndBelow } = dataScopes;

/** Shipped roles by alias, in listing order (ruling 7). */
export const roles = {
  administrator: { label: ['超级管理员', 'Platform administrator'], dataScope: all },
  admin: { label: ['系统管理员', 'System administrator'], dataScope: all },
  rd_admin: {
    label: ['科研处管理员', 'Research office administrator'],
    dataScope: all,
  },
  rd_project: { label: ['科研处项目科', 'Project officer'], dataScope: all },
  rd_achieve: { label: ['科研处成果科', 'Achievement officer'], dataScope: all },
  rd_fund: { label: ['科研处经费与合同科', 'Fund and contract officer'], dataScope: all },
  rd_leader: { label: ['科研处领导', 'Research office director'], dataScope: all },
  dept_leader: { label: ['院系领导', 'College leader'], dataScope: departmentAndBelow },
  dept_secretary: {
    label: ['院系科研秘书', 'College secretary'],
    dataScope: departmentAndBelow,
  },
  teacher: { label: ['科研人员', 'Researcher'], dataScope: own },
  expert: { label: ['评审专家', 'Expert reviewer'], dataScope: own },
  finance: { label: ['财务处', 'Finance officer'], dataScope: all },
  school_leader: { label: ['校领导', 'University leader'], dataScope: all },
  legal: { label: ['法务', 'Legal office'], dataScope: own },
  intl: { label: ['国际合作处', 'International office'], dataScope: own },
  propaganda: { label: ['宣传部', 'Publicity office'], dataScope: own },
  ethics: { label: ['科技伦理委员会', 'Ethics committee'], dataScope: all },
} as const satisfies Record<string, RoleGiven>;

export type RoleAlias = keyof typeof roles;

/** All aliases, in listing order. */
export const roleAliases = Object.keys(roles) as readonly RoleAlias[];

/**
 * Dictionary of roles by alias. Entries of a tenant come from its `role` table, including renamed
 * roles.
 */
export const roleNames = dictionary(
  'role',
  ['角色', 'Role'],
  roleAliases.map((alias) => [alias, ...roles[alias].label] as const),
);

/** Roles that publish notices and downloads for the whole university. */
export const publisherRoles: readonly RoleAlias[] = [
  'admin',
  'rd_admin',
  'rd_project',
  'rd_achieve',
  'rd_fund',
];

import type { RoleAlias } from '../shared/roles.ts';

/** Roles with an office, or with people to look after. */
export const staff: readonly RoleAlias[] = [
  'rd_admin',
  'rd_project',
  'rd_achieve',
  'rd_fund',
  'rd_leader',
  'dept_secretary',
  'dept_leader',
  'finance',
  'legal',
  'intl',
  'propaganda',
  'ethics',
];

/** Every role of the university. */
export const everybody: readonly RoleAlias[] = [
  'admin',
  ...staff,
  'teacher',
  'expert',
  'school_leader',
];

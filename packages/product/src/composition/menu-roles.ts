import type { RoleAlias } from '../shared/roles.ts';

/** Roles of offices, and of people who manage others. */
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

/** All roles of a university. */
export const everybody: readonly RoleAlias[] = [
  'admin',
  ...staff,
  'teacher',
  'expert',
  'school_leader',
];

import type { Right, Grants as ViewGrants } from '@keyan/kernel/access/grants.ts';
import type { ActionName } from '@keyan/kernel/definition/resource.ts';
import type { RoleAlias } from './roles.ts';

/** Default rights of each role on a page, by the aliases of the shipped roles. */
export type Grants = Readonly<Partial<Record<RoleAlias, NonNullable<ViewGrants[string]>>>>;

/**
 * Actions of people who register records. Setting back to draft is not among these: a writer may do it on their own
 * desk without a code, and with the code it would reach records that are already approved.
 */
export const registrantActions: readonly ActionName[] = [
  'add',
  'edit',
  'view',
  'delete',
  'submit',
  'recall',
  'copy',
  'import',
  'export',
  'history',
];

/** Actions of people who only read records. */
export const readerActions: readonly ActionName[] = ['view', 'export', 'history'];

/** Grants of every action of a page to these roles. */
export const allActionsFor = (...roles: readonly RoleAlias[]): Grants =>
  Object.fromEntries(roles.map((role) => [role, 'all' as const]));

/**
 * The right to read secret records.
 * @param stem what its code begins with
 * @param sections the offices whose task these records are
 */
export const secretRecordsRight = (stem: string, ...sections: readonly RoleAlias[]): Right => ({
  code: `${stem}_secret`,
  label: ['查看涉密记录', 'View classified records'],
  roles: ['rd_admin', ...sections, 'finance'],
});

import type { Right, Grants as ViewGrants } from '@keyan/kernel/access/grants.ts';
import type { ActionName } from '@keyan/kernel/definition/resource.ts';
import type { RoleAlias } from './roles.ts';

/** Default grants of a page by role alias. */
export type Grants = Readonly<Partial<Record<RoleAlias, NonNullable<ViewGrants[string]>>>>;

/**
 * Actions of people who register records. Reverting to draft is excluded: writers may revert their
 * own records without a code, and the code would include approved records.
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

/** Grants all actions of a page to roles. */
export const allActionsFor = (...roles: readonly RoleAlias[]): Grants =>
  Object.fromEntries(roles.map((role) => [role, 'all' as const]));

/**
 * Right to read secret records.
 * @param stem prefix of its permission code
 * @param sections roles responsible for the records
 */
export const secretRecordsRight = (stem: string, ...sections: readonly RoleAlias[]): Right => ({
  code: `${stem}_secret`,
  label: ['查看涉密记录', 'View classified records'],
  roles: ['rd_admin', ...sections, 'finance'],
});

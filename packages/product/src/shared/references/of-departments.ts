import {
  anyScope,
  departmentScope,
  everyScope,
  permission,
  withStatus,
} from '@keyan/kernel/access/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';

/**
 * Scope of records in a role’s department scope: approved ones for library pages, pending ones for
 * approvers. Pages of one’s own records are excluded.
 * @param field field with the department
 * @param decides permission code of the approvers’ page
 */
export const recordsOfDepartments = (field: string, decides: string) =>
  everyScope(departmentScope(field), anyScope(permission(decides), withStatus(statuses.approved)));

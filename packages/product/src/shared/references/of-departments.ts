import {
  anyScope,
  departmentScope,
  everyScope,
  permission,
  withStatus,
} from '@keyan/kernel/access/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';

/**
 * Records of the departments that a role has in sight: approved ones, as their library shows them, and those in
 * approval for whoever decides on them. A page of one's own records opens none of them.
 * @param field with the department
 * @param decides the permission code of the page of those who decide
 */
export const recordsOfDepartments = (field: string, decides: string) =>
  everyScope(departmentScope(field), anyScope(permission(decides), withStatus(statuses.approved)));

import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { teamDepartment } from './team-department.ts';

/** Name of the department in the reader’s language; the profile stores the Chinese name. */
const Department = ({ value, row }: ValueProps) => <>{String(row.deptIdName || value || '')}</>;

/** Presentation of department profiles. */
export const teamDepartmentPresentation = present(teamDepartment, {
  rowFields: ['deptId'],
  fields: { deptName: { Cell: Department, Text: Department } },
});

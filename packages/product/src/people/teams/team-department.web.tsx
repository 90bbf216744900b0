import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { teamDepartment } from './team-department.ts';

/** The department in the reader's language: the profile keeps its Chinese name. */
const Department = ({ value, row }: ValueProps) => <>{String(row.deptIdName || value || '')}</>;

/** How the pages of department profiles differ from plain ones. */
export const teamDepartmentPresentation = present(teamDepartment, {
  rowFields: ['deptId'],
  fields: { deptName: { Cell: Department, Text: Department } },
});

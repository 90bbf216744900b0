import {
  anyScope,
  departmentScope,
  everyScope,
  permission,
  throughReference,
} from '@keyan/kernel/access/scope.ts';
import { ownResults } from './faces.ts';

/** Permission of the people who decide grades. */
export const assessmentOffice = permission('aresult_decide');

/**
 * Scope of results: the assessed person, the team leader and the college read a result while its
 * batch is published; the office reads every result.
 */
export const resultScope = anyScope(
  assessmentOffice,
  everyScope(throughReference('fkBatchId'), anyScope(ownResults, departmentScope('fkDeptId'))),
);

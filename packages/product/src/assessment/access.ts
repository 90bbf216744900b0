import {
  anyScope,
  departmentScope,
  everyScope,
  permission,
  throughReference,
} from '@keyan/kernel/access/scope.ts';
import { ownResults } from './faces.ts';

/** People who decide grades. */
export const assessingOffice = permission('aresult_decide');

/** Results are seen by whom they are about, by the leader of a team and by the college while the batch is out, by the office always. */
export const resultScope = anyScope(
  assessingOffice,
  everyScope(throughReference('fkBatchId'), anyScope(ownResults, departmentScope('fkDeptId'))),
);

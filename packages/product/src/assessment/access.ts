import {
  anyScope,
  departmentScope,
  everyScope,
  permission,
  throughReference,
} from '@keyan/kernel/access/scope.ts';
import { ownResults } from './faces.ts';

/** People who decide grades. */
export const assessmentOffice = permission('aresult_decide');

/** Results are seen by whom they are about, by the leader of a team and by the college while the batch is out, by the office always. */
export const resultScope = anyScope(
  assessmentOffice,
  everyScope(throughReference('fkBatchId'), anyScope(ownResults, departmentScope('fkDeptId'))),
);

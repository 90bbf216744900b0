import {
  any,
  departmentScope,
  every,
  own,
  permission,
  through,
} from '@keyan/kernel/access/scope.ts';

/** People who decide grades. */
export const assessingOffice = permission('aresult_decide');

/** Results are seen by whom they are about and by the college while the batch is out, by the office always. */
export const resultScope = any(
  assessingOffice,
  every(through('fkBatchId'), any(own('userId'), departmentScope('fkDeptId'))),
);

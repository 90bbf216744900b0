import {
  any,
  type coded,
  departmentScope,
  every,
  own,
  permission,
  through,
} from '@keyan/kernel/access/scope.ts';

/** Those who compute and adjust scores. */
export const scoringOffice = permission('sresult_adjust');

/**
 * What belongs to one person in a batch: the person and the college see it while the batch is shown, the
 * office always.
 * @param open which of them a college sees
 */
export const personalScore = (...open: readonly ReturnType<typeof coded>[]) =>
  any(
    scoringOffice,
    every(through('batchId'), any(own('userId'), every(...open, departmentScope('fkDeptId')))),
  );

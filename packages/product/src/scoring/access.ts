import {
  anyScope,
  departmentScope,
  everyScope,
  own,
  permission,
  throughReference,
  type withCode,
} from '@keyan/kernel/access/scope.ts';

/** People who compute and adjust scores. */
export const scoringOfficeScope = permission('sresult_adjust');

/**
 * Access to a person's rows in a batch: the person and the college see them while the batch is shown, the office
 * always.
 * @param open conditions for the rows that a college sees
 */
export const personalScore = (...open: readonly ReturnType<typeof withCode>[]) =>
  anyScope(
    scoringOfficeScope,
    everyScope(
      throughReference('batchId'),
      anyScope(own('userId'), everyScope(...open, departmentScope('fkDeptId'))),
    ),
  );

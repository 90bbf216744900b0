import {
  anyScope,
  departmentScope,
  everyScope,
  own,
  permission,
  throughReference,
  type withCode,
} from '@keyan/kernel/access/scope.ts';

/** Permission of the people who compute and adjust scores. */
export const scoringOfficeScope = permission('sresult_adjust');

/**
 * Access to a person’s rows in a batch: the person and the college while the batch is published;
 * the office always.
 * @param open conditions on rows that a college may see
 */
export const personalScore = (...open: readonly ReturnType<typeof withCode>[]) =>
  anyScope(
    scoringOfficeScope,
    everyScope(
      throughReference('batchId'),
      anyScope(own('userId'), everyScope(...open, departmentScope('fkDeptId'))),
    ),
  );

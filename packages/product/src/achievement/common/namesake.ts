import { f } from '@keyan/kernel/definition/field/field.ts';

/** Name of the field in which the registrant explains the difference from a record with the same title. */
export const differenceField = 'differsBy';

/**
 * Returns the field for the difference from a registered record with the same title. A filled field passes the
 * duplicate check; approvers read it beside the other record.
 */
export const differsBy = () =>
  f
    .text(['与同名成果的区别', 'Difference from its namesake'])
    .max(200)
    .help([
      '仅在与已登记成果同名、确非同一成果时填写，审批人可见',
      'Fill in only if a registered achievement has the same title but is a different one; visible to approvers',
    ])
    .specimen(() => null);

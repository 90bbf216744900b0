import { f } from '@keyan/kernel/definition/field/field.ts';

/** The field of an achievement in which its registrant says how it differs from another one of its title. */
export const differenceField = 'differsBy';

/**
 * How a record differs from a registered one of the same title: two works may have one title. Whoever
 * fills it in overrules the check for duplicates; approvers read it beside the other record.
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

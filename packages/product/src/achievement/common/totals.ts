/** Fields by which every figure of outputs can be split, beside the department. */
const common = ['statYear', 'subjectClass', 'schoolSign'] as const;

/**
 * Fields by whose values totals of a kind of output are kept for figures: homes and the dashboard ask for these.
 * @param day the field with its date
 * @param graded further fields that figures ask for, each together with the common ones
 */
export const outputTotals = <const Name extends string>(
  day: Name,
  ...graded: readonly (readonly Name[])[]
) => ({
  by: ['statYear', day, 'subjectClass', 'schoolSign'] as const,
  also: graded.map((fields) => [...common, ...fields]),
});

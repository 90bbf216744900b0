/**
 * Fields by whose values totals of a kind of output are kept for figures: homes and the dashboard ask for these.
 * @param day the field with its date
 */
export const outputTotals = <const Name extends string>(day: Name) =>
  ({ by: ['statYear', day, 'subjectClass', 'schoolSign'] }) as const;

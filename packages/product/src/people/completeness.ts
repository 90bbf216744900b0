import { isEmpty } from '@keyan/kernel/records/validate.ts';
import { personnel } from './personnel.ts';

const { fields } = personnel;

/**
 * Fields that a personnel file should have beside those that its form requires: they are used in reports or to reach
 * the person.
 */
const wanted = [
  'englishName',
  'tlDegree',
  'nation',
  'major',
  'researchDirection',
  'email',
  'phone',
] as const satisfies readonly (keyof typeof fields)[];

/** The fields that count towards a complete file. */
export const countedFields: readonly (keyof typeof fields)[] = [
  ...(Object.keys(fields) as (keyof typeof fields)[]).filter((name) => fields[name].spec.required),
  ...wanted,
];

/** How complete a file is, in whole percent rounded down, and the fields that it lacks. */
export const fileCompleteness = (
  row: { readonly [Name in keyof typeof fields]?: unknown },
): { readonly rate: number; readonly missing: readonly (keyof typeof fields)[] } => {
  const missing = countedFields.filter((name) => isEmpty(row[name]));
  const have = countedFields.length - missing.length;
  return {
    rate: Math.floor((have * 100) / countedFields.length),
    missing,
  };
};

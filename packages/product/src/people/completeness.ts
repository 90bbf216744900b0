import { isEmpty } from '@keyan/kernel/records/validate.ts';
import { personnel } from './personnel.ts';

const { fields } = personnel;

/** Optional fields that count towards completeness, since reports or contact need them. */
const optionalCountedFields = [
  'englishName',
  'tlDegree',
  'nation',
  'major',
  'researchDirection',
  'email',
  'phone',
] as const satisfies readonly (keyof typeof fields)[];

/** Fields that count towards completeness. */
export const countedFields: readonly (keyof typeof fields)[] = [
  ...(Object.keys(fields) as (keyof typeof fields)[]).filter((name) => fields[name].spec.required),
  ...optionalCountedFields,
];

/** Completeness of a file in whole percent rounded down, and its missing fields. */
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

import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/**
 * Returns the columns with a value in any line, except one that repeats the title of a shown
 * reference in every line, as 项目名称 does for 项目.
 */
export const readColumns = (
  names: readonly string[],
  fields: Fields,
  lines: readonly RowLike[],
): readonly string[] => {
  const references = names.filter((name) => fields[name]?.spec.type === 'ref');
  const isRepeated = (name: string): boolean =>
    references.some(
      (other) => other !== name && lines.every((line) => line[name] === line[`${other}Name`]),
    );
  return names.filter((name) => lines.some((line) => !isEmpty(line[name])) && !isRepeated(name));
};

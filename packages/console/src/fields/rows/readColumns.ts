import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/**
 * The columns that say something in any line: filled in, and not what a reference that is shown says
 * in every line, as 项目 does of the 项目名称 that it filled in.
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

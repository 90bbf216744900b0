import { studentCategory } from '../../shared/dictionaries.ts';

/** SQL that is true if the personnel file `alias` belongs to a student; false without a file. */
export const isStudentFile = (alias: string): string =>
  `coalesce(${alias}.sorter = '${studentCategory}', false)`;

/**
 * SQL that is true if member `m` is a student: by the personnel file `f`, otherwise by the type in
 * the line.
 */
export const isStudentMember = `coalesce(f.sorter = '${studentCategory}', m.person_type = '02', false)`;

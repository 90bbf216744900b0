import { studentCategory } from '../../shared/dictionaries.ts';

/** Is the personnel file `alias` that of a student? False without a file. */
export const isStudentFile = (alias: string): string =>
  `coalesce(${alias}.sorter = '${studentCategory}', false)`;

/** Is the member `m` of a project a student? By the personnel file `f` of the account, else by the type of the line. */
export const isStudentMember = `coalesce(f.sorter = '${studentCategory}', m.person_type = '02', false)`;

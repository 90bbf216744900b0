import type { Actor } from '@keyan/kernel/access/actor.ts';

/** The rows that a figure counts: everybody’s, those of the reader’s departments, or the own. */
export type FigureScope = 'school' | 'department' | 'own';

export const figureScopeOf = (actor: Actor): FigureScope =>
  actor.departmentScope === 'all'
    ? 'school'
    : actor.departmentScope.length > 0
      ? 'department'
      : 'own';

/**
 * The condition of a department scope and its one parameter, for figures of tables that have no page yet.
 * @param department the column with the row's department
 * @param person the column with the account that the row belongs to
 * @param parameter the parameter's place, `$2`
 */
export const within = (
  actor: Actor,
  { department, person }: { readonly department: string; readonly person: string },
  parameter: `$${number}`,
): { readonly sql: string; readonly value: unknown } => {
  const conditions: Readonly<
    Record<FigureScope, { readonly sql: string; readonly value: unknown }>
  > = {
    school: { sql: `${parameter}::text is null`, value: null },
    department: {
      sql: `${department} = any(${parameter}::bigint[])`,
      value: actor.departmentScope,
    },
    own: { sql: `${person} = ${parameter}::bigint`, value: actor.id },
  };
  return conditions[figureScopeOf(actor)];
};

import { type StatementPart, withinDataScopes } from '@keyan/engine/records/readable-rows.ts';
import type { ActorContext } from '@keyan/engine/records/rights.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';

/** Scope of a figure: the university, the reader’s departments, or the reader’s own records. */
export type FigureScope = 'school' | 'department' | 'own';

export const figureScopeOf = (actor: Actor): FigureScope =>
  actor.departmentScope === 'all'
    ? 'school'
    : actor.departmentScope.length > 0
      ? 'department'
      : 'own';

/**
 * SQL condition of a department scope with one parameter, for tables without a page.
 * @param department column with the row’s department
 * @param person column with the account that the row belongs to
 * @param parameter placeholder, such as `$2`
 */
export const departmentCondition = (
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

/**
 * SQL condition that limits processes `i` to the reader’s data scopes; each process belongs to a
 * record of some resource.
 * @param before number of parameters that the statement already has
 */
export const processesInDataScope = (context: ActorContext, before: number): StatementPart => {
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  for (const resource of context.engine.resources.values()) {
    const place = before + parameters.length + 1;
    const rows =
      resource.processes.length > 0 && withinDataScopes(context, resource, 'i.business_id', place);
    if (!rows) continue;
    conditions.push(`(i.kind <> all($${place}::text[]) or ${rows.sql})`);
    parameters.push(
      resource.processes.map(({ kind }) => kind),
      ...rows.parameters,
    );
  }
  return { sql: conditions.join(' and ') || 'true', parameters };
};

import { type StatementPart, withinDataScopes } from '@keyan/engine/records/readable-rows.ts';
import type { ActorContext } from '@keyan/engine/records/rights.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';

/** The rows that a figure counts: everybody’s, those of the reader’s departments, or their own. */
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
 * Condition that leaves only processes `i` within the data scopes of the reader; each process is about a record of
 * some resource.
 * @param before number of parameters that the statement has already
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

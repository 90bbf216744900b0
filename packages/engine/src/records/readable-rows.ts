import { isSystem } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isLimitedByDataScope } from '@keyan/kernel/definition/share.ts';
import { sql } from 'kysely';
import { and, compileTemplate, slot } from '../store/statements/compile.ts';
import { readableBy, scopeSql } from '../store/statements/scope.ts';
import { type ActorContext, scopeValues } from './rights.ts';

/** Part of a hand-written statement, with its parameter values. */
export interface StatementPart {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Returns the SQL condition that the actor may read the record, the same as for lists of the resource.
 * @param column SQL of the record's id: `u.id`
 * @param before number of parameters that the statement already has
 */
export const readableRows = (
  { engine, actor }: ActorContext,
  resource: Resource,
  column: string,
  before: number,
): StatementPart => {
  const { catalog, scopeTables } = engine.store;
  const scope = readableBy(catalog, resource, actor);
  const rows = sql`select t.id from ${sql.table(resource.table)} t where ${and([
    sql`t.tenant_id = ${slot('tenant')}`,
    scopeSql(resource, scope, scopeTables),
  ])}`;
  const { sql: text, parameters } = compileTemplate(rows).bind(scopeValues({ engine, actor }));
  const placed = text.replaceAll(/\$(\d+)/g, (_match, place) => `$${Number(place) + before}`);
  return { sql: `${column} in (${placed})`, parameters: parameters ?? [] };
};

/**
 * Returns the SQL condition of data scopes on the rows of a hand-written statement, like `readableRows`. Null for
 * people whom no data scope limits, even if they may not read some rows.
 */
export const withinDataScopes = (
  context: ActorContext,
  resource: Resource,
  column: string,
  before: number,
): StatementPart | null =>
  isSystem(context.actor) || !isLimitedByDataScope(resource, context.actor)
    ? null
    : readableRows(context, resource, column, before);

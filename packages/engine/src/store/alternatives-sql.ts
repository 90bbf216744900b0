import type { Scope } from '@keyan/kernel/access/scope.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { alternativesOf, conjunctsOf, isDepartment, isLocal } from './alternatives.ts';
import { and, or, type Sql, slot } from './compile.ts';
import { assuming, isSame, linesOf, type ScopeTables, type Settled, scopeSql } from './scope.ts';

/** Selects that give the ids of a scope which another table decides. */
const idsElsewhere = (resource: Resource, scope: Scope, tables: ScopeTables): readonly Sql[] => {
  if (scope.kind === 'handles') return tables.handled(resource, scope.state, slot('actorId'));
  if (scope.kind !== 'member') return [];
  const { table, named } = linesOf(resource, scope);
  return [
    sql`select m.parent_id from ${table} m where m.tenant_id = ${slot('tenant')} and ${named}`,
  ];
};

/**
 * The ids of these selects, without those of rows that fulfil the condition. Whoever decides about the
 * records of a department has tasks on nearly all of them: one look at the department's rows leaves few
 * ids, which are then looked up one by one. From an array the planner expects few; its own estimate is
 * nearly all of them, and then it passes over the whole table instead.
 */
const outside = (resource: Resource, ids: readonly Sql[], condition: Sql): Sql =>
  sql`select unnest(array(select k.id from (${sql.join([...ids], sql` union all `)}) k(id) where not exists (select 1 from ${sql.table(resource.table)} t where t.tenant_id = ${slot('tenant')} and t.is_deleted = 0 and t.id = k.id and ${condition})))`;

/** A scope as conditions on the alias `t`: its rows are those that fulfil at least one of them. */
export interface AlternativeConditions {
  /** No row fulfils two of these, or one of these and one of the overlapping. */
  readonly disjoint: readonly Sql[];
  /** A row may fulfil several of these. */
  readonly overlapping: readonly Sql[];
}

const partsSql = (
  resource: Resource,
  scope: Settled,
  tables: ScopeTables,
  passed: Sql | null,
): AlternativeConditions => {
  if (typeof scope === 'boolean') {
    return { disjoint: [scopeSql(resource, scope, tables)], overlapping: [] };
  }
  const print = (one: Scope): Sql => scopeSql(resource, one, tables);
  const scopes = alternativesOf(scope);
  const departments = [
    ...(passed ? [passed] : []),
    ...scopes.filter((one) => isDepartment(one) && isLocal(one)).map(print),
  ];
  const earlier: Sql[] = [];
  const disjoint: Sql[] = [];
  /** Ids that other tables give, by what else must hold of their rows. */
  const elsewhere = new Map<string, { readonly rest: readonly Sql[]; readonly ids: Sql[] }>();
  for (const one of scopes) {
    const needed = conjunctsOf(one);
    const pick = needed.find((part) => part.kind === 'member' || part.kind === 'handles');
    if (pick) {
      const others = needed.filter((part) => part !== pick);
      const key = JSON.stringify(others);
      const group = elsewhere.get(key) ?? { rest: others.map(print), ids: [] };
      group.ids.push(...idsElsewhere(resource, pick, tables));
      elsewhere.set(key, group);
    } else {
      const condition = print(one);
      disjoint.push(and([condition, ...earlier]));
      earlier.push(sql`${condition} is not true`);
    }
  }
  const overlapping = [...elsewhere.values()].flatMap(({ rest, ids }) =>
    (departments.length > 0 ? [outside(resource, ids, or(departments))] : ids).map((one) =>
      and([...rest, sql`t.id in (${one})`, ...earlier]),
    ),
  );
  return overlapping.length === 1 && departments.length === 0
    ? { disjoint: [...disjoint, ...overlapping], overlapping: [] }
    : { disjoint, overlapping };
};

/** The same for rows that are no secret, or for secret ones, which an index of their own finds. */
const guarded = (
  guard: Sql,
  { disjoint, overlapping }: AlternativeConditions,
): AlternativeConditions => ({
  disjoint: disjoint.map((one) => and([guard, one])),
  overlapping: overlapping.map((one) => and([guard, one])),
});

/**
 * A settled scope for searching all rows. Each condition can be answered by an index: of the table
 * itself, or of the lines or tasks whose ids it picks (`t.id in (select …)`), from whichever side
 * PostgreSQL finds fewer rows. Secret rows are few and have rules of their own: of all others is then
 * asked only what would be asked without secrecy.
 * @param passed rows of departments that are found already, and are left out
 */
export const alternativesSql = (
  resource: Resource,
  scope: Settled,
  tables: ScopeTables,
  passed: Sql | null = null,
): AlternativeConditions => {
  const coded = resource.secrecy?.open;
  const open = coded ? assuming(scope, coded, true) : scope;
  const secret = coded ? assuming(scope, coded, false) : scope;
  if (!coded || isSame(open, secret)) return partsSql(resource, scope, tables, passed);
  const isOpen = scopeSql(resource, coded, tables);
  const halves = [
    ...(open === false ? [] : [guarded(isOpen, partsSql(resource, open, tables, passed))]),
    ...(secret === false
      ? []
      : [guarded(sql`(${isOpen}) is not true`, partsSql(resource, secret, tables, passed))]),
  ];
  return {
    disjoint: halves.flatMap(({ disjoint }) => disjoint),
    overlapping: halves.flatMap(({ overlapping }) => overlapping),
  };
};

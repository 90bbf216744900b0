import type { Scope } from '@keyan/kernel/access/scope.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { conjunctsOf, isDecidedByRowAlone, isDepartmentScope } from './alternatives.ts';
import { and, or, type Sql, slot, unionAll } from './compile.ts';
import {
  type ConditionBySecrecy,
  type JoinBySecrecy,
  joinBySecrecy,
  type ScopePart,
  type SecrecyPart,
  secrecyPartsOf,
} from './halves.ts';
import { type ActorScope, memberLinesOf, type ScopeTables, scopeSql } from './scope.ts';

/** Returns selects of ids for scopes that another table decides. */
const idsElsewhere = (resource: Resource, scope: Scope, tables: ScopeTables): readonly Sql[] => {
  if (scope.kind === 'handles') return tables.handled(scope.state, slot('actorId'));
  if (scope.kind !== 'member') return [];
  const { table, named } = memberLinesOf(resource, scope);
  return [
    sql`select m.parent_id from ${table} m where m.tenant_id = ${slot('tenant')} and ${named}`,
  ];
};

/** Maximum number of ids from other tables that are looked up one by one. */
const maxIdsLookedUp = 1_000;

/**
 * Returns SQL for the ids of these selects, without ids of rows that meet the condition. A person who decides about the
 * records of a department has tasks on nearly all of them: few ids remain, which are looked up one by one. From an
 * array the planner expects few ids; its own estimate would be nearly all, and it would scan the whole table. Few ids
 * are compared by lookups, many by one scan of the department's rows; they are counted first, since the planner's
 * estimate is wrong for most people.
 */
const outside = (resource: Resource, ids: readonly Sql[], condition: Sql): Sql => {
  const inside = and([sql`t.tenant_id = ${slot('tenant')}`, sql`t.is_deleted = 0`, condition]);
  const rows = sql`${sql.table(resource.table)} t where ${inside}`;
  const areFew = sql`(select n from held) <= ${sql.lit(maxIdsLookedUp)}`;
  return sql`select unnest(array(with ids(id) as materialized (${unionAll(ids)}), held as materialized (select count(*) as n from (select 1 from ids limit ${sql.lit(maxIdsLookedUp + 1)}) i) (select k.id from ids k where ${areFew} and not exists (select 1 from ${rows} and t.id = k.id)) union all (select k.id from ids k where not (${areFew}) except select t.id from ${rows} and not (${areFew}))))`;
};

/** Number of ids from other tables, found out before rows are searched. */
export type IdAmount = 'none' | 'few' | 'many';

/** Maximum number of ids that the statement which finds the rows looks up one by one. */
const maxIdsInStatement = 500;

/** Returns the amount of ids in a list; null stands for many. */
export const idAmountOf = (ids: readonly string[] | null): IdAmount => {
  if (ids === null) return 'many';
  return ids.length === 0 ? 'none' : 'few';
};

/** Returns the parameter name of a list of `outerIdsSql` with few ids. */
export const idsSlot = (place: number): string => `ids${place}`;

/** Rows found by many ids from other tables; of several such lists, the one with most tables. */
export interface RowsByPointers {
  /** Select statement that returns the ids of the rows. */
  readonly ids: Sql;
  /** Condition that these rows must meet. */
  readonly condition: Sql;
  /** Overlapping conditions that are no part of this list. */
  readonly others: readonly Sql[];
}

/** Scope as conditions on the alias `t`: its rows meet at least one of them. */
export interface AlternativeConditions {
  /** Conditions of which no row meets two, or one together with an overlapping one. */
  readonly disjoint: readonly Sql[];
  /** Conditions of which a row may meet several. */
  readonly overlapping: readonly Sql[];
  /** Alternative to the overlapping conditions, which may find rows of the disjoint ones again; null for none. */
  readonly pointed: RowsByPointers | null;
}

/** Ids from other tables for rows of one half (secret or not), with the condition for these rows. */
interface Elsewhere {
  readonly half: SecrecyPart;
  readonly rest: readonly Sql[];
  readonly ids: Sql[];
  /** Indexes of `ids` among those of all groups. */
  readonly places: number[];
}

/** True if another table gives the ids of a scope of this kind. */
const isElsewhere = ({ kind }: Scope): boolean => kind === 'member' || kind === 'handles';

/** Sorts the alternatives of a scope: those that the row decides, in order, and the ids from other tables. */
const sorted = (
  resource: Resource,
  parts: readonly ScopePart[],
  tables: ScopeTables,
  { guard, among }: JoinBySecrecy,
) => {
  const print = (one: ActorScope): Sql => scopeSql(resource, one, tables);
  const found: ConditionBySecrecy[] = [];
  /** Returns conditions that exclude rows already found. */
  const without = (half: SecrecyPart): readonly Sql[] =>
    among(half, found).map((one) => sql`${one} is not true`);
  const disjoint: Sql[] = [];
  const elsewhere = new Map<string, Elsewhere>();
  let places = 0;
  for (const { scope, half } of parts) {
    const needed = scope === true ? [] : conjunctsOf(scope);
    const pick = needed.find(isElsewhere);
    if (pick) {
      const others = needed.filter((part) => part !== pick);
      const key = JSON.stringify([half, others]);
      const group = elsewhere.get(key) ?? { half, rest: others.map(print), ids: [], places: [] };
      for (const ids of idsElsewhere(resource, pick, tables)) {
        group.ids.push(ids);
        group.places.push(places);
        places += 1;
      }
      elsewhere.set(key, group);
    } else {
      const condition = print(scope);
      disjoint.push(and([...guard(half), condition, ...without(half)]));
      found.push({ half, condition });
    }
  }
  return { disjoint, elsewhere: [...elsewhere.values()], without };
};

/** Returns the sorted parts of a resolved scope, and how conditions of secret and other rows are joined. */
const sortedParts = (resource: Resource, scope: ActorScope, tables: ScopeTables) => {
  const coded = resource.secrecy?.open;
  const parts = secrecyPartsOf(scope, coded);
  const halves = joinBySecrecy(coded ? scopeSql(resource, coded, tables) : sql`true`);
  return { parts, ...halves, ...sorted(resource, parts, tables, halves) };
};

/** True if other tables give ids of rows in this scope. */
export const hasOuterIds = (resource: Resource, scope: ActorScope): boolean =>
  secrecyPartsOf(scope, resource.secrecy?.open).some(
    (part) => part.scope !== true && conjunctsOf(part.scope).some(isElsewhere),
  );

/**
 * Returns SQL for the ids from other tables, as one list for each select that finds some; null instead of a list that
 * is not small. It does not depend on the query, so it is planned once, while the statement that finds the rows is
 * planned for its filters and uses other tables only for long lists.
 */
export const outerIdsSql = (resource: Resource, scope: ActorScope, tables: ScopeTables): Sql => {
  const { elsewhere, guard } = sortedParts(resource, scope, tables);
  const lists = elsewhere.flatMap(({ half, ids }) =>
    ids.map((all) => {
      // Few tasks lead to secret records.
      const wanted =
        half === 'secret'
          ? sql`select t.id from ${sql.table(resource.table)} t where ${and([sql`t.tenant_id = ${slot('tenant')}`, sql`t.is_deleted = 0`, ...guard(half), sql`t.id in (${all})`])}`
          : all;
      return sql`(select case when count(*) <= ${sql.lit(maxIdsInStatement)} then coalesce(json_agg(i.id::text), '[]') end from (select x.id from (${wanted}) x(id) limit ${sql.lit(maxIdsInStatement + 1)}) i)`;
    }),
  );
  return sql`select json_build_array(${sql.join(lists)}) as elsewhere`;
};

/** Facts found out before the rows of a scope are searched. */
export interface PriorFacts {
  /** Condition of rows in departments that were already found and are excluded. */
  readonly passed?: Sql | null;
  /** Amount of ids in each list of `outerIdsSql`. */
  readonly amounts?: readonly IdAmount[] | null;
}

/**
 * Returns a resolved scope as conditions for searching all rows. Each can use an index: of the table itself, or of the
 * lines or tasks whose ids it selects (`t.id in (select …)`), from whichever side PostgreSQL finds fewer rows. Secret
 * rows are few and have their own rules: all other rows are searched as if secrecy did not exist.
 */
export const alternativesSql = (
  resource: Resource,
  scope: ActorScope,
  tables: ScopeTables,
  { passed = null, amounts = null }: PriorFacts = {},
): AlternativeConditions => {
  const { parts, guard, among, disjoint, elsewhere, without } = sortedParts(
    resource,
    scope,
    tables,
  );
  const departments = parts.flatMap(({ scope: one, half }): readonly ConditionBySecrecy[] =>
    one !== true && isDepartmentScope(one) && isDecidedByRowAlone(one)
      ? [{ half, condition: scopeSql(resource, one, tables) }]
      : [],
  );
  const amountAt = (place: number): IdAmount | undefined => amounts?.[place];
  /** Returns the selects of a group, without those that give no ids or whose few ids are already parameters. */
  const selectsOf = ({ ids, places }: Elsewhere): readonly Sql[] =>
    ids.flatMap((one, index) => {
      const place = places[index] ?? 0;
      if (amountAt(place) === 'none') return [];
      return [
        amountAt(place) === 'few' ? sql`select unnest(${slot(idsSlot(place))}::bigint[])` : one,
      ];
    });
  const hasMany = ({ places }: Elsewhere): boolean =>
    places.some((place) => (amountAt(place) ?? 'many') === 'many');
  const listsOf = (group: Elsewhere): readonly Sql[] => {
    const selects = selectsOf(group);
    if (selects.length === 0) return [];
    if (group.half === 'secret' || !hasMany(group)) return [unionAll(selects)];
    const left = [...(passed ? [passed] : []), ...among(group.half, departments)];
    return left.length > 0 ? [outside(resource, selects, or(left))] : selects;
  };
  const joined = (group: Elsewhere): readonly Sql[] =>
    listsOf(group).map((ids) =>
      and([...guard(group.half), ...group.rest, sql`t.id in (${ids})`, ...without(group.half)]),
    );
  const overlapping = elsewhere.flatMap(joined);
  if (disjoint.length + overlapping.length === 0) {
    return { disjoint: [sql`false`], overlapping: [], pointed: null };
  }
  if (overlapping.length === 1 && departments.length === 0 && !passed) {
    return { disjoint: [...disjoint, ...overlapping], overlapping: [], pointed: null };
  }
  const [main] = elsewhere
    .filter((group) => group.half !== 'secret' && amounts !== null && hasMany(group))
    .toSorted((one, other) => other.ids.length - one.ids.length);
  if (!main) return { disjoint, overlapping, pointed: null };
  const pointed = {
    ids: unionAll(selectsOf(main)),
    condition: and([...guard(main.half), ...main.rest]),
    others: elsewhere.filter((group) => group !== main).flatMap(joined),
  };
  return { disjoint, overlapping, pointed };
};

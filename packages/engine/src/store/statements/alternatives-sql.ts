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

/** Selects that give the ids of a scope which another table decides. */
const idsElsewhere = (resource: Resource, scope: Scope, tables: ScopeTables): readonly Sql[] => {
  if (scope.kind === 'handles') return tables.handled(scope.state, slot('actorId'));
  if (scope.kind !== 'member') return [];
  const { table, named } = memberLinesOf(resource, scope);
  return [
    sql`select m.parent_id from ${table} m where m.tenant_id = ${slot('tenant')} and ${named}`,
  ];
};

/** Most ids from other tables that are looked up one by one. */
const mostLookedUp = 1_000;

/**
 * The ids of these selects, without those of rows that fulfil the condition. Whoever decides about the
 * records of a department has tasks on nearly all of them: what is left are few ids, which are then looked up one by
 * one. From an array the planner expects few; its own estimate is nearly all of them, and then it passes over the
 * whole table instead. Few ids are compared by looking each up, many with one look at the department's
 * rows; they are counted first, since the planner guesses their number wrong for most people.
 */
const outside = (resource: Resource, ids: readonly Sql[], condition: Sql): Sql => {
  const inside = and([sql`t.tenant_id = ${slot('tenant')}`, sql`t.is_deleted = 0`, condition]);
  const rows = sql`${sql.table(resource.table)} t where ${inside}`;
  const areFew = sql`(select n from held) <= ${sql.lit(mostLookedUp)}`;
  return sql`select unnest(array(with ids(id) as materialized (${unionAll(ids)}), held as materialized (select count(*) as n from (select 1 from ids limit ${sql.lit(mostLookedUp + 1)}) i) (select k.id from ids k where ${areFew} and not exists (select 1 from ${rows} and t.id = k.id)) union all (select k.id from ids k where not (${areFew}) except select t.id from ${rows} and not (${areFew}))))`;
};

/** How many ids other tables give, as it is found out before rows are looked for. */
export type IdAmount = 'none' | 'few' | 'many';

/** Most ids of a list that the statement which finds the rows looks up one by one. */
const mostGiven = 500;

/** How many ids a list of them has; null in place of many. */
export const idAmountOf = (ids: readonly string[] | null): IdAmount => {
  if (ids === null) return 'many';
  return ids.length === 0 ? 'none' : 'few';
};

/** The slot of a list of `outerIdsSql`, where its ids are few. */
export const idsSlot = (place: number): string => `ids${place}`;

/** Rows that are found by many ids from other tables; of several such lists the one of most tables. */
export interface RowsByPointers {
  /** Select statement that returns the ids of the rows. */
  readonly ids: Sql;
  /** Condition that their rows must fulfil. */
  readonly condition: Sql;
  /** Overlapping conditions that are no part of it. */
  readonly others: readonly Sql[];
}

/** A scope as conditions on the alias `t`: its rows are those that fulfil at least one of them. */
export interface AlternativeConditions {
  /** No row fulfils two of these, or one of these and one of the overlapping. */
  readonly disjoint: readonly Sql[];
  /** A row may fulfil several of these. */
  readonly overlapping: readonly Sql[];
  /** The overlapping ones in another way, which may find rows of the disjoint ones again; null where there is none. */
  readonly pointed: RowsByPointers | null;
}

/** Ids that other tables give of the rows of a half, by what else must hold of these. */
interface Elsewhere {
  readonly half: SecrecyPart;
  readonly rest: readonly Sql[];
  readonly ids: Sql[];
  /** The places of `ids` among those of all groups. */
  readonly places: number[];
}

/** Does another table give the ids of such a scope? */
const isElsewhere = ({ kind }: Scope): boolean => kind === 'member' || kind === 'handles';

/** The alternatives that the row decides, one after the other, and the ids that other tables give. */
const sorted = (
  resource: Resource,
  parts: readonly ScopePart[],
  tables: ScopeTables,
  { guard, among }: JoinBySecrecy,
) => {
  const print = (one: ActorScope): Sql => scopeSql(resource, one, tables);
  const found: ConditionBySecrecy[] = [];
  /** Leaves out what is found already. */
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

/** The parts of a settled scope, sorted, and how conditions on the halves of secrecy are joined. */
const sortedParts = (resource: Resource, scope: ActorScope, tables: ScopeTables) => {
  const coded = resource.secrecy?.open;
  const parts = secrecyPartsOf(scope, coded);
  const halves = joinBySecrecy(coded ? scopeSql(resource, coded, tables) : sql`true`);
  return { parts, ...halves, ...sorted(resource, parts, tables, halves) };
};

/** Do other tables give ids of rows of this scope? */
export const hasOuterIds = (resource: Resource, scope: ActorScope): boolean =>
  secrecyPartsOf(scope, resource.secrecy?.open).some(
    (part) => part.scope !== true && conjunctsOf(part.scope).some(isElsewhere),
  );

/**
 * The ids that other tables give for a scope, as a list for each select that finds some; null in place of one that is not
 * few. It does not depend on what is asked, so that its plan is made once, while the statement that finds the rows is
 * planned for its filters and names other tables only for those with many ids.
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
      return sql`(select case when count(*) <= ${sql.lit(mostGiven)} then coalesce(json_agg(i.id::text), '[]') end from (select x.id from (${wanted}) x(id) limit ${sql.lit(mostGiven + 1)}) i)`;
    }),
  );
  return sql`select json_build_array(${sql.join(lists)}) as elsewhere`;
};

/** Facts known before the rows of a scope are searched. */
export interface PriorFacts {
  /** Rows of departments that are found already, and are left out. */
  readonly passed?: Sql | null;
  /** How many ids each list of `outerIdsSql` has. */
  readonly amounts?: readonly IdAmount[] | null;
}

/**
 * A settled scope for searching all rows. Each condition can be answered by an index: of the table
 * itself, or of the lines or tasks whose ids it picks (`t.id in (select …)`), from whichever side
 * PostgreSQL finds fewer rows. Secret rows are few and have rules of their own: of all others is then
 * asked only what would be asked without secrecy.
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
  /** The selects of a group, without those that give nothing; few ids are given already. */
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

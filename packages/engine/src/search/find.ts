import { sql } from 'kysely';
import {
  and,
  cacheSql,
  concat,
  or,
  type Sql,
  slot,
  type Template,
  unionAll,
} from '../store/statements/compile.ts';
import type { ScopeTables } from '../store/statements/scope.ts';
import type { ReachFilter } from './reach.ts';
import { bandNames } from './stretches.ts';

/** How much one question looks at in each kind. */
const amounts = {
  /**
   * `judged`: this many of what was found are judged by the scope, the newest, and at most as many again that are just
   * what was typed; the best of them are shown. `enough`: found among the newest records, this many are enough, and no
   * older ones are asked for.
   */
  usual: { judged: 40, enough: 20 },
  /** Where hardly any of these lie within the scope. */
  wide: { judged: 1000, enough: 1000 },
} as const;
export type HitLimits = keyof typeof amounts;
export const { enough } = amounts.usual;

/**
 * Number of entries that are checked one by one from the newest on, before the index is asked, for a word that is
 * only begun.
 */
export const checkedEntries = 500;
/** Most that the index gives; of what is found more often, some of the newest may be missing. */
const mostIndexed = 20_000;
/** The stretch in which words that are only begun are looked for. */
const stretchOfBegun = 1;
/** Records of one's tasks outside one's departments that are looked at one by one. */
const mostHandled = 2000;
/** Tasks and copies of a reader that are looked at one by one in each kind. */
const fewTasks = 100;
/** Records that hold what was typed of which each is asked whether the reader has a task on it. */
const mostAsked = 500;

const tenant = slot('tenant');
const ofKind = sql`e.tenant_id = ${tenant} and e.resource = k.resource`;
/**
 * The table without its order by id: PostgreSQL then answers a condition on `terms` by their index, and
 * does not walk through the entries of the resource instead.
 */
const matching = (terms: Sql): Sql =>
  sql`e.tenant_id = ${tenant} and e.terms @@ ${terms} and e.resource || '' = k.resource`;
const ids = (condition: Sql, limit: number): Sql =>
  sql`select e.record_id from search_entry e where ${condition} limit ${sql.lit(limit)}`;

/** A part of what is asked of each kind: an array of ids. */
interface Part {
  readonly name: string;
  readonly part: Sql;
  /** True for a query whose ids are results of the search; other queries only feed those. */
  readonly gives: boolean;
}

/** The part whose records are judged beside the newest of the others, however old they are. */
const exactly = 'exact';

const idsOf = (name: string): Sql => sql.ref(`${name}.ids`);
const countOf = (name: string): Sql => sql`coalesce(cardinality(${idsOf(name)}), 0)`;

/** A part that gives the newest ids of a query, as many as are judged. */
const given = (name: string, found: Sql, amount: HitLimits): Part => ({
  name,
  part: sql`select array_agg(n.record_id) as ids from (select m.record_id from (${found}) m(record_id) order by m.record_id desc limit ${sql.lit(amounts[amount].judged)}) n`,
  gives: true,
});

const step = (name: string, part: Sql): Part => ({ name, part, gives: false });

/** True while these parts have not found enough. */
const tooFew = (parts: readonly Part[], amount: HitLimits): Sql =>
  and(
    parts
      .filter(({ gives }) => gives)
      .map(({ name }) => sql`${countOf(name)} < ${sql.lit(amounts[amount].enough)}`),
  );

/**
 * Entries checked one by one: for a beginning the index collects every entry, in each stretch. Frequent ones are
 * first searched among the newest entries, of the reader's departments where these are known.
 */
const lookedAt = (reach: ReachFilter | null): Sql => {
  const newest = (more: Sql, limit: Sql): Sql =>
    sql`select e.record_id, e.terms from search_entry e where ${ofKind} and k.begins${more} order by e.record_id desc limit ${limit}`;
  const looks = reach?.departments
    ? sql`select l.record_id, l.terms from unnest(${slot('actorDepartments')}::bigint[]) d cross join lateral (${newest(sql` and e.department_id = d`, sql`${slot('lookedEach')}::int`)}) l`
    : newest(sql``, sql.lit(checkedEntries));
  return sql`select l.record_id from (${looks}) l where l.terms @@ k.within`;
};

/**
 * Matches among the kind's newest entries, stretch by stretch, and then among all. The index reads there only entries
 * that both the terms and the stretch have: a frequent word is found among few entries, where the whole index would
 * give a hundred thousand; for a rare one many entries give few.
 */
const amongEntries = (reach: ReachFilter | null, amount: HitLimits): readonly Part[] => {
  const parts = [given('looked', lookedAt(reach), amount)];
  const among = (name: string, more: Sql): void => {
    const within = sql`${matching(sql`k.within`)}${more} and ${tooFew(parts, amount)}`;
    parts.push(given(name, ids(within, mostIndexed), amount));
  };
  for (const [place, name] of bandNames.entries()) {
    const begun = place === stretchOfBegun ? sql`` : sql` and not k.begins`;
    among(`among${place}`, sql` and e.bands && ${sql.ref(`k.${name}`)}${begun}`);
  }
  among('whole', sql``);
  return parts;
};

const ofDepartments = sql`d.tenant_id = ${tenant} and d.resource = k.resource and d.department_id = any(${slot('actorDepartments')}::bigint[])`;
/** The records of one's tasks that lie in other departments: few are looked up one by one, many are set against all. */
const outsideDepartments = sql`select m.id from unnest(tasks.ids) m(id) where ${countOf('tasks')} <= ${sql.lit(mostAsked)} and not exists (select 1 from search_entry d where ${ofDepartments} and d.record_id = m.id) union all (select m.id from unnest(tasks.ids) m(id) where ${countOf('tasks')} > ${sql.lit(mostAsked)} except select d.record_id from search_entry d where ${ofDepartments} and ${countOf('tasks')} > ${sql.lit(mostAsked)})`;

/**
 * The records of the reader's tasks and copies that hold what was typed, from whichever side is smaller:
 *
 * - `few`: the reader has few tasks, and the entry of each is looked up;
 * - `asked`: few records hold it, and each is asked whether the reader has a task on it;
 * - `looked_up`, `kept`: both are many. Records of the reader's departments were found before and are left out; of the
 *   others the entries are looked up while there are some thousands, and set against what the index gives beyond that.
 */
const handled = (
  reach: ReachFilter,
  found: readonly Part[],
  amount: HitLimits,
  tables: ScopeTables,
): readonly Part[] => {
  const asks = reach.handled.map((state) =>
    tables.handles(state, sql.ref('h.record_id'), slot('actorId')),
  );
  const areMany = sql`${countOf('holders')} > ${sql.lit(mostAsked)}`;
  const some = sql`${countOf('theirs')} between 1 and ${sql.lit(mostHandled)}`;
  const many = sql`${countOf('theirs')} > ${sql.lit(mostHandled)}`;
  const wanted = tooFew(found, amount);
  const haveFew = sql`(select o.are_few from own_tasks o)`;
  const among = (condition: Sql, these: Sql): Sql =>
    sql`select e.record_id from search_entry e where ${ofKind} and ${condition} and e.record_id = any(${these}) and e.terms @@ k.typed`;
  const holders = ids(
    sql`${matching(sql`k.typed`)} and ${wanted} and not ${haveFew}`,
    mostAsked + 1,
  );
  return [
    given('few', among(sql`${wanted} and ${haveFew}`, sql`array(select m.id from mine m)`), amount),
    step('holders', sql`select array_agg(h.record_id) as ids from (${holders}) h`),
    given(
      'asked',
      // In a query of its own, so that each is asked by its id: planned together, all tasks of the reader are collected.
      sql`select h.record_id from unnest(${idsOf('holders')}) h(record_id) cross join lateral (select 1 where ${or(asks)} offset 0) as told where not (${areMany})`,
      amount,
    ),
    step('tasks', sql`select array(select m.id from mine m where ${areMany}) as ids offset 0`),
    step(
      'theirs',
      sql`select array(${reach.departments ? outsideDepartments : sql`select unnest(${idsOf('tasks')})`}) as ids offset 0`,
    ),
    given('looked_up', among(some, idsOf('theirs')), amount),
    given(
      'kept',
      // Set against set in one pass: a join would be planned for fewer than there are.
      sql`(${ids(sql`${matching(sql`k.typed`)} and ${many}`, mostIndexed)}) intersect (select unnest(${idsOf('theirs')}) where ${many})`,
      amount,
    ),
  ];
};

/**
 * The ids that a search may show of each kind, in parts from cheap to dear:
 *
 * - `checkedEntries` and `among…`: among the newest records;
 * - `whole`: where that is not enough, among all records of the reach;
 * - `few` to `kept`: then also for readers with tasks or copies, who may read records of any department;
 * - `exact`: where there may be more, records with a value that is just what was typed, however old.
 */
const candidates = (
  reach: ReachFilter | null,
  amount: HitLimits,
  tables: ScopeTables,
): readonly Part[] => {
  const among =
    reach === null || reach.departments || reach.person ? amongEntries(reach, amount) : [];
  const more = reach && reach.handled.length > 0 ? handled(reach, among, amount, tables) : [];
  if (among.length === 0) return more;
  const exact = sql`${matching(sql`k.whole`)} and not ${tooFew(among, amount)}`;
  return [...among, ...more, given(exactly, ids(exact, amounts[amount].judged), amount)];
};

/** Rows of questions, one for each kind. PostgreSQL takes no arrays of arrays of unequal lengths, so lists come as texts. */
const kindsSql = sql`select k.resource, k.typed::tsquery as typed, k.within::tsquery as within, k.whole::tsquery as whole, k.begins, ${sql.join(
  bandNames.map((name) => sql`${sql.ref(`k.${name}`)}::bigint[] as ${sql.id(name)}`),
)} from unnest(${slot('resources')}::text[], ${slot('typed')}::text[], ${slot('within')}::text[], ${slot('whole')}::text[], ${slot('begins')}::boolean[], ${sql.join(
  bandNames.map((name) => sql`${slot(name)}::text[]`),
)}) k(resource, typed, within, whole, begins, ${sql.join(bandNames.map((name) => sql.id(name)))})`;

/**
 * The records of one's tasks and copies, and whether they are few: queries that are run once, where some kind needs
 * them. `mine` leaves out tasks on one's own applications and so may read thousands of them to find none; `hasMore`
 * counts them as well and stops early.
 */
const mineSql = (reach: ReachFilter | null, tables: ScopeTables): readonly Sql[] => {
  const mine = (reach?.handled ?? []).flatMap((state) => tables.handled(state, slot('actorId')));
  if (mine.length === 0) return [];
  const counted = sql`select count(*) from (select from mine limit ${sql.lit(fewTasks + 1)}) c`;
  const few = sql`not ${tables.hasMore(fewTasks, slot('actorId'))} and (${counted}) <= ${sql.lit(fewTasks)}`;
  return [
    sql`mine(id) as materialized (${unionAll(mine)})`,
    sql`own_tasks(are_few) as materialized (select ${few})`,
  ];
};

/** Results of the parts: as many of the newest as are judged, and all exact matches of the typed text. */
const newestOf = (parts: readonly Part[], amount: HitLimits): Sql => {
  const names = parts.flatMap(({ name, gives }) => (gives && name !== exactly ? [name] : []));
  const all = sql.join(names.map(idsOf), sql` || `);
  const newest = sql`(select distinct u.id from unnest(${all}) u(id) order by u.id desc limit ${sql.lit(amounts[amount].judged)})`;
  const exact = parts.some(({ name }) => name === exactly);
  return exact ? sql`${newest} union select unnest(${idsOf(exactly)})` : newest;
};

const findSql = (reach: ReachFilter | null, amount: HitLimits, tables: ScopeTables): Sql => {
  const parts = candidates(reach, amount, tables);
  const written = parts.map(({ name, part }) => sql` cross join lateral (${part}) ${sql.id(name)}`);
  return sql`with ${sql.join([sql`kinds as materialized (${kindsSql})`, ...mineSql(reach, tables)])} select k.resource, f.ids from kinds k${concat(written)} cross join lateral (select string_agg(n.id::text, ',') as ids from (${newestOf(parts, amount)}) n(id)) f where f.ids is not null`;
};

/** Records found of a kind. */
export interface FoundRecords {
  readonly resource: string;
  /** Ids between commas, in no order. */
  readonly ids: string;
}

/**
 * The statement that finds in any number of kinds, which differ in the values alone: so few statements serve all
 * accounts that PostgreSQL soon has their plans, and no kind waits for another one's answer. It gives rows of `FoundRecords`.
 */
export const createFinder = (tables: ScopeTables) => {
  const keep = cacheSql();
  return (reach: ReachFilter | null, amount: HitLimits): Template =>
    keep(JSON.stringify([reach, amount]), () => findSql(reach, amount, tables));
};

export type Finder = ReturnType<typeof createFinder>;

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

/** Limits of one question in each kind. */
const amounts = {
  /**
   * `judged`: number of the newest results that are checked against the scope, and the same number again of exact
   * matches; the best are shown. `enough`: if this many results are found among the newest records, older records are
   * not searched.
   */
  usual: { judged: 40, enough: 20 },
  /** Limits of a second question, if hardly any of the first results were within the scope. */
  wide: { judged: 1000, enough: 1000 },
} as const;
export type HitLimits = keyof typeof amounts;
export const { enough } = amounts.usual;

/** Number of newest entries that are checked one by one before the index is used, for an incomplete word. */
export const checkedEntries = 500;
/** Maximum number of results from the index; of more frequent words, some of the newest may be missing. */
const maxIndexResults = 20_000;
/** Index of the stretch in which incomplete words are searched. */
const stretchOfBegun = 1;
/** Maximum number of task records outside the reader's departments that are looked up one by one. */
const maxTaskRecordsLookedUp = 2000;
/** Maximum number of tasks and copies of a reader that are looked up one by one in each kind. */
const maxTasksLookedUp = 100;
/** Maximum number of matching records that are each checked for a task of the reader. */
const maxMatchesChecked = 500;

const tenant = slot('tenant');
const ofKind = sql`e.tenant_id = ${tenant} and e.resource = k.resource`;
/**
 * Returns SQL of the table without its order by id: PostgreSQL then uses the index for a condition on `terms`, and does
 * not scan the entries of the resource instead.
 */
const matching = (terms: Sql): Sql =>
  sql`e.tenant_id = ${tenant} and e.terms @@ ${terms} and e.resource || '' = k.resource`;
const ids = (condition: Sql, limit: number): Sql =>
  sql`select e.record_id from search_entry e where ${condition} limit ${sql.lit(limit)}`;

/** Part of the statement for a kind: an array of ids. */
interface Part {
  readonly name: string;
  readonly part: Sql;
  /** True for a query whose ids are results of the search; other queries only feed later ones. */
  readonly gives: boolean;
}

/** Name of the part with exact matches, which are checked besides the newest results, however old they are. */
const exactly = 'exact';

const idsOf = (name: string): Sql => sql.ref(`${name}.ids`);
const countOf = (name: string): Sql => sql`coalesce(cardinality(${idsOf(name)}), 0)`;

/** Returns a part with the newest ids of a query, as many as are checked. */
const given = (name: string, found: Sql, amount: HitLimits): Part => ({
  name,
  part: sql`select array_agg(n.record_id) as ids from (select m.record_id from (${found}) m(record_id) order by m.record_id desc limit ${sql.lit(amounts[amount].judged)}) n`,
  gives: true,
});

const step = (name: string, part: Sql): Part => ({ name, part, gives: false });

/** Returns the SQL condition that these parts have not found enough. */
const tooFew = (parts: readonly Part[], amount: HitLimits): Sql =>
  and(
    parts
      .filter(({ gives }) => gives)
      .map(({ name }) => sql`${countOf(name)} < ${sql.lit(amounts[amount].enough)}`),
  );

/**
 * Returns SQL that checks entries one by one: for a prefix the index would collect every entry, in each stretch.
 * Frequent prefixes are first searched among the newest entries of the reader's departments, if known.
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
 * Returns parts that search the newest entries of the kind, stretch by stretch, and then all. The index reads only
 * entries that have both the terms and the stretch: a frequent word is found among few entries, where the whole index
 * would give a hundred thousand; for a rare word many entries give few.
 */
const amongEntries = (reach: ReachFilter | null, amount: HitLimits): readonly Part[] => {
  const parts = [given('looked', lookedAt(reach), amount)];
  const among = (name: string, more: Sql): void => {
    const within = sql`${matching(sql`k.within`)}${more} and ${tooFew(parts, amount)}`;
    parts.push(given(name, ids(within, maxIndexResults), amount));
  };
  for (const [place, name] of bandNames.entries()) {
    const begun = place === stretchOfBegun ? sql`` : sql` and not k.begins`;
    among(`among${place}`, sql` and e.bands && ${sql.ref(`k.${name}`)}${begun}`);
  }
  among('whole', sql``);
  return parts;
};

const ofDepartments = sql`d.tenant_id = ${tenant} and d.resource = k.resource and d.department_id = any(${slot('actorDepartments')}::bigint[])`;
/** SQL of task records in other departments: few are looked up one by one, many are joined. */
const outsideDepartments = sql`select m.id from unnest(tasks.ids) m(id) where ${countOf('tasks')} <= ${sql.lit(maxMatchesChecked)} and not exists (select 1 from search_entry d where ${ofDepartments} and d.record_id = m.id) union all (select m.id from unnest(tasks.ids) m(id) where ${countOf('tasks')} > ${sql.lit(maxMatchesChecked)} except select d.record_id from search_entry d where ${ofDepartments} and ${countOf('tasks')} > ${sql.lit(maxMatchesChecked)})`;

/**
 * Returns parts for matching records among the tasks and copies of the reader, from the smaller side: - `few`: the
 * reader has few tasks, and the entry of each is looked up; - `asked`: few records match, and each is checked for a
 * task of the reader; - `looked_up`, `kept`: both are many. Records of the reader's departments were found before and
 * are left out; entries of the others are looked up if there are some thousands, else intersected with the result of
 * the index.
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
  const areMany = sql`${countOf('holders')} > ${sql.lit(maxMatchesChecked)}`;
  const some = sql`${countOf('theirs')} between 1 and ${sql.lit(maxTaskRecordsLookedUp)}`;
  const many = sql`${countOf('theirs')} > ${sql.lit(maxTaskRecordsLookedUp)}`;
  const wanted = tooFew(found, amount);
  const haveFew = sql`(select o.are_few from own_tasks o)`;
  const among = (condition: Sql, these: Sql): Sql =>
    sql`select e.record_id from search_entry e where ${ofKind} and ${condition} and e.record_id = any(${these}) and e.terms @@ k.typed`;
  const holders = ids(
    sql`${matching(sql`k.typed`)} and ${wanted} and not ${haveFew}`,
    maxMatchesChecked + 1,
  );
  return [
    given('few', among(sql`${wanted} and ${haveFew}`, sql`array(select m.id from mine m)`), amount),
    step('holders', sql`select array_agg(h.record_id) as ids from (${holders}) h`),
    given(
      'asked',
      // A separate query, so that each record is looked up by id: planned together, all tasks of the reader would be
      // collected.
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
      // Intersection in one pass: a join would be planned for too few rows.
      sql`(${ids(sql`${matching(sql`k.typed`)} and ${many}`, maxIndexResults)}) intersect (select unnest(${idsOf('theirs')}) where ${many})`,
      amount,
    ),
  ];
};

/**
 * Returns the ids that a search may show of each kind, in parts from cheap to expensive: - `checkedEntries` and
 * `among…`: among the newest records; - `whole`: if those are not enough, among all records of the reach; - `few` to
 * `kept`: for readers with tasks or copies, who may read records of any department; - `exact`: if there may be more,
 * records with a value equal to the typed text, however old.
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

/**
 * SQL of the questions, one row per kind. PostgreSQL accepts no arrays of arrays of unequal lengths, so lists are sent
 * as texts.
 */
const kindsSql = sql`select k.resource, k.typed::tsquery as typed, k.within::tsquery as within, k.whole::tsquery as whole, k.begins, ${sql.join(
  bandNames.map((name) => sql`${sql.ref(`k.${name}`)}::bigint[] as ${sql.id(name)}`),
)} from unnest(${slot('resources')}::text[], ${slot('typed')}::text[], ${slot('within')}::text[], ${slot('whole')}::text[], ${slot('begins')}::boolean[], ${sql.join(
  bandNames.map((name) => sql`${slot(name)}::text[]`),
)}) k(resource, typed, within, whole, begins, ${sql.join(bandNames.map((name) => sql.id(name)))})`;

/**
 * Returns SQL of the task and copy records of the reader, and of their number: run once, if some kind needs them.
 * `mine` excludes tasks on the reader's own applications and so may read thousands of them to find none; `hasMore`
 * includes them and stops early.
 */
const mineSql = (reach: ReachFilter | null, tables: ScopeTables): readonly Sql[] => {
  const mine = (reach?.handled ?? []).flatMap((state) => tables.handled(state, slot('actorId')));
  if (mine.length === 0) return [];
  const counted = sql`select count(*) from (select from mine limit ${sql.lit(maxTasksLookedUp + 1)}) c`;
  const few = sql`not ${tables.hasMore(maxTasksLookedUp, slot('actorId'))} and (${counted}) <= ${sql.lit(maxTasksLookedUp)}`;
  return [
    sql`mine(id) as materialized (${unionAll(mine)})`,
    sql`own_tasks(are_few) as materialized (select ${few})`,
  ];
};

/** Returns SQL that joins the parts: as many of the newest ids as are checked, and all exact matches. */
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

/** Records of a kind that were found. */
export interface FoundRecords {
  readonly resource: string;
  /** Ids separated by commas, unordered. */
  readonly ids: string;
}

/**
 * Creates the statement that searches any number of kinds, which differ only in parameters: PostgreSQL soon has its few
 * plans, and no kind waits for another. Its rows are `FoundRecords`.
 */
export const createFinder = (tables: ScopeTables) => {
  const keep = cacheSql();
  return (reach: ReachFilter | null, amount: HitLimits): Template =>
    keep(JSON.stringify([reach, amount]), () => findSql(reach, amount, tables));
};

export type Finder = ReturnType<typeof createFinder>;

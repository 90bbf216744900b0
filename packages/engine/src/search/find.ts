import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { and, cached, type Sql, slot, type Template } from '../store/compile.ts';
import type { Statement } from '../store/database.ts';
import { type ScopeTables, type Settled, scopeSql } from '../store/scope.ts';
import { shapeOf } from '../store/shape.ts';
import { codeOf, reachTerm, searchShapeOf } from './entry.ts';
import { type Reach, reachOf } from './reach.ts';
import { typedQuery } from './typed.ts';

/** So many of what was found are judged by the scope, the newest; the best of them are shown. */
export const judged = 40;
/** Found among the newest records, so many are enough, and no older ones are asked for. */
const enough = 20;
/** Entries that are looked at one by one from the newest on, before the index is asked. */
const looked = 500;
/** Entries that name the reader; they are all looked at, up to so many. */
const mostOwn = 3000;
/** Most that the index gives; of what is found more often, some of the newest may be missing. */
const mostIndexed = 20_000;
/** Records of one's tasks outside one's departments that are looked at one by one. */
const mostHandled = 2000;

/** The blocks of ids that `search_entry.bands` has: in ten sizes, the first of 2^14, each 2^5 times the one before. */
const bands = { sizes: 10, first: 14, step: 5, sizesTogether: 16 } as const;

const query = (name: string): Sql => sql`(select ${slot(name)}::text::tsquery)`;
const ofResource = sql`e.tenant_id = ${slot('tenant')} and e.resource = ${slot('resource')}`;
/**
 * The table without its order by id: PostgreSQL then answers a condition on `terms` by their index, and
 * does not walk through the entries of the resource instead.
 */
const matching = (name: string): Sql =>
  sql`e.tenant_id = ${slot('tenant')} and e.terms @@ ${query(name)} and e.resource || '' = ${slot('resource')}`;

const entries = (condition: Sql, limit: number): Sql =>
  sql`select e.record_id from search_entry e where ${condition} limit ${sql.lit(limit)}`;

/** The id of the kind's newest or oldest record. */
const lastId = (order: 'desc' | 'asc'): Sql =>
  sql`(select e.record_id from search_entry e where ${ofResource} order by e.record_id ${sql.raw(order)} limit 1)`;

const shift = sql`(${sql.lit(bands.first)} + ${sql.lit(bands.step)} * s.size)`;
/** The number of the newest record's block, in the size that this turn of the recursion looks at. */
const block = sql`((n.newest >> ${shift}) * ${sql.lit(bands.sizesTogether)} + s.size)`;

const holdingTyped = (looks: Sql): Sql =>
  sql`select n.record_id from (${looks}) n where n.terms @@ ${query('typed')}`;
const newestOf = (condition: Sql, limit: Sql): Sql =>
  sql`select e.record_id, e.terms from search_entry e where ${condition} order by e.record_id desc limit ${limit}`;

/**
 * What is found in the last two blocks of ids: first in the smallest blocks, and in blocks of the next size while
 * that is not enough and older records lie before them. A frequent word is found in small ones, where the whole
 * index would give a hundred thousand; of a rare one large blocks give few.
 * @param begins a word is only begun: the index would collect all words that begin so, in every turn. Frequent ones
 *   are found among the newest entries.
 */
const nearInBlocks = (begins: boolean): readonly Part[] => {
  const first = begins
    ? sql`array(${holdingTyped(newestOf(ofResource, sql.lit(looked)))})`
    : sql`'{}'::bigint[]`;
  const found = entries(
    sql`${matching('within')} and e.bands && array[${block}, ${block} - ${sql.lit(bands.sizesTogether)}]`,
    mostIndexed,
  );
  return [
    {
      name: 'turn(size, ids, whole)',
      part: sql`select 0, ${first}, false union all select s.size + 1, array(${found}), (n.newest >> ${shift}) - (n.oldest >> ${shift}) <= 1 from turn s cross join (select ${lastId('desc')} as newest, ${lastId('asc')} as oldest) n where cardinality(s.ids) < ${sql.lit(enough)} and not s.whole and s.size < ${sql.lit(bands.sizes)}`,
    },
    {
      name: 'near',
      part: sql`select unnest(s.ids) as record_id from (select ids from turn order by size desc limit 1) s`,
      gives: true,
    },
  ];
};

/** What is found among the newest entries of the reader's departments, and among those that name the reader. */
const nearInDepartments = (reach: Reach): readonly Part[] => {
  const each = newestOf(
    sql`${ofResource} and e.department_id = d`,
    sql`${slot('lookedEach')}::int`,
  );
  const newest = sql`select n.record_id, n.terms from unnest(${slot('actorDepartments')}::bigint[]) d cross join lateral (${each}) n`;
  const own = sql`(select e.record_id, e.terms from search_entry e where ${matching('person')} limit ${sql.lit(mostOwn)})`;
  const looks = reach.person ? sql`${newest} union all ${own}` : newest;
  return [{ name: 'near', part: holdingTyped(looks), gives: true }];
};

const count = (name: string): Sql => sql`(select count(*) from ${sql.table(name)})`;

/**
 * The records of one's tasks and copies that hold what was typed, without those of one's departments. Few of them are
 * looked at one by one, of many those that the index gives are kept.
 */
const handled = (theirs: Sql, reach: Reach, gate: Sql): readonly Part[] => {
  const others = reach.departments
    ? sql`not exists (select 1 from search_entry d where d.tenant_id = ${slot('tenant')} and d.resource = ${slot('resource')} and d.department_id = any(${slot('actorDepartments')}::bigint[]) and d.record_id = k.id)`
    : sql`true`;
  const few = sql`(select ids from theirs where cardinality(ids) <= ${sql.lit(mostHandled)})`;
  const many = sql`(select ids from theirs where cardinality(ids) > ${sql.lit(mostHandled)})`;
  return [
    {
      name: 'theirs',
      part: sql`select array(select k.id from (${theirs}) k(id) where ${others} and ${gate}) as ids`,
    },
    {
      name: 'handled',
      // Set against set in one pass: a join would be planned for fewer than there are.
      part: sql`select e.record_id from search_entry e where ${ofResource} and e.record_id = any(${few}::bigint[]) and e.terms @@ ${query('typed')} union all ((${entries(sql`${matching('typed')} and ${many} is not null`, mostIndexed)}) intersect (select unnest(${many})))`,
      gives: true,
    },
  ];
};

/** A part of the statement that searches. */
interface Part {
  readonly name: string;
  readonly part: Sql;
  /** It gives ids of records, of which the newest are judged. */
  readonly gives?: true;
}

const given = (name: string, part: Sql): Part => ({ name, part, gives: true });

/** The parts for readers whose reach no term narrows. */
const amongAll = (begins: boolean): readonly Part[] => [
  ...nearInBlocks(begins),
  given(
    'hits',
    entries(
      sql`${matching('within')} and ${count('near')} < ${sql.lit(enough)} and not exists (select 1 from turn where whole)`,
      mostIndexed,
    ),
  ),
];

/** The parts for readers of what names them, of their departments, and of their tasks and copies. */
const withinReach = (resource: Resource, reach: Reach, tables: ScopeTables): readonly Part[] => {
  // Of those who read only what names them the index gives few anyway.
  const near = reach.departments ? nearInDepartments(reach) : [];
  const nearIsFew = near.length > 0 ? sql`${count('near')} < ${sql.lit(enough)}` : sql`true`;
  const hits =
    reach.departments || reach.person
      ? [given('hits', entries(sql`${matching('within')} and ${nearIsFew}`, mostIndexed))]
      : [];
  const tasks = reach.handled.flatMap((state) => tables.handled(resource, state, slot('actorId')));
  const counts = [...near, ...hits].map(({ name }) => sql`${count(name)} < ${sql.lit(enough)}`);
  return [
    ...near,
    ...hits,
    ...(tasks.length > 0 ? handled(sql.join(tasks, sql` union all `), reach, and(counts)) : []),
  ];
};

/**
 * The ids that a search may show, in parts from cheap to dear:
 *
 * - `near`: among the newest records of the reach;
 * - `hits`: where that is not enough, among all records of the reach;
 * - `handled`: then also for readers with tasks or copies, who may read records of any department;
 * - `exact`: records with a value that is just what was typed, however old.
 */
const candidates = (
  resource: Resource,
  reach: Reach | null,
  { whole, begins }: TypedShape,
  tables: ScopeTables,
): readonly Part[] => {
  const narrowed = reach === null || reach.departments || reach.person;
  return [
    ...(reach === null ? amongAll(begins) : withinReach(resource, reach, tables)),
    ...(whole && narrowed ? [given('exact', entries(matching('wholeWithin'), judged))] : []),
  ];
};

/** What of the typed text gives a statement of its own. */
export interface TypedShape {
  /** It is short enough to be all of what a field holds, such as a title. */
  readonly whole: boolean;
  /** A word of it is only begun. */
  readonly begins: boolean;
}

/** A data scope may name people by a field that entries do not know: no term narrows by that. */
const reachFor = (resource: Resource, scope: Settled): Reach | null =>
  reachOf(scope, searchShapeOf(resource).reach.people);

/** The searched texts of a record, and its status. */
const rowOf = (resource: Resource): Sql => {
  const shape = shapeOf(resource);
  const values = searchShapeOf(resource).fields.flatMap(({ name }) => {
    const column = shape.column(name);
    return column ? [sql`${sql.lit(name)}, ${sql.ref(`t.${column.column}`)}`] : [];
  });
  return sql`json_build_object(${sql.join(values)})`;
};

/** A record that was found: its searched texts by field. */
export interface FoundRow {
  readonly id: string;
  readonly status: string | null;
  readonly texts: Readonly<Record<string, string | null>>;
}

const keptHolding = cached();

/** The statements that search, one for each resource and shape of a scope. */
export const createFinder = (tables: ScopeTables) => {
  const keep = cached();

  /** The records with the ids of `found` that lie within the scope, the newest first. */
  const judgedSql = (resource: Resource, scope: Settled): Sql => {
    const status = shapeOf(resource).process ? sql`t.audit_status` : sql`null`;
    return sql`select t.id::text as id, ${status} as status, ${rowOf(resource)} as texts from found f join ${sql.table(resource.table)} t on t.tenant_id = ${slot('tenant')} and t.id = f.record_id where ${and(
      [sql`t.is_deleted = 0`, ...(scope === true ? [] : [scopeSql(resource, scope, tables)])],
    )} order by t.id desc`;
  };

  /** Of these records those within the scope, unordered by how well they fit. */
  const judge = (resource: Resource, scope: Settled): Template =>
    keep(
      JSON.stringify(['judge', resource.key, scope]),
      () =>
        sql`with found as materialized (select unnest(${slot('ids')}::bigint[]) as record_id) ${judgedSql(resource, scope)}`,
    );

  /** The newest records that were found and lie within the scope, unordered by how well they fit. */
  const find = (resource: Resource, scope: Settled, shape: TypedShape): Template =>
    keep(JSON.stringify(['find', resource.key, scope, shape]), () => {
      const parts = candidates(resource, reachFor(resource, scope), shape, tables);
      const newest = parts
        .filter(({ gives }) => gives)
        .map(
          ({ name }) =>
            sql`(select record_id from ${sql.table(name)} order by record_id desc limit ${sql.lit(judged)})`,
        );
      const written = parts.map(
        ({ name, part }) => sql`${sql.raw(name)} as materialized (${part})`,
      );
      return sql`with recursive ${sql.join(written)}, found as materialized (${sql.join(newest, sql` union `)}) ${judgedSql(resource, scope)}`;
    });

  return { find, judge };
};

export type Finder = ReturnType<typeof createFinder>;

/** Whose records are searched. */
interface Within {
  readonly tenant: string;
  readonly resource: Resource;
  readonly scope: Settled;
  readonly actorId: string;
  readonly departments: readonly string[];
}

/** What is asked of one resource. */
export interface Asked {
  readonly resource: Resource;
  readonly scope: Settled;
  readonly shape: TypedShape;
  /** The values of `find`, beside those of the scope. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The condition on terms that every record fulfils that `find` may find. */
  readonly holds: string;
}

/** What is asked of a resource; nothing where nothing was typed to search for. */
export const askedOf = (
  typed: string,
  { tenant, resource, scope, actorId, departments }: Within,
): readonly Asked[] => {
  const code = codeOf(tenant, resource);
  const asked = typedQuery(typed, code);
  if (asked === null) return [];
  const reach = reachFor(resource, scope);
  const person = `'${code}${reachTerm.person(actorId)}'`;
  const opened = [
    ...(reach?.person ? [person] : []),
    ...(reach?.departments ? departments.map((id) => `'${code}${reachTerm.department(id)}'`) : []),
  ];
  const narrowed = (condition: string): string =>
    opened.length > 0 ? `(${condition}) & (${opened.join(' | ')})` : condition;
  return [
    {
      resource,
      scope,
      shape: { whole: asked.whole !== null, begins: asked.all.includes(':*') },
      values: {
        resource: resource.key,
        person,
        typed: asked.all,
        within: narrowed(asked.all),
        wholeWithin: narrowed(asked.whole ?? asked.all),
        lookedEach: Math.ceil(looked / Math.max(1, departments.length)),
      },
      // Entries do not know whose tasks a record has.
      holds: reach && reach.handled.length > 0 ? asked.all : narrowed(asked.all),
    },
  ];
};

/** Of a kind, the records that may be found: all, or some if they are more than `judged`; null where they are many. */
export interface Holding {
  readonly resource: string;
  readonly ids: readonly string[] | null;
}

/** A word is frequent where so many of the newest entries have it; a kind with few entries has no frequent words. */
const frequent = { entries: 1000, newest: 100, holding: 3 } as const;

// The conditions are no text here: a cast of each would keep PostgreSQL from the index under row-level security.
const ofKind = sql`e.tenant_id = ${slot('tenant')} and e.resource = k.resource`;
const isLarge = sql`exists (select 1 from search_entry e where ${ofKind} offset ${sql.lit(frequent.entries)} limit 1)`;
const often = sql`select count(*) >= ${sql.lit(frequent.holding)} as often from (select e.terms from search_entry e where ${ofKind} and ${isLarge} order by e.record_id desc limit ${sql.lit(frequent.newest)}) n where n.terms @@ k.condition`;
const some = sql`select array_agg(n.record_id::text) as ids from (select e.record_id from search_entry e where not o.often and e.tenant_id = ${slot('tenant')} and e.terms @@ k.condition and e.resource || '' = k.resource limit ${sql.lit(judged + 1)}) n`;
const holdingSql = sql`select k.resource, f.ids from unnest(${slot('resources')}::text[], ${slot('conditions')}::tsquery[]) k(resource, condition) cross join lateral (${often}) o cross join lateral (${some}) f where o.often or f.ids is not null`;

/** Which of these resources have records that may be found. It gives rows of `Holding`. */
export const holdingStatement = (tenant: string, questions: readonly Asked[]): Statement =>
  keptHolding('holding', () => holdingSql).bind({
    tenant,
    resources: questions.map(({ resource }) => resource.key),
    conditions: questions.map(({ holds }) => holds),
  });

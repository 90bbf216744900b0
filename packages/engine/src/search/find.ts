import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { and, cached, type Sql, slot, type Template } from '../store/compile.ts';
import type { Statement } from '../store/database.ts';
import { type ScopeTables, type Settled, scopeSql } from '../store/scope.ts';
import { shapeOf } from '../store/shape.ts';
import { codeOf, reachTerm, searchShapeOf } from './entry.ts';
import { type Reach, reachOf } from './reach.ts';
import { typedQuery } from './typed.ts';

/** Entries that are looked at from the newest on, before the index is asked. */
const looked = 1500;
/** Found among them, so many are enough, and the index is not asked. */
const enough = 20;
/** Entries that name the reader; they are all looked at, up to so many. */
const mostOwn = 3000;
/** Most that the index gives; of what is found more often, some of the newest may be missing. */
const mostIndexed = 20_000;
/** The newest of what was found are judged by the scope; the best of them are shown. */
const judged = 40;

const query = (name: string): Sql => sql`(select ${slot(name)}::text::tsquery)`;
const ofResource = sql`e.tenant_id = ${slot('tenant')} and e.resource = ${slot('resource')}`;
/**
 * The table without its order by id: PostgreSQL then answers a condition on `terms` by their index, and
 * does not walk through the entries of the resource instead.
 */
const matching = (name: string): Sql =>
  sql`e.tenant_id = ${slot('tenant')} and e.terms @@ ${query(name)} and e.resource || '' = ${slot('resource')}`;

/** The entries that are looked at one by one, because they are few or the newest. */
const lookedAt = (reach: Reach | null): readonly Sql[] => {
  const newest = sql`order by e.record_id desc limit`;
  if (reach === null) {
    return [
      sql`(select e.record_id, e.terms from search_entry e where ${ofResource} ${newest} ${sql.lit(looked)})`,
    ];
  }
  return [
    ...(reach.departments
      ? [
          sql`select n.record_id, n.terms from unnest(${slot('actorDepartments')}::bigint[]) d cross join lateral (select e.record_id, e.terms from search_entry e where ${ofResource} and e.department_id = d ${newest} ${slot('lookedEach')}::int) n`,
        ]
      : []),
    ...(reach.person
      ? [
          sql`(select e.record_id, e.terms from search_entry e where ${matching('person')} limit ${sql.lit(mostOwn)})`,
        ]
      : []),
  ];
};

const entries = (condition: Sql, limit: number): Sql =>
  sql`select e.record_id from search_entry e where ${condition} limit ${sql.lit(limit)}`;

const tooFew = sql`(select count(*) from near) < ${sql.lit(enough)}`;

/**
 * The ids that a search may show, in parts from cheap to dear:
 *
 * - `near`: among the newest entries and those that name the reader. A frequent word is found
 *   there, where the index would give a hundred thousand;
 * - `hits`: where that is not enough, the index over the terms, narrowed to the reach;
 * - `handled`: the same for readers with tasks or copies, who may read records of any department,
 *   narrowed to those records;
 * - `exact`: records with a value that is just what was typed, however old.
 */
const candidates = (
  resource: Resource,
  reach: Reach | null,
  whole: boolean,
  tables: ScopeTables,
): readonly { readonly name: string; readonly part: Sql; readonly most: number }[] => {
  const near = lookedAt(reach);
  const narrowed = reach === null || reach.departments || reach.person;
  const gate = near.length > 0 ? sql` and ${tooFew}` : sql``;
  const handled = (reach?.handled ?? []).flatMap((state) =>
    tables.handled(resource, state, slot('actorId')),
  );
  const theirs = sql.join(handled, sql` union all `);
  return [
    ...(near.length > 0
      ? [
          {
            name: 'near',
            part: sql`select n.record_id from (${sql.join([...near], sql` union all `)}) n where n.terms @@ ${query('typed')}`,
            most: judged,
          },
        ]
      : []),
    ...(narrowed
      ? [
          {
            name: 'hits',
            part: entries(sql`${matching('within')}${gate}`, mostIndexed),
            most: judged,
          },
        ]
      : []),
    ...(handled.length > 0
      ? [
          {
            name: 'handled',
            // Set against set in one pass: a join would be planned for fewer than there are.
            part: sql`(${entries(sql`${matching('typed')}${gate} and exists (${theirs})`, mostIndexed)}) intersect (${theirs})`,
            most: judged,
          },
        ]
      : []),
    ...(whole && narrowed
      ? [{ name: 'exact', part: entries(matching('wholeWithin'), judged), most: judged }]
      : []),
  ];
};

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

  /** The newest records that were found and lie within the scope, unordered by how well they fit. */
  const find = (resource: Resource, scope: Settled, whole: boolean): Template =>
    keep(JSON.stringify(['find', resource.key, scope, whole]), () => {
      const parts = candidates(resource, reachFor(resource, scope), whole, tables);
      const materialized = parts.map(
        ({ name, part }) => sql`${sql.id(name)} as materialized (${part})`,
      );
      const newest = parts.map(
        ({ name, most }) =>
          sql`(select record_id from ${sql.table(name)} order by record_id desc limit ${sql.lit(most)})`,
      );
      const status = shapeOf(resource).process ? sql`t.audit_status` : sql`null`;
      return sql`with ${sql.join(materialized)}, found as materialized (${sql.join(newest, sql` union `)}) select t.id::text as id, ${status} as status, ${rowOf(resource)} as texts from found f join ${sql.table(resource.table)} t on t.tenant_id = ${slot('tenant')} and t.id = f.record_id where ${and(
        [sql`t.is_deleted = 0`, ...(scope === true ? [] : [scopeSql(resource, scope, tables)])],
      )} order by t.id desc`;
    });

  return { find };
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
  /** Whether what was typed is short enough to be a whole value. */
  readonly whole: boolean;
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
      whole: asked.whole !== null,
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

/** Of a frequent word the newest entries have one, and the index is not asked for a hundred thousand. */
const firstLooked = 100;

// The conditions are no text here: a cast of each would keep PostgreSQL from the index under row-level security.
const holdingSql = sql`select k.resource from unnest(${slot('resources')}::text[], ${slot('conditions')}::tsquery[]) k(resource, condition) where exists (select 1 from (select e.terms from search_entry e where e.tenant_id = ${slot('tenant')} and e.resource = k.resource order by e.record_id desc limit ${sql.lit(firstLooked)}) n where n.terms @@ k.condition) or exists (select 1 from search_entry e where e.tenant_id = ${slot('tenant')} and e.terms @@ k.condition and e.resource || '' = k.resource)`;

/** Which of these resources have a record that may be found. */
export const holdingStatement = (tenant: string, questions: readonly Asked[]): Statement =>
  keptHolding('holding', () => holdingSql).bind({
    tenant,
    resources: questions.map(({ resource }) => resource.key),
    conditions: questions.map(({ holds }) => holds),
  });

import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { and, cached, or, type Sql, slot, type Template } from '../store/compile.ts';
import { type ScopeTables, type Settled, scopeSql } from '../store/scope.ts';
import { shapeOf } from '../store/shape.ts';
import { codeOf, reachTerm, searchShapeOf } from './entry.ts';
import { type Reach, reachOf } from './reach.ts';
import type { Stretches } from './stretches.ts';
import { typedQuery } from './typed.ts';

/** How much one question looks at. */
const amounts = {
  /**
   * `judged`: so many of what was found are judged by the scope, the newest; the best of them are shown. `enough`:
   * found among the newest records, so many are enough, and no older ones are asked for.
   */
  usual: { judged: 40, enough: 20 },
  /** Where hardly any of these lie within the scope. */
  wide: { judged: 1000, enough: 1000 },
} as const;
type Amount = (typeof amounts)[keyof typeof amounts];
export const { judged, enough } = amounts.usual;

/** Entries that are looked at one by one from the newest on, before the index is asked. */
const looked = 500;
/** Entries that name the reader; they are all looked at, up to so many. */
const mostOwn = 3000;
/** Most that the index gives; of what is found more often, some of the newest may be missing. */
const mostIndexed = 20_000;
/** The stretch in which words that are only begun are looked for. */
const stretchOfBegun = 1;
/** Records of one's tasks outside one's departments that are looked at one by one. */
const mostHandled = 2000;
/** Records that hold what was typed of which each is asked whether the reader has a task on it. */
const mostAsked = 500;

/** The slot with the bands of a stretch. */
const stretchSlot = (stretch: number): string => `stretch${stretch}`;
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

const holdingTyped = (looks: Sql): Sql =>
  sql`select n.record_id from (${looks}) n where n.terms @@ ${query('typed')}`;
const newestOf = (condition: Sql, limit: Sql): Sql =>
  sql`select e.record_id, e.terms from search_entry e where ${condition} order by e.record_id desc limit ${limit}`;

const count = (name: string): Sql => sql`(select count(*) from ${sql.table(name)})`;
/** What these parts have found is not enough. */
const tooFew = (parts: readonly Part[], { enough }: Amount): Sql =>
  and(parts.map(({ name }) => sql`${count(name)} < ${sql.lit(enough)}`));

/** What is found among the newest entries of the reader's departments, and among those that name the reader. */
const nearInDepartments = (reach: Reach): readonly Part[] => {
  const each = newestOf(
    sql`${ofResource} and e.department_id = d`,
    sql`${slot('lookedEach')}::int`,
  );
  const newest = sql`select n.record_id, n.terms from unnest(${slot('actorDepartments')}::bigint[]) d cross join lateral (${each}) n`;
  const own = sql`(select e.record_id, e.terms from search_entry e where ${matching('person')} limit ${sql.lit(mostOwn)})`;
  const looks = reach.person ? sql`${newest} union all ${own}` : newest;
  return [given('near', holdingTyped(looks))];
};

const ofDepartments = sql`d.tenant_id = ${slot('tenant')} and d.resource = ${slot('resource')} and d.department_id = any(${slot('actorDepartments')}::bigint[])`;
const tasksWhere = (condition: Sql): Sql => sql`(select ids from tasks where ${condition})`;
/** The records of one's tasks that lie in other departments: few are looked up one by one, many are set against all. */
const outsideDepartments = sql`select k.id from unnest(${tasksWhere(sql`cardinality(ids) <= ${sql.lit(mostAsked)}`)}) k(id) where not exists (select 1 from search_entry d where ${ofDepartments} and d.record_id = k.id) union all (select unnest(${tasksWhere(sql`cardinality(ids) > ${sql.lit(mostAsked)}`)}) except select d.record_id from search_entry d where ${ofDepartments} and ${tasksWhere(sql`cardinality(ids) > ${sql.lit(mostAsked)}`)} is not null)`;

/**
 * The records of one's tasks and copies that hold what was typed. Of few records that hold it each is asked for its
 * tasks. Where they are many, few records of one's tasks are looked at one by one, and of many those that the index
 * gives are kept; those of one's departments are left out there.
 * @param gate whether to look at all
 */
const handled = (
  resource: Resource,
  reach: Reach,
  tables: ScopeTables,
  gate: Sql,
): readonly Part[] => {
  const theirs = reach.handled.flatMap((state) => tables.handled(resource, state, slot('actorId')));
  const asks = reach.handled.map((state) =>
    tables.handles(resource, state, sql.ref('h.record_id'), slot('actorId')),
  );
  const areMany = sql`${count('holders')} > ${sql.lit(mostAsked)}`;
  const few = sql`(select ids from theirs where cardinality(ids) <= ${sql.lit(mostHandled)})`;
  const many = sql`(select ids from theirs where cardinality(ids) > ${sql.lit(mostHandled)})`;
  return [
    { name: 'holders', part: entries(sql`${matching('typed')} and ${gate}`, mostAsked + 1) },
    {
      name: 'asked',
      // In a query of its own, so that each is asked by its id: planned together, all tasks of the reader are collected.
      part: sql`select h.record_id from holders h cross join lateral (select 1 where ${or(asks)} offset 0) as mine where not (${areMany})`,
      gives: true,
    },
    {
      name: 'tasks',
      part: sql`select array(select k.id from (${sql.join(theirs, sql` union all `)}) k(id) where ${areMany}) as ids`,
    },
    {
      name: 'theirs',
      part: sql`select array(${reach.departments ? outsideDepartments : sql`select unnest(ids) from tasks`}) as ids`,
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

/**
 * The parts for readers whose reach no term narrows: what is found among the kind's newest entries, stretch by stretch. The
 * index reads there only what both the term and the stretch have: a frequent word is found among few entries, where the
 * whole index would give a hundred thousand; of a rare one many entries give few.
 */
const amongAll = ({ begins, stretches }: TypedShape, amount: Amount): readonly Part[] => {
  // Of a beginning the index collects every entry, in each stretch: frequent ones are looked for first.
  const parts =
    begins && stretches > 0
      ? [given('newest', holdingTyped(newestOf(ofResource, sql.lit(looked))))]
      : [];
  const among = (name: string, within: Sql): void => {
    const condition = sql`${matching('within')}${within} and ${tooFew(parts, amount)}`;
    parts.push(given(name, entries(condition, mostIndexed)));
  };
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    if (begins && stretch !== stretchOfBegun) continue;
    among(`among${stretch}`, sql` and e.bands && ${slot(stretchSlot(stretch))}::bigint[]`);
  }
  among('whole', sql``);
  return parts;
};

/** The parts for readers of what names them, of their departments, and of their tasks and copies. */
const withinReach = (
  resource: Resource,
  reach: Reach,
  amount: Amount,
  tables: ScopeTables,
): readonly Part[] => {
  // Of those who read only what names them the index gives few anyway.
  const near = reach.departments ? nearInDepartments(reach) : [];
  const hits =
    reach.departments || reach.person
      ? [
          given(
            'hits',
            entries(sql`${matching('within')} and ${tooFew(near, amount)}`, mostIndexed),
          ),
        ]
      : [];
  const found = [...near, ...hits];
  return [
    ...found,
    ...(reach.handled.length > 0 ? handled(resource, reach, tables, tooFew(found, amount)) : []),
  ];
};

/**
 * The ids that a search may show, in parts from cheap to dear:
 *
 * - `newest` and `among…`, or `near`: among the newest records of the reach;
 * - `whole`, or `hits`: where that is not enough, among all records of the reach;
 * - `asked` and `handled`: then also for readers with tasks or copies, who may read records of any department;
 * - `exact`: records with a value that is just what was typed, however old.
 */
const candidates = (
  resource: Resource,
  reach: Reach | null,
  shape: TypedShape,
  tables: ScopeTables,
): readonly Part[] => {
  const narrowed = reach === null || reach.departments || reach.person;
  const amount = amounts[shape.amount];
  return [
    ...(reach === null ? amongAll(shape, amount) : withinReach(resource, reach, amount, tables)),
    ...(shape.whole && narrowed
      ? [given('exact', entries(matching('wholeWithin'), amount.judged))]
      : []),
  ];
};

/** What of the typed text gives a statement of its own. */
export interface TypedShape {
  /** It is short enough to be all of what a field holds, such as a title. */
  readonly whole: boolean;
  /** A word of it is hardly begun: many terms may begin so. */
  readonly begins: boolean;
  /** How many stretches the kind has. */
  readonly stretches: number;
  readonly amount: keyof typeof amounts;
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

/**
 * The statements that search. What is found and what of it may be read are two: so few statements find in all kinds, and
 * one for each kind and scope judges, that PostgreSQL soon has their plans.
 */
export const createFinder = (tables: ScopeTables) => {
  const keep = cached();

  /** Of these records those within the scope, the newest first. It gives rows of `FoundRow`. */
  const judge = (resource: Resource, scope: Settled): Template =>
    keep(JSON.stringify(['judge', resource.key, scope]), () => {
      const status = shapeOf(resource).process ? sql`t.audit_status` : sql`null`;
      return sql`with found as materialized (select unnest(${slot('ids')}::bigint[]) as record_id) select t.id::text as id, ${status} as status, ${rowOf(resource)} as texts from found f join ${sql.table(resource.table)} t on t.tenant_id = ${slot('tenant')} and t.id = f.record_id where ${and(
        [sql`t.is_deleted = 0`, ...(scope === true ? [] : [scopeSql(resource, scope, tables)])],
      )} order by t.id desc`;
    });

  /** The newest records that were found and may lie within the scope. It gives rows with an `id`. */
  const find = (resource: Resource, scope: Settled, shape: TypedShape): Template => {
    const reach = reachFor(resource, scope);
    // Only tasks ask for the kind.
    const kind = reach && reach.handled.length > 0 ? resource.key : null;
    return keep(JSON.stringify(['find', kind, reach, shape]), () => {
      const parts = candidates(resource, reach, shape, tables);
      const newest = parts
        .filter(({ gives }) => gives)
        .map(
          ({ name }) =>
            sql`(select record_id from ${sql.table(name)} order by record_id desc limit ${sql.lit(amounts[shape.amount].judged)})`,
        );
      const written = parts.map(
        ({ name, part }) => sql`${sql.raw(name)} as materialized (${part})`,
      );
      return sql`with ${sql.join(written)} select f.record_id::text as id from (${sql.join(newest, sql` union `)}) f`;
    });
  };

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
  readonly stretches: Stretches;
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

/** A beginning of up to six letters, behind the code of the resource and the mark of the term. */
const shortBeginning = /'.{1,10}':\*/u;

/** What is asked of a resource; nothing where nothing was typed to search for. */
export const askedOf = (
  typed: string,
  { tenant, resource, scope, actorId, departments, stretches }: Within,
): readonly Asked[] => {
  const code = codeOf(tenant, resource);
  const asked = typedQuery(typed, code, stretches.length > 0);
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
      shape: {
        whole: asked.whole !== null,
        begins: shortBeginning.test(asked.all),
        stretches: stretches.length,
        amount: 'usual',
      },
      values: {
        resource: resource.key,
        person,
        typed: asked.all,
        within: narrowed(asked.all),
        wholeWithin: narrowed(asked.whole ?? asked.all),
        lookedEach: Math.ceil(looked / Math.max(1, departments.length)),
        ...Object.fromEntries(stretches.map((bands, stretch) => [stretchSlot(stretch), bands])),
      },
      // Entries do not know whose tasks a record has, and two long lists take long to be compared.
      holds:
        reach && (reach.handled.length > 0 || (reach.departments && stretches.length > 0))
          ? asked.all
          : narrowed(asked.all),
    },
  ];
};

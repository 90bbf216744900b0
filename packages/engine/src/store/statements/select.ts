import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Copies } from '@keyan/kernel/definition/field/copies.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { abilityFields } from '@keyan/kernel/records/abilities.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Catalog } from '../catalog.ts';
import { type Column, shapeOf } from '../schema/shape.ts';
import { type AggregatedPart, aggregateSql, columnsOfPart, partsKeyOf } from './aggregates.ts';
import { alternativesSql, hasOuterIds, outerIdsSql, type PriorFacts } from './alternatives-sql.ts';
import {
  and,
  cacheByShape,
  cacheSql,
  concat,
  or,
  type Sql,
  slot,
  type Template,
} from './compile.ts';
import { conditionSql, orderSql, parseSort } from './conditions.ts';
import { type FactColumn, factsSql } from './facts.ts';
import { type FoundRows, findPageBy, findSql, type PageStrategy, rowsSql } from './found-rows.ts';
import { groupedSql } from './grouped.ts';
import { statusKeyField } from './kept-counts.ts';
import { keptByStatus, keptByValue, keptPart, keptSql, type SelectRest } from './kept-reads.ts';
import { rowsInSteps, totalsSql } from './kept-totals.ts';
import { importedSql, resubmittedSql, searchWordSql, shortTextSql } from './list-conditions.ts';
import { cursorRangesOf, isText, type ListShape, shapeKey, sortColumns } from './list-shape.ts';
import { createNamingReader } from './naming.ts';
import { type ActorScope, failsSql, type ScopeTables, scopeSql } from './scope.ts';
import { cursorValueSql, seekColumn } from './seek.ts';
import {
  copiesSql,
  inList,
  momentSql,
  openFieldSql,
  type ReadFields,
  selection,
} from './selection.ts';
import { titleInLanguageSql } from './title.ts';
import { neededColumns, sumsOf } from './value.ts';

/** SQL that reads the attachments of a record; supplied by the file store. */
export interface AttachmentColumn {
  /** Returns SQL for the attachments of one record as a JSON value. */
  column(resource: Resource, businessId: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** Existing or removed records; removed records stay in their table with `is_deleted = 1`. */
export type Presence = 'there' | 'removed';

const deletion = { there: 0, removed: 1 } as const satisfies Record<Presence, number>;

/** Share of rows that are tasks of the actor: unknown, some, or all. */
export type TaskShare = 'none' | 'some' | 'all';

/**
 * Creates the statements that read rows. Each is compiled once per shape, which is everything but the values; values
 * are bound to parameters later. Every statement has the tenant and the actor's scope in its conditions. Long because
 * it is a list of small functions that share one cache.
 */
export const createReader = (catalog: Catalog, tables: ScopeTables, files: AttachmentColumn) => {
  const keep = cacheSql();

  const filters = (shape: ListShape): Sql =>
    and([
      sql`t.tenant_id = ${slot('tenant')}`,
      sql`t.is_deleted = 0`,
      ...shape.where.map((one, index) =>
        conditionSql(catalog, shape.resource, one, `${shape.slots ?? 'w'}${index}`),
      ),
      ...shape.where.flatMap(({ field }) => openFieldSql(shape.resource, field, tables) ?? []),
      ...(shape.short ?? []).map((index) => shortTextSql(shape.resource, index)),
      ...shape.words.map((isRead, index) => searchWordSql(shape.resource, index, isRead)),
      ...(shape.again === null || !hasProcess(shape.resource) ? [] : [resubmittedSql(shape.again)]),
      ...(shape.imported ? [importedSql(shape.resource)] : []),
    ]);

  /**
   * Returns how the rows of a list are found: rows with the words of a search are found once and checked row by row;
   * other rows are searched by each alternative of the scope.
   */
  const foundBy = (
    shape: ListShape,
    passed: PriorFacts['passed'] = null,
    narrow = false,
  ): FoundRows => {
    const { resource, scope, amounts } = shape;
    return {
      table: resource.table,
      where: filters(shape),
      ...(narrow || isText(shape)
        ? { disjoint: [scopeSql(resource, scope, tables)], overlapping: [], pointed: null }
        : alternativesSql(resource, scope, tables, { passed, amounts })),
    };
  };

  const wantedOf = ({ resource, hidden, fields: asked }: ListShape): ReadFields => {
    if (asked) {
      const shown = new Set(asked);
      const read = new Set([...asked, ...abilityFields(resource)]);
      const isShown = (field: string): boolean => shown.has(field);
      return { fields: (field) => read.has(field), lines: isShown, names: isShown };
    }
    const { fields, lines } = inList(resource);
    return {
      fields: (field) => fields(field) && !hidden.has(field),
      lines: (field) => lines(field) && !hidden.has(field),
      names: () => true,
    };
  };

  /** Returns the statement for ids that other tables give for the scope of a list; null for none. */
  const elsewhere = (shape: ListShape): Template | null => {
    const { resource, scope } = shape;
    return isText(shape) || !hasOuterIds(resource, scope)
      ? null
      : keep(JSON.stringify(['elsewhere', resource.key, scope]), () =>
          outerIdsSql(resource, scope, tables),
        );
  };

  /** Returns the statement for the total of a list and the rows of a page; see `findSql`. */
  const page = (shape: ListShape, way: PageStrategy): Template =>
    keep(shapeKey(`page ${way}`, shape), () => {
      const { resource, sort } = shape;
      const column = seekColumn(resource, sort);
      const order = {
        by: orderSql(resource, sort),
        columns: sortColumns(resource, sort),
        value: column ? cursorValueSql(column) : null,
      };
      return findSql(findPageBy[way](foundBy(shape), order, shape), order, cursorRangesOf(shape));
    });

  /**
   * Returns the statement that reads rows by the ids in `found`, unordered, with names and sub-tables, as `rows`. It
   * depends neither on filters nor on the order, so one plan serves all.
   * @param tasks adds to each row `again` (submitted again) and, where the scope does not decide it, `todo` (the actor
   *   has a task on it)
   */
  const rows = (shape: ListShape, tasks: TaskShare = 'none'): Template =>
    keep(
      JSON.stringify([
        ...['rows', tasks, shape.resource.key, shape.scope, shape.fields],
        [...shape.hidden],
      ]),
      () => {
        const { resource, scope } = shape;
        const again = tasks === 'none' ? sql`` : sql`, ${resubmittedSql(true)} as again`;
        const todo =
          tasks === 'some'
            ? sql`, ${tables.handles('todo', sql`t.id`, slot('actorId'))} as todo`
            : sql``;
        const where = and([
          sql`t.tenant_id = ${slot('tenant')}`,
          sql`t.id = any(${slot('found')}::bigint[])`,
          sql`t.is_deleted = 0`,
          ...(scope === true ? [] : [scopeSql(resource, scope, tables)]),
        ]);
        return sql`select coalesce(json_agg(r), '[]') as rows from (select ${selection(catalog, resource, wantedOf(shape), tables)}${again}${todo} from ${sql.table(resource.table)} t where ${where}) r`;
      },
    );

  /** Returns the statement for the ids, as one JSON value: separate rows would cost more than the ids. */
  const ids = (shape: ListShape): Template =>
    keep(shapeKey('ids', shape), () => {
      const order = orderSql(shape.resource, shape.sort);
      const rows = rowsSql(foundBy(shape), sortColumns(shape.resource, shape.sort));
      return sql`select coalesce(json_agg(i.id), '[]') as ids from (select t.id::text as id from (${rows}) t order by ${order} limit ${slot('limit')}::int) i`;
    });

  /** Returns the statement for the ids as rows, for a join in another statement. */
  const found = (shape: ListShape): Template =>
    keep(shapeKey('found', shape), () => sql`select t.id from (${rowsSql(foundBy(shape), [])}) t`);

  /** Returns the rows whose counts are not stored. */
  const restOf: SelectRest = (shape, part, columns) => {
    const { rest, failed, counted, ofDepartments } = part;
    if (rest === false || failed.length === 0) return null;
    const found = foundBy({ ...shape, scope: rest }, ofDepartments ? counted : null);
    const outside = failed.map((one) => failsSql(shape.resource, one, tables));
    return rowsSql({ ...found, where: and([found.where, or(outside)]) }, columns);
  };

  const countByStatus = (shape: ListShape): Template =>
    keep(shapeKey('counts', shape), () => {
      const columns = ['audit_status'];
      const part = keptPart(catalog, tables, shape, statusKeyField);
      return part
        ? keptByStatus(part, restOf(shape, part, columns))
        : sql`select t.audit_status as status, count(*)::int as total from (${rowsSql(foundBy(shape), columns)}) t group by t.audit_status`;
    });

  /** Returns the statement for the sums of these columns over all rows, by field name; 0 if there are no rows. */
  const sums = (shape: ListShape, of: readonly Column[]): Template =>
    keep(shapeKey(`sums ${of.map((column) => column.field)}`, shape), () => {
      const rows = rowsSql(foundBy(shape), [...new Set(of.flatMap(neededColumns))]);
      const { joins, sum } = sumsOf(of);
      const each = of.map((column) => sql`${sum(column)}::text as ${sql.id(column.field)}`);
      return sql`select ${sql.join(each)} from (${rows}) t${joins}`;
    });

  /** Returns the statement for counts per combination of these columns, and sums of others; see `groupedSql`. */
  const groupCounts = (shape: ListShape, by: readonly Column[], of: readonly Column[]): Template =>
    keep(
      shapeKey(
        `groupCounts ${by.map(({ field }) => field)}:${of.map(({ field }) => field)}`,
        shape,
      ),
      () => {
        const [only, ...more] = by;
        const part =
          only && more.length + of.length === 0
            ? keptPart(catalog, tables, shape, only.field)
            : null;
        if (only && part) return keptByValue(part, only, restOf(shape, part, [only.column]));
        const needed = [...new Set([...by, ...of].flatMap(neededColumns))];
        return groupedSql(catalog, rowsSql(foundBy(shape), needed), by, of);
      },
    );

  /** Returns SQL that answers a part from stored counts or totals; null if rows must be read. */
  const keptAnswer = (part: AggregatedPart): Sql | null =>
    keptSql(catalog, tables, part, restOf) ?? totalsSql(catalog, tables, part, restOf);

  /** True if stored counts or totals answer a part: then one plan serves all values. */
  const isKept = cacheByShape(
    (part: AggregatedPart) => partsKeyOf([part]),
    (part) => keptAnswer(part) !== null,
  );

  const rowsOfPart = (part: AggregatedPart): Sql => {
    const columns = columnsOfPart(part);
    const { shape, narrow } = part;
    if (narrow === null) return rowsSql(foundBy(shape), columns);
    const steps = rowsInSteps(catalog, shape, narrow, columns);
    return steps.judged(rowsSql(foundBy(steps.shape, null, narrow > 0), steps.columns));
  };

  /** Returns the statement that answers several questions in one row, each as a JSON column: `p0`, `p1`, … */
  const aggregated = (asked: readonly AggregatedPart[]): Template =>
    keep(partsKeyOf(asked), () => {
      const parts = asked.map((part) => {
        const answer = keptAnswer(part) ?? aggregateSql(catalog, part, rowsOfPart(part));
        return sql`${answer} as ${sql.id(`p${part.place}`)}`;
      });
      return sql`select ${sql.join(parts)}`;
    });

  const pick = (
    resource: Resource,
    what: string,
    scope: ActorScope,
    hidden: ReadonlySet<string>,
    build: (selected: Sql, where: Sql) => Sql,
    which: Presence = 'there',
  ): Template =>
    keep(JSON.stringify([what, resource.key, scope, [...hidden], which]), () => {
      const seen = (field: string): boolean => !hidden.has(field);
      const isRead = what === 'detail';
      const read = isRead ? tables : null;
      return build(
        selection(catalog, resource, { fields: seen, lines: seen, names: () => isRead }, read),
        and([
          sql`t.tenant_id = ${slot('tenant')}`,
          sql`t.id = ${slot('id')}::bigint`,
          sql`t.is_deleted = ${sql.lit(deletion[which])}`,
          ...(scope === true ? [] : [scopeSql(resource, scope, tables)]),
        ]),
      );
    });

  const attachedSql = (resource: Resource): Sql =>
    shapeOf(resource).files === null
      ? sql`null`
      : files.column(resource, sql`${slot('id')}::bigint`);

  /** Returns the statement for one whole row, and whether the actor has (`todo`) or had (`done`) a task on it. */
  const detail = (resource: Resource, scope: ActorScope, hidden: ReadonlySet<string>): Template => {
    const task = (state: 'todo' | 'done'): Sql =>
      shapeOf(resource).process
        ? tables.handles(state, sql`${slot('id')}::bigint`, slot('actorId'))
        : sql`false`;
    return pick(resource, 'detail', scope, hidden, (selected, where) => {
      const table = sql.table(resource.table);
      const attached = hidden.has(shapeOf(resource).files ?? '')
        ? sql`null`
        : attachedSql(resource);
      return sql`select row_to_json(r) as row, ${attached} as files, ${task('todo')} as todo, ${task('done')} as done from (select ${selected} from ${table} t where ${where}) r`;
    });
  };

  /** Returns the statement for one whole stored row, secret fields included, for a transaction that locked it. */
  const whole = (resource: Resource, scope: ActorScope, which: Presence = 'there'): Template =>
    pick(
      resource,
      'whole',
      scope,
      new Set(),
      (selected, where) =>
        sql`select row_to_json(r) as row, ${attachedSql(resource)} as files from (select ${selected} from ${sql.table(resource.table)} t where ${where}) r`,
      which,
    );

  /** Returns the statement for rows that the actor removed since a time (the recycle bin), newest first. */
  const removed = (resource: Resource, scope: ActorScope): Template =>
    keep(JSON.stringify(['removed', resource.key, scope]), () => {
      const title = shapeOf(resource).column(resource.title);
      const where = and([
        sql`t.tenant_id = ${slot('tenant')}`,
        sql`t.is_deleted = 1`,
        sql`t.update_user = ${slot('actorId')}::bigint`,
        sql`t.update_time > ${slot('since')}`,
        ...(scope === true ? [] : [scopeSql(resource, scope, tables)]),
      ]);
      return sql`select t.id::text as id, coalesce(${sql.ref(`t.${title?.column ?? 'id'}`)}::text, '') as text, ${momentSql(sql`t.update_time`)} as ${sql.id('removeTime')} from ${sql.table(resource.table)} t where ${where} order by t.update_time desc, t.id desc limit ${slot('limit')}::int`;
    });

  /** Returns the statement for these fields of one record, if it is within the scope, as `values`. */
  const copied = (resource: Resource, fields: Copies, scope: ActorScope): Template =>
    keep(
      JSON.stringify(['copied', resource.key, fields, scope]),
      () =>
        sql`select ${copiesSql(catalog, resource, fields, false)} as values from ${sql.table(resource.table)} t where ${and([sql`t.tenant_id = ${slot('tenant')}`, sql`t.id = ${slot('id')}::bigint`, sql`t.is_deleted = 0`, ...(scope === true ? [] : [scopeSql(resource, scope, tables)])])}`,
    );

  /** Returns the statement for facts of a row of the resource, in one row, each under its name. */
  const facts = (resource: Resource, asked: readonly FactColumn[]): Template =>
    keep(
      JSON.stringify(['facts', resource.key, asked.map(({ name, scope }) => [name, scope])]),
      () => factsSql(catalog, tables, asked),
    );

  /**
   * Returns the statement for rows of a picker: `text` is the title, `note` distinguishes rows of equal titles,
   * `values` contains the fields that the reference copies.
   */
  const lookup = (shape: ListShape, byIds: boolean, fields: Copies): Template =>
    keep(`${shapeKey(byIds ? 'lookup-ids' : 'lookup', shape)} ${JSON.stringify(fields)}`, () => {
      const { resource } = shape;
      const disk = shapeOf(resource);
      const at = titleInLanguageSql(resource, 't');
      if (!at) throw new Error(`${resource.key}: its title is no column`);
      const others = disk.searchable.filter(
        ({ field }) => field !== resource.title && field !== resource.englishTitle,
      );
      // Editions of a journal differ only by year: the newest is offered first.
      const years = disk.own.filter((column) => column.spec.type === 'year');
      const newest = years
        .slice(0, 1)
        .map(({ column }) => sql`${sql.ref(`t.${column}`)} desc nulls last, `);
      const [first, ...more] = [...others.slice(0, 2), ...years.slice(0, 1)].map(
        (column) => sql`${sql.ref(`t.${column.column}`)}::text`,
      );
      // A note equal to the first, such as a staff number that is also the account, is shown once.
      const notes = first ? [first, ...more.map((one) => sql`nullif(${one}, ${first})`)] : [];
      const note = notes.length === 0 ? sql`''` : sql`concat_ws(' · ', ${sql.join(notes)})`;
      const { tree, sort } = resource.list;
      // Records of a tree are offered as a tree, in the order of the tree.
      const order = tree
        ? orderSql(resource, [parseSort(sort)])
        : sql`length(${at}::text), ${at}::text collate "zh-x-icu", ${concat(newest)}t.id`;
      const parent = tree
        ? sql`, coalesce(${sql.ref(`t.${snakeCase(tree)}`)}::text, '') as ${sql.id('parentId')}`
        : sql``;
      const ids = byIds ? sql` and t.id = any(${slot('ids')}::bigint[])` : sql``;
      const values =
        fields.length === 0
          ? sql``
          : sql`, ${copiesSql(catalog, resource, fields, true)} as values`;
      return sql`select t.id, coalesce(${at}::text, '') as text, ${note} as note${parent}${values} from ${sql.table(resource.table)} t where ${and([filters(shape), scopeSql(resource, shape.scope, tables)])}${ids} order by ${order} limit ${slot('limit')}::int`;
    });

  return {
    elsewhere,
    page,
    rows,
    ids,
    found,
    countByStatus,
    groupCounts,
    aggregated,
    isKept,
    sums,
    detail,
    whole,
    copied,
    facts,
    lookup,
    removed,
    naming: createNamingReader(catalog, tables),
  };
};

export type Reader = ReturnType<typeof createReader>;

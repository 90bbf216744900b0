import { uniqueKey } from '@keyan/kernel/definition/field/unique.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { sql } from 'kysely';
import type { Statement } from '../connection/database.ts';
import { type Column, type Shape, type SubTableShape, shapeOf } from '../schema/shape.ts';
import { cacheSql, type Sql, slot } from './compile.ts';
import { typedParameter } from './conditions.ts';

/** Line of the history, as stored. */
export interface HistoryLine {
  readonly id: string;
  readonly action: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly time: Date;
  /** Note of a person, or text of the program in both languages. */
  readonly note: string | Label | null;
  readonly changes: readonly Change[];
}

/** Record that a history entry is about. */
export interface HistoryOwner {
  readonly tenantId: string;
  readonly id: string;
  /** Version after the change. */
  readonly version: number;
}

/** Columns of a record that name its current assignees. */
export interface CurrentStep {
  readonly tenant: string;
  readonly id: string;
  readonly node: string | null;
  readonly assignee: string | null;
  readonly since: Date | null;
  readonly steps: readonly unknown[];
}

/** Base columns that only the first write sets. */
const first = new Set(['createUser', 'createDept', 'createTime']);

/** Returns every column of the record's main table, with its parameter. */
const assignments = (shape: Shape): readonly { column: string; value: Sql; once: boolean }[] => [
  ...[...shape.own, ...shape.base].map((column) => ({
    column: column.column,
    value: typedParameter(column, column.field),
    once: first.has(column.field),
  })),
  ...shape.unique.map((column) => ({
    column: `${column.column}_key`,
    value: slot(`${column.field}.key`),
    once: false,
  })),
  { column: 'version', value: slot('version'), once: false },
  ...(shape.process
    ? [
        { column: 'process_instance_id', value: slot('processInstanceId'), once: false },
        { column: 'steps', value: slot('steps'), once: false },
      ]
    : []),
];

const valuesOf = (shape: Shape, row: RowLike): Record<string, unknown> => {
  const values: Record<string, unknown> = { tenant: row.tenantId, id: row.id };
  for (const { field } of shape.own) {
    // A `Date` would be stored in UTC by the driver and as JSON in the history, so it is refused.
    if (row[field] instanceof Date) throw new TypeError(`${field}: give a time as timeText does`);
  }
  for (const { field } of [...shape.own, ...shape.base]) values[field] = row[field] ?? null;
  for (const column of shape.unique) {
    values[`${column.field}.key`] = uniqueKey(column.spec, column.field, row);
  }
  values.version = row.version;
  values.processInstanceId = row.processInstanceId ?? null;
  values.steps = JSON.stringify(row.steps ?? []);
  return values;
};

/** Returns the part of a statement that writes one history entry for the record. */
const historySql = (resource: Pick<Resource, 'key'>): Sql =>
  sql`insert into history (tenant_id, id, resource, business_id, action, actor_id, actor_name, time, version, note, note_en, changes) values (${slot('tenant')}, ${slot('h.id')}, ${sql.lit(resource.key)}, ${slot('id')}, ${slot('h.action')}, ${slot('h.actorId')}, ${slot('h.actorName')}, ${slot('h.time')}, ${slot('version')}, ${slot('h.note')}, ${slot('h.noteEn')}, ${slot('h.changes')})`;

const historyValues = ({ note, ...line }: HistoryLine): Record<string, unknown> => {
  const [own, english] = typeof note === 'string' ? [note, null] : (note ?? [null, null]);
  return {
    'h.id': line.id,
    'h.action': line.action,
    'h.actorId': line.actorId,
    'h.actorName': line.actorName,
    'h.time': line.time,
    'h.note': own,
    'h.noteEn': english,
    'h.changes': JSON.stringify(line.changes),
  };
};

/** Returns SQL for a column of a line: in a JSON parameter a time is a plain timestamp without a zone. */
const lineColumn = (column: Column): Sql =>
  column.spec.type === 'time'
    ? sql`(v.${sql.id(column.column)} at time zone 'Asia/Shanghai')`
    : sql`v.${sql.id(column.column)}`;

const lineType = (column: Column): Sql =>
  sql`${sql.id(column.column)} ${sql.raw(column.spec.type === 'time' ? 'timestamp' : column.type)}`;

const linesInsert = (lines: SubTableShape): Sql => {
  const names = lines.columns.map((column) => sql.id(column.column));
  return sql`insert into ${sql.table(lines.table)} (${sql.join([sql`tenant_id`, sql`parent_id`, sql`id`, sql`sort_order`, ...names])}) select ${sql.join([slot('tenant'), sql`${slot('id')}::bigint`, sql`v.id`, sql`v.sort_order`, ...lines.columns.map(lineColumn)])} from jsonb_to_recordset(${slot(lines.field)}::jsonb) v(${sql.join([sql`id bigint`, sql`sort_order int`, ...lines.columns.map(lineType)])})`;
};

/** Returns SQL that inserts new lines, updates stored ones, and deletes those that are missing. */
const linesReplace = (lines: SubTableShape): readonly Sql[] => {
  const set = [
    sql`sort_order = excluded.sort_order`,
    ...lines.columns.map(
      (column) => sql`${sql.id(column.column)} = excluded.${sql.id(column.column)}`,
    ),
  ];
  return [
    sql`${sql.id(`${lines.table}_gone`)} as (delete from ${sql.table(lines.table)} where tenant_id = ${slot('tenant')} and parent_id = ${slot('id')} and not (id = any(${slot(`${lines.field}.ids`)}::bigint[])))`,
    sql`${sql.id(`${lines.table}_kept`)} as (${linesInsert(lines)} on conflict (tenant_id, id) do update set ${sql.join(set)})`,
  ];
};

const lineValues = (lines: SubTableShape, row: RowLike): Record<string, unknown> => {
  const given = (row[lines.field] as RowLike[] | null) ?? [];
  return {
    [lines.field]: JSON.stringify(
      given.map((line, index) => ({
        id: line.id,
        sort_order: index,
        ...Object.fromEntries(
          lines.columns.map((column) => [column.column, line[column.field] ?? null]),
        ),
      })),
    ),
    [`${lines.field}.ids`]: given.map((line) => line.id),
  };
};

/**
 * Creates the statements that write rows. Each writes the record, its changed sub-tables and its history entry in one
 * round trip, so that none can be stored without the others. Long because it is a list of small functions that share
 * one cache.
 */
export const createWriter = () => {
  const keep = cacheSql();

  /** Returns the statement for a new record. Lines must have ids. */
  const insert = (resource: Resource, row: RowLike, history: HistoryLine): Statement => {
    const shape = shapeOf(resource);
    const filled = shape.lines.filter(
      (lines) => ((row[lines.field] as unknown[] | null) ?? []).length > 0,
    );
    const template = keep(
      JSON.stringify(['insert', resource.key, filled.map((lines) => lines.field)]),
      () => {
        const columns = assignments(shape);
        const parts = [
          sql`saved as (insert into ${sql.table(shape.table)} (${sql.join([sql`tenant_id`, sql`id`, sql`is_deleted`, ...columns.map((one) => sql.id(one.column))])}) values (${sql.join([slot('tenant'), slot('id'), sql`0`, ...columns.map((one) => one.value)])}))`,
          ...filled.map((lines) => sql`${sql.id(`${lines.table}_new`)} as (${linesInsert(lines)})`),
        ];
        return sql`with ${sql.join(parts)} ${historySql(resource)}`;
      },
    );
    return template.bind({
      ...valuesOf(shape, row),
      ...Object.assign({}, ...filled.map((lines) => lineValues(lines, row))),
      ...historyValues(history),
    });
  };

  /**
   * Returns the statement for a changed record; the caller holds its lock and has raised `version`. `changed` names the
   * changed fields: other sub-tables are not written.
   */
  const update = (
    resource: Resource,
    row: RowLike,
    changed: ReadonlySet<string>,
    history: HistoryLine,
  ): Statement => {
    const shape = shapeOf(resource);
    const touched = shape.lines.filter((lines) => changed.has(lines.field));
    const template = keep(
      JSON.stringify(['update', resource.key, touched.map((lines) => lines.field)]),
      () => {
        const set = assignments(shape)
          .filter((one) => !one.once)
          .map((one) => sql`${sql.id(one.column)} = ${one.value}`);
        const parts = [
          sql`saved as (update ${sql.table(shape.table)} set ${sql.join(set)} where tenant_id = ${slot('tenant')} and id = ${slot('id')})`,
          ...touched.flatMap(linesReplace),
        ];
        return sql`with ${sql.join(parts)} ${historySql(resource)}`;
      },
    );
    return template.bind({
      ...valuesOf(shape, row),
      ...Object.assign({}, ...touched.map((lines) => lineValues(lines, row))),
      ...historyValues(history),
    });
  };

  const mark =
    (what: 'remove' | 'restore', deleted: 0 | 1) =>
    (resource: Resource, row: RowLike, history: HistoryLine): Statement =>
      keep(
        JSON.stringify([what, resource.key]),
        () =>
          sql`with saved as (update ${sql.table(resource.table)} set is_deleted = ${sql.lit(deleted)}, version = ${slot('version')}, update_user = ${slot('updateUser')}, update_time = ${slot('h.time')} where tenant_id = ${slot('tenant')} and id = ${slot('id')}) ${historySql(resource)}`,
      ).bind({
        tenant: row.tenantId,
        id: row.id,
        version: row.version,
        updateUser: row.updateUser,
        ...historyValues(history),
      });

  return {
    insert,
    update,
    /** Deletes logically: the record remains for its history, for names elsewhere, and for the recycle bin. */
    remove: mark('remove', 1),
    /** Reverses a logical deletion. */
    restore: mark('restore', 0),
    /** Returns the statement for a history entry alone, for changes that other code writes. */
    history: (
      resource: Pick<Resource, 'key'>,
      row: HistoryOwner,
      history: HistoryLine,
    ): Statement =>
      keep(JSON.stringify(['history', resource.key]), () => historySql(resource)).bind({
        tenant: row.tenantId,
        id: row.id,
        version: row.version,
        ...historyValues(history),
      }),
    /** Returns the statement that makes another person the writer of a record, when its writer has left. */
    changeWriter: (
      resource: Resource,
      given: { readonly tenant: string; readonly id: string; readonly writer: string },
    ): Statement =>
      keep(
        JSON.stringify(['writer', resource.key]),
        () =>
          sql`update ${sql.table(resource.table)} set create_user = ${slot('writer')} where tenant_id = ${slot('tenant')} and id = ${slot('id')}`,
      ).bind(given),
    /**
     * Returns the statement that stores the current assignees of the record, and since when: no new version, and no
     * history.
     */
    updateCurrentStep: (resource: Resource, step: CurrentStep): Statement =>
      keep(
        JSON.stringify(['current step', resource.key]),
        () =>
          sql`update ${sql.table(resource.table)} set current_node = ${slot('node')}, current_assignee = ${slot('assignee')}, current_since = ${slot('since')}, steps = ${slot('steps')} where tenant_id = ${slot('tenant')} and id = ${slot('id')}`,
      ).bind({ ...step, steps: JSON.stringify(step.steps) }),
  };
};

export type Writer = ReturnType<typeof createWriter>;

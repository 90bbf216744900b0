import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import type { Condition, Operator, Sort } from '@keyan/kernel/records/query.ts';
import { sql } from 'kysely';
import type { Catalog } from '../catalog.ts';
import { type Column, listTypes, shapeOf } from '../schema/shape.ts';
import { type Sql, slot } from './compile.ts';
import { valueSql } from './value.ts';

/** Time zone of texts on the wire. */
const zone: Sql = sql.lit('Asia/Shanghai');

/** Returns a parameter in the type of the column. */
export const typedParameter = (column: Column, name: string): Sql =>
  column.spec.type === 'time'
    ? sql`(${slot(name)}::timestamp at time zone ${zone})`
    : sql`${slot(name)}::${sql.raw(column.type)}`;

type Print = (at: Sql, column: Column, name: string, catalog: Catalog) => Sql;

const second: Sql = sql`interval '1 second'`;

const equals: Print = (at, column, name) =>
  column.spec.type === 'time'
    ? sql`(${at} >= ${typedParameter(column, name)} and ${at} < ${typedParameter(column, name)} + ${second})`
    : sql`${at} = ${typedParameter(column, name)}`;

/** Returns a parameter as an array of the column's type. Columns of list types are arrays already. */
const list = (column: Column, name: string): Sql =>
  listTypes.has(column.spec.type)
    ? typedParameter(column, name)
    : sql`${slot(name)}::${sql.raw(column.type)}[]`;

/** Returns the condition that the column has one of these values. A column of a list type needs only one in common. */
const within = (at: Sql, column: Column, values: Sql): Sql =>
  listTypes.has(column.spec.type) ? sql`${at} && ${values}` : sql`${at} = any(${values})`;

const anyOf: Print = (at, column, name) => within(at, column, list(column, name));

/**
 * Returns SQL for the ids of these records of a tree and of all records below, as an array.
 * @param parent column with the parent record
 */
export const idsInTree = (
  tree: { readonly table: string; readonly parent: string },
  tenant: Sql,
  ids: Sql,
): Sql =>
  sql`array(with recursive tree(id) as (select unnest(${ids}) union select c.id from ${sql.table(tree.table)} c join tree p on ${sql.ref(`c.${tree.parent}`)} = p.id where c.tenant_id = ${tenant} and c.is_deleted = 0) select id from tree)`;

/** A record without a tree has nothing below it. */
const inTree: Print = (at, column, name, catalog) => {
  const target = catalog.target(column.spec.target?.key ?? '');
  const parent = target?.list.tree;
  if (!target || !parent) return anyOf(at, column, name, catalog);
  const tree = { table: target.table, parent: snakeCase(parent) };
  return within(at, column, idsInTree(tree, slot('tenant'), list(column, name)));
};

/**
 * Returns the condition of a pattern search: for searchable columns the index over `search_text` finds candidates. The
 * indexed text joins several columns, so that the beginning or end of a column may be anywhere in it.
 */
const like: Print = (at, column, name) =>
  column.spec.searchable && !column.spec.secret
    ? sql`(${at} ilike ${slot(name)} and t.search_text like '%' || lower(${slot(name)}) || '%')`
    : sql`${at} ilike ${slot(name)}`;

const upper = (comparison: '<' | '<=' | '>' | '>='): Print => {
  const raw = sql.raw(comparison);
  const shifted = comparison === '<=' ? sql.raw('<') : sql.raw('>=');
  return (at, column, name) =>
    column.spec.type === 'time' && (comparison === '<=' || comparison === '>')
      ? sql`${at} ${shifted} ${typedParameter(column, name)} + ${second}`
      : sql`${at} ${raw} ${typedParameter(column, name)}`;
};

/** SQL of each comparison. */
const prints: Readonly<Record<Operator, Print>> = {
  contains: like,
  startsWith: like,
  endsWith: like,
  notContains: (at, _column, name) => sql`coalesce(${at}, '') not ilike ${slot(name)}`,
  equals,
  notEquals: (at, column, name, catalog) => sql`(${equals(at, column, name, catalog)}) is not true`,
  anyOf,
  inTree,
  atLeast: upper('>='),
  atMost: upper('<='),
  above: upper('>'),
  below: upper('<'),
  empty: (at, column) =>
    listTypes.has(column.spec.type) ? sql`coalesce(cardinality(${at}), 0) = 0` : sql`${at} is null`,
  filled: (at, column) =>
    listTypes.has(column.spec.type) ? sql`cardinality(${at}) > 0` : sql`${at} is not null`,
};

/** Full-width letters and digits, which input methods produce. */
const wide = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;

/** Escapes text for a LIKE pattern; full-width letters and digits become plain ones. */
export const likeLiteral = (text: string): string =>
  text.replace(wide, (letter) => letter.normalize('NFKC')).replace(/[\\%_]/g, '\\$&');

const patterns: Partial<Record<Operator, (value: string) => string>> = {
  contains: (value) => `%${likeLiteral(value)}%`,
  notContains: (value) => `%${likeLiteral(value)}%`,
  startsWith: (value) => `${likeLiteral(value)}%`,
  endsWith: (value) => `%${likeLiteral(value)}`,
};

/** Operators for text; the parser of queries refuses others. */
const textual: readonly Operator[] = ['contains', 'startsWith', 'endsWith', 'notContains'];
const ordered: readonly Operator[] = ['atLeast', 'atMost', 'above', 'below'];
const always: readonly Operator[] = ['equals', 'notEquals', 'anyOf', 'empty', 'filled'];

const fits: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: [...always, ...textual],
  note: [...always, ...textual],
  rich: [...textual, 'empty', 'filled'],
  integer: [...always, ...ordered],
  decimal: [...always, ...ordered],
  money: [...always, ...ordered],
  percent: [...always, ...ordered],
  year: [...always, ...ordered],
  date: [...always, ...ordered],
  time: [...always, ...ordered],
  dict: always,
  dicts: always,
  ref: [...always, 'inTree'],
  refs: [...always, 'inTree'],
  rows: [],
  files: [],
};

/** True if fields of this type can be compared with the operator. */
export const isComparable = (type: FieldType, operator: Operator): boolean =>
  fits[type].includes(operator);

/** Returns the parameter value of a condition. */
export const boundValue = (condition: Condition): unknown =>
  patterns[condition.operator]?.(String(condition.value)) ?? condition.value ?? null;

/**
 * Returns SQL for one condition on the alias `t`, its value in the parameter `name`.
 * @param at SQL of the field's value, if it is known
 * @throws Error for a field without a column: queries are checked against the definition before, so this is a bug.
 */
export const conditionSql = (
  catalog: Catalog,
  resource: Resource,
  condition: Condition,
  name: string,
  at?: Sql,
): Sql => {
  const column = shapeOf(resource).column(condition.field);
  if (!column) throw new Error(`${resource.key}: no column for ${condition.field}`);
  return prints[condition.operator](at ?? valueSql(column), column, name, catalog);
};

/**
 * Returns SQL for a condition on one value of a multi-value field.
 * @param at SQL of the value
 */
export const valueConditionSql = (
  catalog: Catalog,
  resource: Resource,
  condition: Condition,
  name: string,
  at: Sql,
): Sql => {
  const column = shapeOf(resource).column(condition.field);
  if (!column) throw new Error(`${resource.key}: no column for ${condition.field}`);
  const type = column.spec.type === 'refs' ? 'ref' : 'dict';
  const one = { ...column, type: column.type.replace('[]', ''), spec: { ...column.spec, type } };
  return prints[condition.operator](at, one as Column, name, catalog);
};

const collated: ReadonlySet<FieldType> = new Set(['text', 'note']);

/** Returns the sort expression of a column: Chinese by pinyin. */
export const sortSql = (column: Column): Sql => {
  const at = valueSql(column);
  return collated.has(column.spec.type) ? sql`${at} collate "zh-x-icu"` : at;
};

/** Returns the `order by` of a list: Chinese by pinyin, nulls last when descending, then the newest id first. */
export const orderSql = (resource: Resource, sorts: readonly Sort[]): Sql => {
  const shape = shapeOf(resource);
  const terms = sorts.map((sort) => {
    const column = shape.column(sort.field);
    if (!column) throw new Error(`${resource.key}: no column to sort by for ${sort.field}`);
    const value = sortSql(column);
    return sort.descending ? sql`${value} desc nulls last` : sql`${value} asc nulls first`;
  });
  const tie = (sorts[0]?.descending ?? true) ? sql`t.id desc` : sql`t.id asc`;
  return sql.join([...terms, tie]);
};

/** Parses a sort: `-publishDate` sorts descending. */
export const parseSort = (text: string): Sort =>
  text.startsWith('-')
    ? { field: text.slice(1), descending: true }
    : { field: text, descending: false };

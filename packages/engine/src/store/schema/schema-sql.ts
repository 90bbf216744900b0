import { type ColumnPlan, type IndexPlan, quotedName, type TablePlan } from './schema.ts';

/** Returns the SQL expression that fills `search_text`. */
const searchText = (columns: readonly string[]): string =>
  `lower(${columns.map((column) => `coalesce(${quotedName(column)}, '')`).join(` || ' ' || `)})`;

/** Returns the SQL of a column for `create table` or `add column`. */
export const columnSql = (column: ColumnPlan): string =>
  [
    quotedName(column.name),
    column.type,
    ...(column.required ? ['not null'] : []),
    ...(column.counted ? ['generated always as identity'] : []),
    ...(column.initial === undefined ? [] : [`default ${column.initial}`]),
    ...(column.madeOf ? [`generated always as (${searchText(column.madeOf)}) stored`] : []),
  ].join(' ');

/** Returns SQL comments that store from which columns a computed column is made, so that a difference is detected. */
export const commentOnComputedColumn = (table: string, column: ColumnPlan): readonly string[] =>
  column.madeOf
    ? [
        `comment on column ${quotedName(table)}.${quotedName(column.name)} is '${column.madeOf.join(', ')}';`,
      ]
    : [];

export const indexSql = (table: string, index: IndexPlan): string =>
  `create ${index.unique ? 'unique ' : ''}index ${quotedName(index.name)} on ${quotedName(table)} ${index.on};`;

/** Returns the SQL of a new table with keys, indexes, rights and the row-level security policy of the tenant. */
export const tableSql = (table: TablePlan): string => {
  const name = quotedName(table.name);
  const { rights = ['select', 'insert', 'update', 'delete'] } = table;
  const lines = [
    ...table.columns.map(columnSql),
    `primary key (${['tenant_id', ...(table.key ?? ['id'])].join(', ')})`,
    ...(table.parent
      ? [
          `foreign key (tenant_id, parent_id) references ${quotedName(table.parent)} (tenant_id, id)`,
        ]
      : []),
  ];
  return [
    `create table ${name} (\n  ${lines.join(',\n  ')}\n);`,
    ...table.columns.flatMap((column) => commentOnComputedColumn(table.name, column)),
    ...table.indexes.map((index) => indexSql(table.name, index)),
    `grant ${rights.join(', ')} on ${name} to keyan_app;`,
    `alter table ${name} enable row level security;`,
    `alter table ${name} force row level security;`,
    `create policy tenant on ${name} using (tenant_id = current_setting('app.tenant', true));`,
    ...(table.trigger ? [table.trigger.sql] : []),
  ].join('\n');
};

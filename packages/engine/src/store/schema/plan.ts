import { ledgersOf } from '@keyan/kernel/definition/ledger/ledgers.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { ledgerTables } from './ledger-tables.ts';
import { type ColumnPlan, type TablePlan, tablesOf } from './schema.ts';
import { columnSql, commentOnComputedColumn, indexSql, tableSql } from './schema-sql.ts';

/** Column as it exists in the database. */
interface ExistingColumn {
  readonly type: string;
  readonly required: boolean;
  readonly hasDefault: boolean;
  readonly comment: string | null;
}

interface ExistingTable {
  readonly columns: ReadonlyMap<string, ExistingColumn>;
  readonly indexes: ReadonlySet<string>;
  /** Definitions of its triggers, by name. */
  readonly triggers: ReadonlyMap<string, string>;
}

/** Runs one statement as a role that may read the catalogue of the database. */
export type QueryCatalog = <R>(sql: string, parameters?: readonly unknown[]) => Promise<R[]>;

const existingTables = async (ask: QueryCatalog): Promise<ReadonlyMap<string, ExistingTable>> => {
  const columns = await ask<{
    table: string;
    name: string;
    type: string;
    required: boolean;
    has_default: boolean;
    comment: string | null;
  }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
            a.attnotnull as required, a.atthasdef as has_default,
            col_description(c.oid, a.attnum) as comment
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname = current_schema()
        and a.attnum > 0 and not a.attisdropped`,
  );
  const indexes = await ask<{ table: string; name: string }>(
    `select tablename as table, indexname as name from pg_indexes where schemaname = current_schema()`,
  );
  const triggers = await ask<{ table: string; name: string; body: string }>(
    `select c.relname as table, t.tgname as name, p.prosrc as body
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal and n.nspname = current_schema()`,
  );
  const tables = new Map<
    string,
    {
      columns: Map<string, ExistingColumn>;
      indexes: Set<string>;
      triggers: Map<string, string>;
    }
  >();
  for (const { table, name, type, required, has_default: hasDefault, comment } of columns) {
    const entry = tables.get(table) ?? {
      columns: new Map(),
      indexes: new Set(),
      triggers: new Map(),
    };
    entry.columns.set(name, { type, required, hasDefault, comment });
    tables.set(table, entry);
  }
  for (const { table, name } of indexes) tables.get(table)?.indexes.add(name);
  for (const { table, name, body } of triggers) tables.get(table)?.triggers.set(name, body);
  return tables;
};

const columnDifference = (
  table: TablePlan,
  column: ColumnPlan,
  found: ExistingColumn | undefined,
): readonly string[] => {
  const add = [
    `alter table ${table.name} add column ${columnSql(column)};`,
    ...commentOnComputedColumn(table.name, column),
  ];
  if (!found) return add;
  if (column.madeOf) {
    return found.comment === column.madeOf.join(', ')
      ? []
      : [`alter table ${table.name} drop column ${column.name};`, ...add];
  }
  // Hand-written text columns may have any width.
  const isText = column.type === 'text' && found.type.startsWith('character varying');
  return found.type === column.type || isText
    ? []
    : [`alter table ${table.name} alter column ${column.name} type ${column.type};`];
};

const triggerDifference = ({ trigger }: TablePlan, found: ExistingTable): readonly string[] =>
  trigger && found.triggers.get(trigger.name) !== trigger.body ? [trigger.sql] : [];

const tableDifference = (table: TablePlan, found: ExistingTable | undefined): readonly string[] => {
  if (!found) return [`${tableSql(table)}\n`];
  const wanted = new Set(table.columns.map((column) => column.name));
  const inTheWay = [...found.columns].filter(
    ([name, column]) => !wanted.has(name) && column.required && !column.hasDefault,
  );
  const rebuilt = new Set<string>();
  const columns = table.columns.flatMap((column) => {
    const difference = columnDifference(table, column, found.columns.get(column.name));
    if (difference.length > 0 && found.columns.has(column.name)) rebuilt.add(column.name);
    return difference;
  });
  // Dropping a column also drops its indexes, which are created again with it.
  const indexes = table.indexes.filter(
    (index) =>
      !found.indexes.has(index.name) ||
      [...rebuilt].some((name) => name === 'search_text' && index.on.includes(name)),
  );
  return [
    ...columns,
    ...inTheWay.map(([name]) => `alter table ${table.name} alter column ${name} drop not null;`),
    ...indexes.map((index) => indexSql(table.name, index)),
    ...triggerDifference(table, found),
  ];
};

/**
 * Returns the SQL that a migrated database lacks for these definitions, for review: definitions propose, people
 * approve. Empty when they agree, which a law requires. Columns and tables that no definition names remain: others may
 * use them, and removing data is nobody's default.
 */
export const planMigration = async (
  resources: readonly Resource[],
  ask: QueryCatalog,
): Promise<string> => {
  const tables = await existingTables(ask);
  return [...resources.flatMap(tablesOf), ...ledgersOf(resources).flatMap(ledgerTables)]
    .flatMap((table) => tableDifference(table, tables.get(table.name)))
    .join('\n');
};

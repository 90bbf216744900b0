import pg from 'pg';

/** Tables of tenants that do not move: each database has its own directory. */
const staying = ['tenant'];
/** Tables filled by triggers while others are written; copied last, so that only the copied rows remain. */
const last = ['kept_change'];
/** Number of rows read and written at a time. */
const rowsPerBatch = 2000;

export interface MovedTable {
  readonly name: string;
  /** Columns with their types, in the order in which PostgreSQL writes them. */
  readonly columns: readonly string[];
  readonly written: readonly string[];
  /** Identity columns, which the database numbers itself. */
  readonly counted: readonly string[];
}

export const isMovedLast = ({ name }: Pick<MovedTable, 'name'>): boolean => last.includes(name);

/** Returns every table with rows of tenants, each after those that it references, except by deferrable references. */
export const tablesOf = async (client: pg.Client): Promise<readonly MovedTable[]> => {
  const { rows } = await client.query<MovedTable & { behind: string[] }>(
    `select c.relname as name,
        array(select a.attname || ' ' || format_type(a.atttypid, a.atttypmod) from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
               order by a.attnum) as columns,
        array(select a.attname::text from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                 and a.attgenerated = '' order by a.attnum) as written,
        array(select a.attname::text from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and a.attidentity <> '') as counted,
        array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
               where k.conrelid = c.oid and k.contype = 'f' and not k.condeferrable
                 and k.confrelid <> c.oid) as behind
       from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
      order by c.relname = any($2), c.relname`,
    [staying, last],
  );
  const sorted: MovedTable[] = [];
  const left = new Map(rows.map((row) => [row.name, row]));
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name, behind }) =>
        !behind.some((other) => left.has(other)) && (!last.includes(name) || left.size === 1),
    );
    if (free.length === 0) {
      throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    }
    for (const table of free) left.delete(table.name);
    sorted.push(...free);
  }
  return sorted;
};

/** Returns the first table that differs between two databases: rows are copied by column position. */
export const tableDifferenceOf = (
  here: readonly MovedTable[],
  there: readonly MovedTable[],
): string | undefined => {
  const shapes = ([tables, others]: readonly (readonly MovedTable[])[]) =>
    tables?.find(({ name, columns }) => {
      const other = others?.find((each) => each.name === name);
      return JSON.stringify(columns) !== JSON.stringify(other?.columns);
    });
  return (shapes([here, there]) ?? shapes([there, here]))?.name;
};

/** Returns the number of rows of a tenant in each non-empty table. */
export const countRows = async (
  client: pg.Client,
  tables: readonly MovedTable[],
  tenantId: string,
): Promise<ReadonlyMap<string, number>> => {
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as n from ${name} where tenant_id = $1`,
  );
  const { rows } = await client.query<{ name: string; n: number }>(
    `select name, n from (${counts.join(' union all ')}) counts where n > 0`,
    [tenantId],
  );
  return new Map(rows.map(({ name, n }) => [name, n]));
};

/** Copies the rows of one table, in the text form of PostgreSQL, so that no value changes. */
export const copyTable = async (
  from: pg.Client,
  to: pg.Client,
  { name, written, counted }: MovedTable,
  tenantId: string,
): Promise<void> => {
  await from.query(
    `declare leaving no scroll cursor for select t::text as row from ${name} t where tenant_id = ${pg.escapeLiteral(tenantId)}`,
  );
  await to.query('truncate arriving');
  for (;;) {
    const { rows } = await from.query<{ row: string }>(`fetch ${rowsPerBatch} from leaving`);
    if (rows.length === 0) break;
    await to.query('insert into arriving select unnest($1::text[])', [rows.map(({ row }) => row)]);
  }
  await from.query('close leaving');
  const quoted = written.map((column) => pg.escapeIdentifier(column));
  // One statement for all rows: references within a table are checked after its last row.
  await to.query(
    `insert into ${name} (${quoted.join(', ')}) overriding system value
     select ${quoted.map((column) => `(given.line).${column}`).join(', ')}
       from (select row::${name} as line from arriving offset 0) given`,
  );
  // Identity columns continue after the copied numbers.
  for (const column of counted) {
    await to.query(
      `select setval(c.counter, c.highest)
         from (select pg_get_serial_sequence('${name}', '${column}')::regclass as counter,
            (select max(${column}) from ${name} where tenant_id = $1) as highest) c
        where c.highest > coalesce(pg_sequence_last_value(c.counter), 0)`,
      [tenantId],
    );
  }
};

/** Deletes rows that triggers wrote while other rows were copied: the original rows are copied too. */
export const removeTriggerRows = async (client: pg.Client, tenantId: string): Promise<void> => {
  for (const name of last) {
    await client.query(`delete from ${name} where tenant_id = $1`, [tenantId]);
  }
};

export const removeRows = async (
  client: pg.Client,
  tables: readonly MovedTable[],
  tenantId: string,
): Promise<void> => {
  const counts = await countRows(client, tables, tenantId);
  await client.query('set constraints all deferred');
  for (const { name } of tables.toReversed()) {
    if (!counts.has(name) || isMovedLast({ name })) continue;
    await client.query(`delete from ${name} where tenant_id = $1`, [tenantId]);
  }
  await removeTriggerRows(client, tenantId);
};

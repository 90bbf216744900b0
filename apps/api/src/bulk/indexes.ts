import pg from 'pg';

/** Constraint or index that was dropped before a bulk write, with the SQL that makes it again. */
export interface DroppedObject {
  readonly name: string;
  readonly make: string;
}

/**
 * Drops the foreign keys, unique constraints and indexes of the tables, except primary keys:
 * remaking them after a bulk write is much faster than updating them row by row, and verifies the
 * rows.
 */
export const dropIndexes = async (
  client: pg.Client,
  tables: readonly string[],
): Promise<readonly DroppedObject[]> => {
  const { rows: constraints } = await client.query<{ at: string; name: string; what: string }>(
    `select c.conrelid::regclass::text as at, c.conname as name, pg_get_constraintdef(c.oid) as what
       from pg_constraint c join pg_class r on r.oid = c.conrelid
      where c.contype in ('f', 'u') and r.relname = any($1)
      order by c.contype desc, c.conname`,
    [tables],
  );
  const dropped: DroppedObject[] = [];
  const drop = async (at: string, name: string, what: string): Promise<void> => {
    const constraint = `constraint ${pg.escapeIdentifier(name)}`;
    await client.query(`alter table ${at} drop ${constraint}`);
    dropped.push({ name, make: `alter table ${at} add ${constraint} ${what}` });
  };
  for (const { at, name, what } of constraints.toReversed()) await drop(at, name, what);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition
       from pg_index x join pg_class c on c.oid = x.indexrelid join pg_class r on r.oid = x.indrelid
      where r.relname = any($1) and not x.indisprimary order by c.relname`,
    [tables],
  );
  for (const { name, definition } of indexes) {
    await client.query(`drop index ${pg.escapeIdentifier(name)}`);
    dropped.push({ name, make: definition });
  }
  // Foreign keys are made last: they require unique constraints and indexes.
  return dropped.toReversed().sort((a, b) => Number(isForeign(a)) - Number(isForeign(b)));
};

const isForeign = ({ make }: DroppedObject): boolean => make.includes('FOREIGN KEY');

/**
 * Rewrites a small table into new files. With `wal_level = minimal`, PostgreSQL then writes the
 * rows that this transaction adds only to these files, and not to the write-ahead log.
 */
export const renewFiles = async (client: pg.Client, table: string): Promise<void> => {
  const { rows } = await client.query<{ key: string }>(
    `select indexrelid::regclass::text as key from pg_index where indrelid = $1::regclass and indisprimary`,
    [table],
  );
  await client.query(`cluster ${table} using ${rows[0]?.key}`);
  await client.query(`alter table ${table} set without cluster`);
};

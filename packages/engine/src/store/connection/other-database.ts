import pg from 'pg';
import type { DatabaseAddress } from './database.ts';

/** PostgreSQL server of another operator, by an address that was checked. */
export interface ExternalDatabase {
  /** IP address; no name. */
  readonly address: string;
  /** Name in its certificate, if the connection is encrypted. */
  readonly serverName?: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
}

/** Column of a table in that database. */
export interface ExternalColumn {
  readonly name: string;
  /** PostgreSQL type: `character varying`. */
  readonly type: string;
  readonly length: number | null;
  readonly scale: number | null;
  readonly comment: string | null;
  readonly isKey: boolean;
}

/** Maximum milliseconds of each step. */
const patience = 10_000;

const columnsText = `
  select a.attname as name, format_type(a.atttypid, null) as type,
      case when a.atttypid in (1042, 1043) and a.atttypmod > 4 then a.atttypmod - 4 end as length,
      case when a.atttypid = 1700 and a.atttypmod > 4 then (a.atttypmod - 4) & 65535 end as scale,
      col_description(a.attrelid, a.attnum) as comment,
      exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisprimary
        and a.attnum = any(i.indkey)) as "isKey"
    from pg_attribute a
   where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped order by a.attnum`;

/** Returns the address of a database in the form of the driver. */
export const databaseAddressOf = ({
  address,
  serverName,
  ...given
}: ExternalDatabase): Exclude<DatabaseAddress, string> => ({
  ...given,
  host: address,
  ...(serverName !== undefined && { ssl: { servername: serverName } }),
});

/**
 * Reads the columns of a table there, empty if the table does not exist; without a name only connects. The session is
 * read-only.
 * @throws errors of the connection
 */
export const readExternalColumns = async (
  other: ExternalDatabase,
  table?: string,
): Promise<readonly ExternalColumn[]> => {
  const client = new pg.Client({
    ...databaseAddressOf(other),
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    application_name: 'keyan',
    options: '-c default_transaction_read_only=on',
  });
  // A connection that breaks between two queries fails the next one.
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (table === undefined) {
      await client.query('select 1');
      return [];
    }
    const quoted = table
      .split('.')
      .map((part) => pg.escapeIdentifier(part))
      .join('.');
    return (await client.query<ExternalColumn>(columnsText, [quoted])).rows;
  } finally {
    await client.end();
  }
};

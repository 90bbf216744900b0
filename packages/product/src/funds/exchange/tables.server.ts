import { connect, isIP } from 'node:net';
import { join } from 'node:path';
import { resolveAddress, ServiceUnavailable } from '@keyan/engine/base/addresses.ts';
import type { Secrets } from '@keyan/engine/base/secrets.ts';
import { openCredential } from '@keyan/engine/records/credentials.ts';
import type { BookMaker } from '@keyan/engine/workbooks/book.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import pg from 'pg';
import { sourceKindCodes } from './dictionaries.ts';
import { financeAddress, financeSource } from './finance-source.ts';
import { folderTables } from './folder-tables.server.ts';
import type { FinanceRow } from './objects.ts';
import {
  type FinanceTables,
  keyColumnOf,
  orderColumnsOf,
  type StoredFinanceSource,
  sourceTableOf,
} from './places.server.ts';

/** Timeouts in milliseconds for connecting and for each statement. */
const patience = { connect: 10_000, statement: 60_000 };

/** SQL dialect of a database. */
interface Dialect {
  quote(name: string): string;
  /** SQL that casts a column to text. */
  text(column: string): string;
  at(index: number): string;
  run(
    sql: string,
    values: readonly (string | number | null)[],
  ): Promise<{
    readonly rows: readonly FinanceRow[];
    readonly changed: number;
  }>;
  end(): Promise<void>;
}

const quotedPath = (dialect: Dialect, table: string): string =>
  table.split('.').map(dialect.quote).join('.');

/** Tables of a database; dialects share the statements. */
const tablesOf = (source: StoredFinanceSource, dialect: Dialect): FinanceTables => ({
  read: async (object, after, most) => {
    const { table, columns } = sourceTableOf(source, object);
    const names = Object.entries(columns).map(
      ([ours, theirs]) => `${dialect.text(dialect.quote(theirs))} as ${dialect.quote(ours)}`,
    );
    const order = orderColumnsOf(object).map((name) =>
      dialect.text(dialect.quote(columns[name] ?? name)),
    );
    const parts = after === '' ? [] : after.split('/');
    const values: (string | number)[] = [...parts];
    const behind =
      parts.length === 0
        ? ''
        : ` where (${order.join(', ')}) > (${parts.map((_, index) => dialect.at(index + 1)).join(', ')})`;
    const { rows } = await dialect.run(
      `select ${names.join(', ')} from ${quotedPath(dialect, table)}${behind} order by ${order.join(', ')} limit ${most}`,
      values,
    );
    return rows;
  },
  put: async (object, rows) => {
    const { table, columns } = sourceTableOf(source, object);
    const path = quotedPath(dialect, table);
    const key = keyColumnOf(object);
    for (const row of rows) {
      const names = Object.keys(row).filter((name) => name !== key && columns[name]);
      const column = (name: string): string => dialect.quote(columns[name] ?? name);
      const values = names.map((name) => row[name] ?? null);
      const set = names.map((name, index) => `${column(name)} = ${dialect.at(index + 1)}`);
      const { changed } = await dialect.run(
        `update ${path} set ${set.join(', ')} where ${column(key)} = ${dialect.at(names.length + 1)}`,
        [...values, row[key] ?? null],
      );
      if (changed > 0) continue;
      const places = [...names, key].map((_, index) => dialect.at(index + 1));
      await dialect.run(
        `insert into ${path} (${[...names, key].map(column).join(', ')}) values (${places.join(', ')})`,
        [...values, row[key] ?? null],
      );
    }
  },
  // Nothing to flush: each statement commits on its own.
  flush: async () => undefined,
  close: () => dialect.end(),
});

/** Validated address of a database with its decrypted password. */
interface Reached {
  readonly address: string;
  readonly host: string;
  readonly isEncrypted: boolean;
  readonly port: number | null;
  readonly database: string;
  readonly user: string;
  readonly password: string;
}

const postgres = async (at: Reached): Promise<Dialect> => {
  const client = new pg.Client({
    host: at.address,
    port: at.port ?? 5432,
    database: at.database,
    user: at.user,
    password: at.password,
    connectionTimeoutMillis: patience.connect,
    query_timeout: patience.statement,
    application_name: 'keyan',
    ...(at.isEncrypted && { ssl: { servername: isIP(at.host) === 0 ? at.host : '' } }),
  });
  // Prevents a crash if the connection breaks while idle; the next query fails instead.
  client.on('error', () => undefined);
  await client.connect();
  return {
    quote: (name) => pg.escapeIdentifier(name),
    // Binary collation, so that key order does not depend on the database’s collation.
    text: (column) => `${column}::text collate "C"`,
    at: (index) => `$${index}`,
    run: async (sql, values) => {
      const { rows, rowCount } = await client.query<FinanceRow>(sql, [...values]);
      return { rows, changed: rowCount ?? 0 };
    },
    end: () => client.end(),
  };
};

const mysql = async (at: Reached): Promise<Dialect> => {
  const port = at.port ?? 3306;
  const isName = isIP(at.host) === 0;
  const client = await createConnection({
    // The certificate is verified against the entered host name; the connection uses the validated
    // address.
    host: at.host,
    stream: () => connect(port, at.address),
    port,
    database: at.database,
    user: at.user,
    password: at.password,
    connectTimeout: patience.connect,
    charset: 'utf8mb4',
    // Counts unchanged rows as found, so that an update without changes is not mistaken for a
    // missing row.
    flags: ['+FOUND_ROWS'],
    ...(at.isEncrypted && { ssl: { minVersion: 'TLSv1.2', verifyIdentity: isName } }),
  });
  client.on('error', () => undefined);
  return {
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    text: (column) => `cast(${column} as char character set utf8mb4) collate utf8mb4_bin`,
    at: () => '?',
    run: async (sql, values) => {
      const [answer] = await client.query<RowDataPacket[]>({ sql, timeout: patience.statement }, [
        ...values,
      ]);
      const changed = 'affectedRows' in answer ? Number(answer.affectedRows) : 0;
      return { rows: Array.isArray(answer) ? (answer as FinanceRow[]) : [], changed };
    },
    end: () => client.end(),
  };
};

/** Functions that connect to each kind of database. */
const dialects: Readonly<Record<string, (at: Reached) => Promise<Dialect>>> = {
  [sourceKindCodes.postgres]: postgres,
  [sourceKindCodes.mysql]: mysql,
};

const why: Readonly<Record<ServiceUnavailable['reason'], Label>> = {
  unknown: ['数据库的主机名不存在', 'The host name of the database does not exist'],
  closed: [
    '数据库在内部网络中，须由运维在 SERVICE_HOSTS 中放行',
    'The database is on an internal network; the operator must allow it in SERVICE_HOSTS',
  ],
};

export interface FinanceOptions {
  readonly secrets: Secrets;
  /** Hosts in private networks that sources may use. */
  readonly hosts: readonly string[];
  /** Directory of source folders; each tenant has a subdirectory. */
  readonly room: string;
}

/** Opens the finance sources of tenants. */
export class FinanceSources {
  readonly #parts: FinanceOptions;

  constructor(parts: FinanceOptions) {
    this.#parts = parts;
  }

  /** Absolute path of a source’s folder. */
  folderOf(tenantId: string, source: Pick<StoredFinanceSource, 'folder'>): string {
    return join(this.#parts.room, tenantId, source.folder ?? '');
  }

  /**
   * Opens a source.
   * @throws Refused with the reason
   */
  async open(
    tenantId: string,
    source: StoredFinanceSource,
    maker: BookMaker,
  ): Promise<FinanceTables> {
    const open = dialects[source.sourceKind ?? ''];
    if (!open) return folderTables(source, this.folderOf(tenantId, source), maker);
    const at = await this.#reach(tenantId, source);
    const dialect = await open(at).catch((error: unknown) => {
      throw new Refused(
        fill(
          ['无法连接财务数据源：{reason}', 'Cannot connect to the finance data source: {reason}'],
          {
            reason: error instanceof Error ? error.message : String(error),
          },
        ),
      );
    });
    return tablesOf(source, dialect);
  }

  async #reach(
    tenantId: string,
    { url, username, password: kept, sourceKind }: StoredFinanceSource,
  ): Promise<Reached> {
    const parts = financeAddress.exec(url ?? '')?.groups;
    const isRight = (parts?.driver === 'mysql') === (sourceKind === sourceKindCodes.mysql);
    if (!parts || !isRight) {
      throw new Refused([
        '连接地址与对接方式不符',
        'The address does not match the connection type',
      ]);
    }
    const { host = '', port, database = '', options = '' } = parts;
    const { secrets, hosts } = this.#parts;
    const address = await resolveAddress(host, hosts).catch((error: unknown) => {
      throw error instanceof ServiceUnavailable ? new Refused(why[error.reason]) : error;
    });
    const password = kept && openCredential(secrets, financeSource.fields.password, tenantId, kept);
    if (password === null) {
      throw new Refused([
        '数据源的密码无法解密，请重新填写',
        'The password of the data source cannot be decrypted; enter it again',
      ]);
    }
    return {
      address,
      host,
      isEncrypted: /(^|&)(sslmode=(require|verify-\w+)|ssl=true|useSSL=true)(&|$)/.test(options),
      port: port ? Number(port) : null,
      database,
      user: username ?? '',
      password,
    };
  }
}

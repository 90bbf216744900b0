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
  type Source,
  sourceTableOf,
} from './places.server.ts';

/** Milliseconds for connecting, and for each statement. */
const patience = { connect: 10_000, statement: 60_000 };

/** How one kind of database writes statements. */
interface Dialect {
  quote(name: string): string;
  /** The column as text. */
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

/** The tables of a database, by its dialect: the statements are the same. */
const tablesOf = (source: Source, dialect: Dialect): FinanceTables => ({
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
  // Each statement is a transaction of its own.
  flush: async () => undefined,
  close: () => dialect.end(),
});

/** Where a database is, judged and with its password opened. */
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
  // A connection that breaks between two questions fails the next one.
  client.on('error', () => undefined);
  await client.connect();
  return {
    quote: (name) => pg.escapeIdentifier(name),
    // The order of keys is that of their signs, whatever the collation of the database.
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
    // The certificate is compared with the name that was entered; the connection goes to the judged address.
    host: at.host,
    stream: () => connect(port, at.address),
    port,
    database: at.database,
    user: at.user,
    password: at.password,
    connectTimeout: patience.connect,
    charset: 'utf8mb4',
    // A row that is updated to what it is counts as found.
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

/** How to open each kind of database. */
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

export interface FinanceParts {
  readonly secrets: Secrets;
  /** Hosts in closed networks that may be named. */
  readonly hosts: readonly string[];
  /** The directory with the folders of sources; each tenant has one of its own in it. */
  readonly room: string;
}

/** The finance systems of the university: opens what was entered as a source. */
export class FinanceSources {
  readonly #parts: FinanceParts;

  constructor(parts: FinanceParts) {
    this.#parts = parts;
  }

  /** Where the files of a source lie. */
  folderOf(tenantId: string, source: Pick<Source, 'folder'>): string {
    return join(this.#parts.room, tenantId, source.folder ?? '');
  }

  /** @throws Refused saying what does not work */
  async open(tenantId: string, source: Source, maker: BookMaker): Promise<FinanceTables> {
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
    { url, username, password: kept, sourceKind }: Source,
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

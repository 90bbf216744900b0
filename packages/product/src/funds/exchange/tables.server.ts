import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { connect, isIP } from 'node:net';
import { join } from 'node:path';
import { NoService, openAddress } from '@keyan/engine/base/addresses.ts';
import type { Secrets } from '@keyan/engine/base/secrets.ts';
import { openCredential } from '@keyan/engine/records/credentials.ts';
import type { BookMaker } from '@keyan/engine/workbooks/book.ts';
import { type Grid, readGrids } from '@keyan/engine/workbooks/grids.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { decodeText } from '@keyan/kernel/values/encoding.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { parse } from 'csv-parse/sync';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import pg from 'pg';
import { sourceKinds } from './dictionaries.ts';
import { financeAddress, financeSource } from './finance-source.ts';
import { exchangeObjects, type FinanceRow, type ObjectKey } from './objects.ts';

/** A stored source. */
export interface Source {
  readonly id: string;
  readonly name: string | null;
  readonly sourceKind: string | null;
  readonly url: string | null;
  readonly username: string | null;
  readonly password: string | null;
  readonly folder: string | null;
  readonly tables:
    | readonly { readonly object: string | null; readonly tableName: string | null }[]
    | null;
  readonly columns:
    | readonly {
        readonly object: string | null;
        readonly ours: string | null;
        readonly theirs: string | null;
      }[]
    | null;
}

/** A table at the source, with the names that it has there. */
interface Place {
  readonly table: string;
  /** Their names by ours. */
  readonly columns: Readonly<Record<string, string>>;
}

/** The tables of a source, opened. */
export interface FinanceTables {
  /** Rows behind a key in the order of their keys, at most so many; from the first where the key is empty. */
  read(object: ObjectKey, after: string, most: number): Promise<readonly FinanceRow[]>;
  /** Writes rows by their key: those that are there are changed, columns that a row does not name stay. */
  put(object: ObjectKey, rows: readonly FinanceRow[]): Promise<void>;
  /** Makes what was put lasting. */
  flush(): Promise<void>;
  /** Closes the source; what was put and not flushed is lost. */
  close(): Promise<void>;
}

/** Milliseconds for connecting, and for each statement. */
const patience = { connect: 10_000, statement: 60_000 };

const keyOf = (object: ObjectKey): string => Object.keys(exchangeObjects[object].columns)[0] ?? '';

/** Columns that order rows and distinguish them: a voucher may have several lines. */
const orderOf = (object: ObjectKey): readonly string[] =>
  object === 'payment' ? ['voucher', 'line'] : [keyOf(object)];

/** The key of a row as one text. */
export const rowKey = (object: ObjectKey, row: FinanceRow): string =>
  orderOf(object)
    .map((name) => row[name] ?? '')
    .join('/');

const placeIn = (source: Source, object: ObjectKey): Place => {
  const { table, columns } = exchangeObjects[object];
  const named = source.tables?.find((one) => one.object === object)?.tableName;
  const theirs = new Map(
    (source.columns ?? []).flatMap((one) =>
      one.object === object && one.ours && one.theirs ? [[one.ours, one.theirs] as const] : [],
    ),
  );
  return {
    table: named ?? table,
    columns: Object.fromEntries(
      Object.entries(columns).map(([ours, usual]) => [ours, theirs.get(ours) ?? usual]),
    ),
  };
};

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
    const { table, columns } = placeIn(source, object);
    const names = Object.entries(columns).map(
      ([ours, theirs]) => `${dialect.text(dialect.quote(theirs))} as ${dialect.quote(ours)}`,
    );
    const order = orderOf(object).map((name) => dialect.text(dialect.quote(columns[name] ?? name)));
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
    const { table, columns } = placeIn(source, object);
    const path = quotedPath(dialect, table);
    const key = keyOf(object);
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
  [sourceKinds.postgres]: postgres,
  [sourceKinds.mysql]: mysql,
};

/** Maximum size read of a file, in bytes. */
const mostBytes = 20 * 1024 ** 2;

const cellText = (cell: unknown): string | null => {
  if (cell === null || cell === undefined || cell === '') return null;
  return cell instanceof Date ? dayText(cell) : String(cell).trim() || null;
};

/** The rows of a sheet whose first row names the columns. */
const rowsIn = (grid: Grid, { columns }: Place): readonly FinanceRow[] => {
  const [heads = [], ...lines] = grid;
  const places = new Map(heads.map((head, index) => [cellText(head), index]));
  return lines
    .map((line) =>
      Object.fromEntries(
        Object.entries(columns).map(([ours, theirs]) => {
          const index = places.get(theirs);
          return [ours, index === undefined ? null : cellText(line[index])];
        }),
      ),
    )
    .filter((row) => Object.values(row).some((value) => value !== null));
};

const csvCell = (value: string | null): string =>
  value !== null && /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : (value ?? '');

/** Files of a folder: each table is a file of its name, .csv before .xlsx. What we write is .csv. */
const folderTables = (source: Source, folder: string, maker: BookMaker): FinanceTables => {
  const sizeOf = (path: string): Promise<number | null> =>
    stat(path).then(
      ({ size }) => size,
      () => null,
    );
  const all = async (object: ObjectKey): Promise<readonly FinanceRow[]> => {
    const place = placeIn(source, object);
    for (const suffix of ['csv', 'xlsx'] as const) {
      const path = join(folder, `${place.table}.${suffix}`);
      const size = await sizeOf(path);
      if (size === null) continue;
      if (size > mostBytes) {
        throw new Refused(
          fill(['文件 {file} 超过 20 MB', 'The file {file} has more than 20 MB'], {
            file: `${place.table}.${suffix}`,
          }),
        );
      }
      const content = await readFile(path);
      if (suffix === 'csv') {
        const lines = parse(decodeText(content, TextDecoder), {
          bom: true,
          relax_column_count: true,
          skip_empty_lines: true,
        });
        return rowsIn(lines as string[][], place);
      }
      const [grid = []] = (await readGrids(maker, content)).values();
      return rowsIn(grid, place);
    }
    return [];
  };
  const sorted = async (object: ObjectKey): Promise<readonly FinanceRow[]> =>
    [...(await all(object))].sort((a, b) => (rowKey(object, a) < rowKey(object, b) ? -1 : 1));
  // Files that were read to be changed, until they are written.
  const changed = new Map<ObjectKey, Map<string, FinanceRow>>();
  const flush = async (): Promise<void> => {
    for (const [object, merged] of changed) {
      const { table, columns } = placeIn(source, object);
      const names = Object.keys(columns);
      const lines = [
        names.map((name) => csvCell(columns[name] ?? name)),
        ...[...merged.values()].map((row) => names.map((name) => csvCell(row[name] ?? null))),
      ];
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${table}.csv`);
      // Whoever reads meanwhile reads the old file or the new one, never a part.
      await writeFile(
        `${path}.new`,
        `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`,
      );
      await rename(`${path}.new`, path);
      changed.delete(object);
    }
  };
  return {
    read: async (object, after, most) => {
      await flush();
      const rows = await sorted(object);
      return rows.filter((row) => after === '' || rowKey(object, row) > after).slice(0, most);
    },
    put: async (object, rows) => {
      const merged =
        changed.get(object) ??
        new Map((await all(object)).map((row) => [rowKey(object, row), row] as const));
      changed.set(object, merged);
      for (const row of rows) {
        const key = rowKey(object, row);
        merged.set(key, { ...merged.get(key), ...row });
      }
    },
    flush,
    close: async () => changed.clear(),
  };
};

const why: Readonly<Record<NoService['reason'], Label>> = {
  unknown: ['数据库的主机名不存在', 'There is no database server of this name'],
  closed: [
    '数据库在内部网络中，须由运维在 SERVICE_HOSTS 中放行',
    'The database lies in a closed network; the operator opens it in SERVICE_HOSTS',
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
        fill(['无法连接财务数据源：{reason}', 'The source cannot be reached: {reason}'], {
          reason: error instanceof Error ? error.message : String(error),
        }),
      );
    });
    return tablesOf(source, dialect);
  }

  async #reach(
    tenantId: string,
    { url, username, password: kept, sourceKind }: Source,
  ): Promise<Reached> {
    const parts = financeAddress.exec(url ?? '')?.groups;
    const isRight = (parts?.driver === 'mysql') === (sourceKind === sourceKinds.mysql);
    if (!parts || !isRight) {
      throw new Refused(['连接地址与对接方式不符', 'The address does not fit the way of exchange']);
    }
    const { host = '', port, database = '', options = '' } = parts;
    const { secrets, hosts } = this.#parts;
    const address = await openAddress(host, hosts).catch((error: unknown) => {
      throw error instanceof NoService ? new Refused(why[error.reason]) : error;
    });
    const password = kept && openCredential(secrets, financeSource.fields.password, tenantId, kept);
    if (password === null) {
      throw new Refused([
        '数据源的密码无法解密，请重新填写',
        'Type the password of the source again',
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

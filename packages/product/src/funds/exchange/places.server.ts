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
export interface SourceTable {
  readonly table: string;
  /** Names by ours. */
  readonly columns: Readonly<Record<string, string>>;
}

/** The tables of a source, opened. */
export interface FinanceTables {
  /** Rows behind a key in the order of their keys, at most this many; from the first where the key is empty. */
  read(object: ObjectKey, after: string, most: number): Promise<readonly FinanceRow[]>;
  /** Writes rows by their key: those that are there are changed, columns that a row does not name stay. */
  put(object: ObjectKey, rows: readonly FinanceRow[]): Promise<void>;
  /** Makes what was put lasting. */
  flush(): Promise<void>;
  /** Closes the source; what was put and not flushed is lost. */
  close(): Promise<void>;
}

/** Our name of the key of a table. */
export const keyColumnOf = (object: ObjectKey): string =>
  Object.keys(exchangeObjects[object].columns)[0] ?? '';

/** Columns that order rows and distinguish them: a voucher may have several lines. */
export const orderColumnsOf = (object: ObjectKey): readonly string[] =>
  object === 'payment' ? ['voucher', 'line'] : [keyColumnOf(object)];

/** The key of a row as one text. */
export const rowKeyText = (object: ObjectKey, row: FinanceRow): string =>
  orderColumnsOf(object)
    .map((name) => row[name] ?? '')
    .join('/');

/** The table and columns of a source, by what was mapped and else by the usual names. */
export const sourceTableOf = (source: Source, object: ObjectKey): SourceTable => {
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

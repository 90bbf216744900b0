import { exchangeObjects, type FinanceRow, type ObjectKey } from './objects.ts';

/** Finance source as stored. */
export interface StoredFinanceSource {
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

/** Table at a source, with the names used there. */
export interface SourceTable {
  readonly table: string;
  /** Column names at the source by field. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Opened tables of a source. */
export interface FinanceTables {
  /**
   * Rows with keys greater than `after` in key order, at most `most`; an empty key starts at the
   * first row.
   */
  read(object: ObjectKey, after: string, most: number): Promise<readonly FinanceRow[]>;
  /** Inserts or updates rows by key; columns missing in a row are unchanged. */
  put(object: ObjectKey, rows: readonly FinanceRow[]): Promise<void>;
  /** Makes written rows durable. */
  flush(): Promise<void>;
  /** Closes the source; rows that were not flushed are lost. */
  close(): Promise<void>;
}

/** Field name of a table’s key. */
export const keyColumnOf = (object: ObjectKey): string =>
  Object.keys(exchangeObjects[object].columns)[0] ?? '';

/** Fields that order and identify rows; a voucher may have several lines. */
export const orderColumnsOf = (object: ObjectKey): readonly string[] =>
  object === 'payment' ? ['voucher', 'line'] : [keyColumnOf(object)];

/** Key of a row as one text. */
export const rowKeyText = (object: ObjectKey, row: FinanceRow): string =>
  orderColumnsOf(object)
    .map((name) => row[name] ?? '')
    .join('/');

/** Table and columns at a source: the mapped names, otherwise the defaults. */
export const sourceTableOf = (source: StoredFinanceSource, object: ObjectKey): SourceTable => {
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

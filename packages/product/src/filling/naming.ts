import type { ColumnTarget } from './matching.ts';

/** Source of rows: one row per record of the list, or the named rows of the file. */
export type RowSource = 'list' | 'file';

/** Row that the authority named: texts by column. Rows count from the first body row. */
export interface NamedRow {
  readonly row: number;
  readonly texts: ReadonlyMap<number, string>;
}

/** Row of the file without exactly one matching record. */
export interface UnmatchedRow {
  /** Row number in the file, from 1. */
  readonly line: number;
  readonly text: string;
  /** Number of matching records: 0, or more than 1. */
  readonly records: number;
}

/** Normalised name: without spaces, quotation marks, width and case. */
export const normalName = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s"'“”‘’《》〈〉「」,，.。·•、;；:：\-—–_/()[\]【】]/g, '');

interface Keyed {
  readonly column: number;
  readonly target: ColumnTarget;
}

/**
 * Matches named rows with `count` records. The leftmost filled column that shows a field names the
 * record; if several records share the name, following columns (such as the holder) decide.
 * @param textOf text of a record in a column
 */
export const recordsOfRows = (
  rows: readonly NamedRow[],
  columns: readonly Keyed[],
  count: number,
  textOf: (record: number, column: number) => string,
): readonly { readonly row: NamedRow; readonly found: readonly number[] }[] => {
  const fields = columns.filter(({ target }) => target.is === 'field');
  const byColumn = new Map<number, Map<string, number[]>>();
  const namedIn = (column: number): Map<string, number[]> => {
    const known = byColumn.get(column);
    if (known) return known;
    const made = new Map<string, number[]>();
    for (let record = 0; record < count; record += 1) {
      const name = normalName(textOf(record, column));
      if (name !== '') made.set(name, [...(made.get(name) ?? []), record]);
    }
    byColumn.set(column, made);
    return made;
  };
  return rows.map((row) => {
    const given = fields.flatMap(({ column }) => {
      const text = normalName(row.texts.get(column) ?? '');
      return text === '' ? [] : [{ column, text }];
    });
    const [first, ...others] = given;
    let found = first ? (namedIn(first.column).get(first.text) ?? []) : [];
    for (const { column, text } of others) {
      if (found.length < 2) break;
      const left = found.filter((record) => normalName(textOf(record, column)) === text);
      // A column that matches no candidate is ignored, since files may spell it differently.
      if (left.length > 0) found = left;
    }
    return { row, found };
  });
};

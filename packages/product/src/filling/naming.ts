import type { ColumnTarget } from './matching.ts';

/** Says whether a table gets a row for each record of the list, or its own rows are filled. */
export type RowSource = 'list' | 'file';

/** A row that the authority has begun: its texts by column. Rows count from the first of the body. */
export interface NamedRow {
  readonly row: number;
  readonly texts: ReadonlyMap<number, string>;
}

/** A row of the file for which there is not exactly one record. */
export interface UnmatchedRow {
  /** Row of the file, from 1. */
  readonly line: number;
  readonly text: string;
  /** Records that the row may mean: none, or several. */
  readonly records: number;
}

/** A name as rows of a file and records have it: without spaces, marks of quotation, width or case. */
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
 * The record of each named row, by its place among `count` records. The leftmost filled column that shows a field names
 * the record; where several have that name, the columns after it (such as the holder) tell them apart.
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
      // A column that is written otherwise in all of them tells nothing.
      if (left.length > 0) found = left;
    }
    return { row, found };
  });
};

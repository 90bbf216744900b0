/** Sheet of a workbook without its lines: plain data, so that a worker process can write it. */
export interface BookSheet {
  readonly name: string;
  /** Number of rows that stay visible while the others scroll. */
  readonly stickyRows: number;
  /** Widths of the columns, in characters. */
  readonly widths: readonly number[];
  readonly heads: readonly { readonly text: string; readonly required: boolean }[];
  /** Second row, which describes the values of each column; null for none. */
  readonly hints: readonly string[] | null;
  /** XML elements `<dataValidation>` of its drop-downs. */
  readonly rules: readonly string[];
}

export interface BookPlan {
  readonly sheets: readonly BookSheet[];
}

/**
 * Value with which a spreadsheet calculates and sorts: a number as digits, or a date or time in wire format, with the
 * format of the cell.
 */
export interface ValueCell {
  readonly is: 'number' | 'moment';
  readonly value: string;
  readonly format: string;
}

/** Cell of a workbook. */
export type BookCell = string | number | ValueCell;

/** Line of a workbook: the index of its sheet, and its cells. Numbers stay numbers. */
export type BookLine = readonly [sheet: number, cells: readonly (BookCell | null)[]];

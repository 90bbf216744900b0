/** One sheet of a workbook without its lines: plain data, so that a worker can write it. */
export interface BookSheet {
  readonly name: string;
  /** Rows that stay in sight while the others scroll. */
  readonly stickyRows: number;
  /** Widths of the columns, in characters. */
  readonly widths: readonly number[];
  readonly heads: readonly { readonly text: string; readonly required: boolean }[];
  /** A second row that says what each column takes. */
  readonly hints: readonly string[] | null;
  /** Elements `<dataValidation>` of its drop-downs. */
  readonly rules: readonly string[];
}

export interface BookPlan {
  readonly sheets: readonly BookSheet[];
}

/**
 * A value that a spreadsheet calculates and sorts with: digits, or a day or moment in the wire's spelling, and
 * the format in which the cell shows it.
 */
export interface ValueCell {
  readonly is: 'number' | 'moment';
  readonly value: string;
  readonly format: string;
}

/** A cell of a workbook. */
export type BookCell = string | number | ValueCell;

/** A line of a workbook: the index of its sheet, and its cells. Numbers stay numbers. */
export type BookLine = readonly [sheet: number, cells: readonly (BookCell | null)[]];

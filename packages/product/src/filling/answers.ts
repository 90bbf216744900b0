import type { ForeignColumn, TableHead } from './grid.ts';
import type { ColumnTarget, MatchReason } from './matching.ts';
import type { RowSource, UnmatchedRow } from './naming.ts';
import type { CellMark, FilledValue } from './values.ts';

// Answers of the calls about filled tables, as pages read them.

/** A column with what it gets. */
export interface MappedColumn extends ForeignColumn {
  readonly target: ColumnTarget;
}

/** A field that columns may get, in the reader's language. */
export interface OfferedField {
  readonly name: string;
  readonly label: string;
  readonly isMoney: boolean;
}

export interface ProposedColumn extends MappedColumn {
  readonly by: MatchReason;
}

/** The table of a file with a target for each column, before anything is filled. */
export interface LayoutAnswer {
  /** Tables of the file, with how many columns and rows each has. */
  readonly tables: readonly { readonly name: string; readonly hasHead: boolean }[];
  readonly table: number;
  /** Null where no headings were found in this table. */
  readonly head: Omit<TableHead, 'columns'> | null;
  readonly columns: readonly ProposedColumn[];
  readonly fields: readonly OfferedField[];
  /** Rows of the file that the authority has begun. */
  readonly namedRows: number;
  /** Proposed source of the rows. */
  readonly source: RowSource;
  /** Name of the last table with the same headings, whose mapping is proposed. */
  readonly last: string | null;
  /** Texts of the rows around the head, as the officer sees the file. */
  readonly lines: readonly (readonly string[])[];
}

export interface ShownCell {
  readonly column: number;
  readonly value: FilledValue | null;
  readonly mark: CellMark;
  /** Name of the person who was asked, or who answered. */
  readonly person: string;
  /** Outcome of an answer; empty where it is in the record. */
  readonly note: string;
}

export interface ShownRow {
  readonly row: number;
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly person: string;
  readonly cells: readonly ShownCell[];
}

/** The first rows as they would be filled. */
export interface PreviewAnswer {
  readonly rows: readonly { readonly row: number; readonly title: string }[];
  readonly cells: readonly (Pick<ShownCell, 'column' | 'value' | 'mark'> & {
    readonly row: number;
  })[];
  /** Rows of the file that stay empty. */
  readonly unmatched: readonly UnmatchedRow[];
}

/** Rows of a filled table. */
export interface CellsAnswer {
  readonly columns: readonly MappedColumn[];
  readonly total: number;
  readonly rows: readonly ShownRow[];
  /** Rows that the reader may not open; nothing of them is shown. */
  readonly withheld: number;
  /** Rows of the file that stay empty. */
  readonly unmatched: readonly UnmatchedRow[];
}

/** Standing of a table. */
export interface FillAnswer {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly isFilled: boolean;
  /** The file, the page or the records were changed after it was filled. */
  readonly isStale: boolean;
  readonly counts: Readonly<Record<CellMark, number>>;
  /** Unknown cells that nobody was asked for yet. */
  readonly unasked: number;
  /** Unknown cells of records without a person who could be asked. */
  readonly personless: number;
  readonly questions: number;
  readonly open: number;
  readonly may: { readonly fill: boolean; readonly download: boolean };
}

/** A cell that a person is asked for. */
export interface AskedCellAnswer {
  readonly row: number;
  readonly column: number;
  readonly heading: string;
  /** The field of the record; null for what the record does not have. */
  readonly field: string | null;
  /** The answer may go into the record as well. */
  readonly isWritable: boolean;
  readonly value: string;
  readonly note: string;
  readonly isAnswered: boolean;
}

export interface AskedRecord {
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly cells: readonly AskedCellAnswer[];
}

export interface QuestionAnswer {
  readonly records: readonly AskedRecord[];
  readonly isOpen: boolean;
}

/** Outcome of an answer to a cell. */
export interface AnsweredCell {
  readonly row: number;
  readonly column: number;
  readonly fault: string;
}

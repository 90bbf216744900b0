import type { ForeignColumn, TableHead } from './grid.ts';
import type { ColumnTarget, MatchReason } from './matching.ts';
import type { RowSource, UnmatchedRow } from './naming.ts';
import type { CellMark, FilledValue } from './values.ts';

// Results of the calls about filled tables.

/** Column with its target. */
export interface MappedColumn extends ForeignColumn {
  readonly target: ColumnTarget;
}

/** Field that a column may show, in the reader’s language. */
export interface OfferedField {
  readonly name: string;
  readonly label: string;
  readonly isMoney: boolean;
}

export interface ProposedColumn extends MappedColumn {
  readonly by: MatchReason;
}

/** Layout of a file with a proposed target for each column. */
export interface LayoutAnswer {
  /** Tables in the file; `hasHead` if headings were found. */
  readonly tables: readonly { readonly name: string; readonly hasHead: boolean }[];
  readonly table: number;
  /** Position of the headings; null if none were found in this table. */
  readonly head: Omit<TableHead, 'columns'> | null;
  readonly columns: readonly ProposedColumn[];
  readonly fields: readonly OfferedField[];
  /** Number of rows in which the authority entered a name. */
  readonly namedRows: number;
  /** Proposed source of rows. */
  readonly source: RowSource;
  /** Title of the last table with equal headings, source of the proposed mapping; null if none. */
  readonly last: string | null;
  /** Texts of the rows around the headings. */
  readonly lines: readonly (readonly string[])[];
}

export interface ShownCell {
  readonly column: number;
  readonly value: FilledValue | null;
  readonly mark: CellMark;
  /** Name of the person who was asked or who answered. */
  readonly person: string;
  /** Reason why an answer is not in the record; empty if it is. */
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

/** Preview of the first filled rows. */
export interface PreviewAnswer {
  readonly rows: readonly { readonly row: number; readonly title: string }[];
  readonly cells: readonly (Pick<ShownCell, 'column' | 'value' | 'mark'> & {
    readonly row: number;
  })[];
  /** Rows of the file without a matching record. */
  readonly unmatched: readonly UnmatchedRow[];
}

/** Page of rows of a filled table. */
export interface CellsAnswer {
  readonly columns: readonly MappedColumn[];
  readonly total: number;
  readonly rows: readonly ShownRow[];
  /** Number of rows hidden from the reader, who may not read their records. */
  readonly withheld: number;
  /** Rows of the file without a matching record. */
  readonly unmatched: readonly UnmatchedRow[];
}

/** Progress of a table. */
export interface FillAnswer {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly isFilled: boolean;
  /** True if file, page or record selection changed after the last filling. */
  readonly isStale: boolean;
  readonly counts: Readonly<Record<CellMark, number>>;
  /** Number of unknown cells without a question. */
  readonly unasked: number;
  /** Number of unknown cells whose records have no person to ask. */
  readonly personless: number;
  readonly questions: number;
  readonly open: number;
  readonly may: { readonly fill: boolean; readonly download: boolean };
}

/** Cell in a question. */
export interface AskedCellAnswer {
  readonly row: number;
  readonly column: number;
  readonly heading: string;
  /** Field of the record; null for values that records do not have. */
  readonly field: string | null;
  /** True if the answer may be written to the record. */
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

/** Result of storing an answer. */
export interface AnsweredCell {
  readonly row: number;
  readonly column: number;
  readonly fault: string;
}

import type { CellDifference, DifferenceKind, PartDifference } from './difference.ts';

// Answers of the calls about what was handed out, as pages read them.

export interface HandedRow {
  readonly row: string;
  readonly label: string;
  readonly resource: string;
  readonly id: string;
  /** Values in the order of the columns; null for a cell that the row does not have. */
  readonly values: readonly (string | null)[];
}

export interface ContentAnswer {
  readonly columns: readonly {
    readonly key: string;
    readonly label: string;
    readonly definition: string;
  }[];
  readonly rows: readonly HandedRow[];
  readonly total: number;
  /** Rows of records that the reader may not open. */
  readonly withheld: number;
}

/** Another entry of the register. */
export interface OtherEntry {
  readonly id: string;
  readonly title: string;
  readonly recipient: string;
  readonly handedOn: string;
  /** Made by the same definition. */
  readonly isSame: boolean;
}

/** A reason that somebody gave for a difference. */
export interface Explained {
  readonly text: string;
  readonly by: string;
  readonly time: string;
  /** False where the values were others then. */
  readonly isCurrent: boolean;
}

export interface NamedPart extends PartDifference {
  readonly title: string;
}

export interface ShownCellDifference extends Omit<CellDifference, 'parts'> {
  readonly parts: readonly NamedPart[];
}

export interface ShownDifference {
  readonly row: string;
  readonly label: string;
  readonly kind: DifferenceKind;
  readonly cells: readonly ShownCellDifference[];
  readonly resource: string;
  readonly id: string;
  /** Versions of the record between which it changed. */
  readonly from: number | null;
  readonly to: number | null;
  readonly explained: Explained | null;
}

export interface DifferenceAnswer {
  readonly others: readonly OtherEntry[];
  /** The entry that it is compared with; null where there is none. */
  readonly other: OtherEntry | null;
  readonly rows: readonly ShownDifference[];
  readonly counts: Readonly<Record<DifferenceKind, number>>;
  readonly same: number;
  readonly columns: readonly string[];
  readonly unexplained: number;
  readonly withheld: number;
  readonly mayExplain: boolean;
}

/** A change of a record between two handings-out. */
export interface RecordChange {
  readonly time: string;
  readonly by: string;
  readonly action: string;
  readonly changes: readonly {
    readonly label: string;
    readonly before: string;
    readonly after: string;
  }[];
}

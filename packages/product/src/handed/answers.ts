import type { CellDifference, DifferenceKind, PartDifference } from './difference.ts';

// Results of the calls about submissions.

export interface HandedRow {
  readonly row: string;
  readonly label: string;
  readonly resource: string;
  readonly id: string;
  /** Values in column order; null for a missing cell. */
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
  /** Number of rows hidden from the reader, who may not open their records. */
  readonly withheld: number;
}

/** Another submission in the register. */
export interface OtherEntry {
  readonly id: string;
  readonly title: string;
  readonly recipient: string;
  readonly handedOn: string;
  /** True if both were made from the same source. */
  readonly isSame: boolean;
}

/** Reason given for a difference. */
export interface Explained {
  readonly text: string;
  readonly by: string;
  readonly time: string;
  /** False if the values have changed since the reason was given. */
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
  /** Versions of the record before and after the change; null if unknown. */
  readonly from: number | null;
  readonly to: number | null;
  readonly explained: Explained | null;
}

export interface DifferenceAnswer {
  readonly others: readonly OtherEntry[];
  /** Submission compared with; null if there is none. */
  readonly other: OtherEntry | null;
  readonly rows: readonly ShownDifference[];
  readonly counts: Readonly<Record<DifferenceKind, number>>;
  readonly same: number;
  readonly columns: readonly string[];
  readonly unexplained: number;
  readonly withheld: number;
  readonly mayExplain: boolean;
}

/** Change of a record between two submissions. */
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

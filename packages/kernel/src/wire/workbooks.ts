import type { Label } from '../label.ts';

/** Fault in one cell of an imported workbook. */
export interface CellFault {
  readonly sheet: string;
  readonly row: number;
  /** Field path: `authors.0.name`. */
  readonly path: string;
  readonly field: Label;
  readonly message: Label;
}

/** A record of a file as it would be stored. */
export interface DryRunRow {
  readonly row: number;
  readonly title: string;
  readonly ok: boolean;
  /** Values that each column of the preview would show, for the first good rows. */
  readonly values?: readonly string[];
  /** Points that a person should look at, and what is missing before it can be submitted. */
  readonly notes?: readonly Label[];
}

/** Change that a row makes in the record that it is. */
export interface RowChange {
  readonly row: number;
  /** The title of the record. */
  readonly title: string;
  readonly fields: readonly {
    readonly field: Label;
    readonly before: Label;
    readonly after: Label;
  }[];
}

/** A record that rows name and that is not there: it is made with the first of them. */
export interface NewRecordRow {
  /** Kind of the record. */
  readonly target: Label;
  readonly text: string;
  readonly rows: readonly number[];
}

/** A page that imports records of another kind. */
export interface OtherImportPage {
  /** Key of the kind. */
  readonly resource: string;
  readonly page: Label;
}

/** How many records of a file belong to another page. */
export interface OtherKindCount extends OtherImportPage {
  readonly count: number;
}

/** The result of a dry run: `R/import`. */
export interface DryRun {
  readonly batchId: string;
  /** Rows of a workbook, which must be complete, or records of a file of another program. */
  readonly from: 'workbook' | 'file';
  /** Required columns that the sheet has not. */
  readonly lacks: readonly Label[];
  readonly total: number;
  readonly valid: number;
  /** Rows that say what stands already: nothing comes of them. */
  readonly same: number;
  /** Valid rows that correct a record, and what of it. */
  readonly changes: readonly RowChange[];
  /** Records of other kinds that valid rows bring with them. */
  readonly made: readonly NewRecordRow[];
  /** Records of a mixed file that other pages take; each has a fault here that says so. */
  readonly elsewhere: readonly OtherKindCount[];
  /** The first faults; all are in the workbook of faulty rows. */
  readonly errors: readonly CellFault[];
  readonly errorTotal: number;
  /** The columns of the preview: fields, sub-tables included. */
  readonly columns: readonly { readonly name: string; readonly label: Label }[];
  readonly rows: readonly DryRunRow[];
}

/**
 * `judged` and not confirmed, `waiting` for a worker, `running`, `interrupted` with rows left because
 * its process ended, or `finished`.
 */
export type ImportState = 'judged' | 'waiting' | 'running' | 'interrupted' | 'finished';

/** How far an import is: `R/importSure`, `R/importResult`. */
export interface ImportResult {
  readonly batchId: string;
  /** Rows to be saved. */
  readonly total: number;
  readonly saved: number;
  /** Rows that were refused, with the reason. */
  readonly failed: readonly { readonly row: number; readonly message: Label }[];
  readonly state: ImportState;
  readonly finished: boolean;
}

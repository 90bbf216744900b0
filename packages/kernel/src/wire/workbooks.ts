import type { Label } from '../label.ts';

/** Fault in one cell of an imported workbook. */
export interface CellFault {
  readonly sheet: string;
  readonly row: number;
  /** Path of the field: `authors.0.name`. */
  readonly path: string;
  readonly field: Label;
  readonly message: Label;
}

/** Record of a file in the form in which it would be stored. */
export interface DryRunRow {
  readonly row: number;
  readonly title: string;
  readonly ok: boolean;
  /** Texts for the columns of the preview, for the first valid rows only. */
  readonly values?: readonly string[];
  /** Points that a person should review, and values missing for submission. */
  readonly notes?: readonly Label[];
}

/** Correction of an existing record by a row. */
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

/** Missing record that rows refer to: made together with the first of these rows. */
export interface NewRecordRow {
  /** Label of the kind of the record. */
  readonly target: Label;
  readonly text: string;
  readonly rows: readonly number[];
}

/** Page that imports records of another kind. */
export interface OtherImportPage {
  /** Key of the kind. */
  readonly resource: string;
  readonly page: Label;
}

/** Number of records of a file that belong to another import page. */
export interface OtherKindCount extends OtherImportPage {
  readonly count: number;
}

/** Headings of a file, and the fields that they may be called. */
export interface FileHeadings {
  readonly headings: readonly {
    readonly text: string;
    /** Name of the field; empty where no field is called so. */
    readonly field: string;
    /** First value below it. */
    readonly sample: string;
  }[];
  readonly fields: readonly {
    readonly name: string;
    readonly label: Label;
    readonly required: boolean;
  }[];
}

/** A row whose record stands already. */
export interface StandingRow {
  readonly row: number;
  readonly id: string;
  readonly title: string;
}

/** The result of a dry run: `R/import`. */
export interface DryRun {
  readonly batchId: string;
  /** Source: rows of a workbook, which must be complete, or records of another program's file. */
  readonly from: 'workbook' | 'file';
  /** Labels of required columns that the sheet lacks. */
  readonly lacks: readonly Label[];
  readonly total: number;
  readonly valid: number;
  /** Number of rows equal to stored records, which change nothing. */
  readonly same: number;
  /** Rows whose record stands, where the import was asked to leave these as they are. */
  readonly standing: readonly StandingRow[];
  /** Valid rows that correct a record, and what of it. */
  readonly changes: readonly RowChange[];
  /** Records of other kinds that would be made with valid rows. */
  readonly made: readonly NewRecordRow[];
  /**
   * Numbers of records of a mixed file that belong to other import pages; each is listed in
   * `errors` as well.
   */
  readonly elsewhere: readonly OtherKindCount[];
  /** First faults; the workbook of faulty rows has all. */
  readonly errors: readonly CellFault[];
  readonly errorTotal: number;
  /** Columns of the preview: fields, sub-tables included. */
  readonly columns: readonly { readonly name: string; readonly label: Label }[];
  readonly rows: readonly DryRunRow[];
}

/**
 * State of an import: `judged` but not confirmed, `waiting` for a worker, `running`, `interrupted`
 * with rows left because its process ended, or `finished`.
 */
export type ImportState = 'judged' | 'waiting' | 'running' | 'interrupted' | 'finished';

/** Progress of an import: `R/importSure`, `R/importResult`. */
export interface ImportResult {
  readonly batchId: string;
  /** Number of rows to be saved. */
  readonly total: number;
  readonly saved: number;
  /** Rows that were refused, with reasons. */
  readonly failed: readonly { readonly row: number; readonly message: Label }[];
  readonly state: ImportState;
  readonly finished: boolean;
}

import type { Label } from '../label.ts';

/** What is wrong with one cell of an imported workbook. */
export interface CellFault {
  readonly sheet: string;
  readonly row: number;
  /** Field path: `authors.0.name`. */
  readonly path: string;
  readonly field: Label;
  readonly message: Label;
}

/** The result of a dry run: `R/import`. */
export interface DryRun {
  readonly batchId: string;
  readonly total: number;
  readonly valid: number;
  /** The first faults; all are in the workbook of faulty rows. */
  readonly errors: readonly CellFault[];
  readonly errorTotal: number;
  /** The records' titles by row. */
  readonly rows: readonly { readonly row: number; readonly title: string; readonly ok: boolean }[];
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

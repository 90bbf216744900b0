import type { Resource } from '@keyan/kernel/resource.ts';
import type { StatusAction } from '@keyan/kernel/status.ts';
import type { Step, StoredRow } from '../behaviour.ts';
import type { Tx } from '../store/database.ts';
import type { ProcessColumns } from '../workflow/port.ts';

/** What a step of the approval does to its record. */
export interface Applied {
  readonly resource: Resource;
  /** As `lockRow` gave it. */
  readonly row: StoredRow;
  readonly action: StatusAction;
  readonly process: ProcessColumns;
  readonly opinion?: string;
  /** Values that the handler changed, and the fields that the step lets them change (decisions 26). */
  readonly form?: Readonly<Record<string, unknown>>;
  readonly editable?: readonly string[];
}

/**
 * Reads a record with its lines and locks it until the transaction ends.
 * @throws Missing when there is none.
 */
export declare const lockRow: (tx: Tx, resource: Resource, id: string) => Promise<StoredRow>;

/**
 * Writes what a step of the approval means for the record: status by the shared table, process
 * columns, edited fields, version, history, and the behaviour's effects of entering a status.
 * Returns the row as it is now.
 * @throws Refused when the status table has no such move; Invalid for wrong edited values.
 */
export declare const applyStep: (step: Step, applied: Applied) => Promise<StoredRow>;

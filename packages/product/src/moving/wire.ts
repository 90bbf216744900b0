import type { Label } from '@keyan/kernel/label.ts';
import type { ImportResult } from '@keyan/kernel/wire/workbooks.ts';
import type { Dimension, ReconciledLine, RowState } from './reconcile.ts';

/** A kind of record on the page 系统迁入. */
export interface MovingKindShown {
  readonly key: string;
  readonly label: Label;
  readonly step: string;
  /** Address of the calls of the kind, among them its template. */
  readonly path: string;
  /** Records in the system that the officer reads; null without its page. */
  readonly here: number | null;
  /** The officer may import it. */
  readonly mayImport: boolean;
  readonly asksDay: boolean;
}

/** A batch on the page 系统迁入. */
export interface MovingBatchShown {
  readonly id: string;
  readonly batchNum: string;
  readonly kind: string;
  readonly fileName: string;
  readonly newRows: number;
  readonly status: string;
  readonly createTime: string;
}

export interface MovingOverview {
  readonly kinds: readonly MovingKindShown[];
  readonly batches: readonly MovingBatchShown[];
}

/** A difference between a row of the file and the system. */
export interface ShownDifference {
  readonly row: number;
  readonly name: string;
  readonly state: RowState;
  readonly recordId: string | null;
  readonly reason: Label;
  readonly file: Readonly<Record<string, string | null>>;
  readonly system: Readonly<Record<string, string | null>> | null;
}

/** An obstacle to undoing a batch. */
export interface ShownObstacle {
  readonly id: string;
  readonly title: string;
  readonly reason: Label;
}

/** The comparison of a batch with the system. */
export interface ReconciliationAnswer {
  readonly resource: string;
  readonly measures: readonly { readonly key: string; readonly label: Label }[];
  readonly total: ReconciledLine;
  readonly by: Readonly<Record<Dimension, readonly ReconciledLine[]>>;
  readonly differences: readonly ShownDifference[];
  readonly differenceTotal: number;
  readonly progress: ImportResult;
}

import type { Label } from '@keyan/kernel/label.ts';

/** Move of a tenant to another database. */
export interface TenantMoveRun {
  readonly id: string;
  /** Name of the target data source; empty for the main database. */
  readonly to: string;
  readonly rows: number;
  readonly state: 'waiting' | 'running' | 'retry' | 'done' | 'stopped' | 'failed';
  /** Error of a failed move; otherwise empty. */
  readonly error: Label;
  readonly time: string;
}

/** Database of a tenant: id and name of its data source, empty for the main database. */
export interface TenantHome {
  readonly datasourceId: string;
  readonly name: string;
  /** `closed` while rows are copied; `clearing` while the old rows are deleted. */
  readonly state: 'open' | 'closed' | 'clearing';
  /** Step of a move; empty if there is none. */
  readonly step: '' | 'leaving' | 'copying' | 'clearing';
  readonly rowsDone: number;
  readonly rowsAll: number;
  readonly moves: readonly TenantMoveRun[];
}

import type { Label } from '@keyan/kernel/label.ts';

/** A move of a tenant to another database. */
export interface TenantMoveRun {
  readonly id: string;
  /** The name of the data source; empty for the main database. */
  readonly to: string;
  readonly rows: number;
  readonly state: 'waiting' | 'running' | 'retry' | 'done' | 'stopped' | 'failed';
  /** Why it did not end well; empty otherwise. */
  readonly error: Label;
  readonly time: string;
}

/** Database of a tenant: the id and name of its data source, empty for the main database. */
export interface TenantHome {
  readonly datasourceId: string;
  readonly name: string;
  /** `closed` while its rows are copied; `clearing` while the old ones are removed. */
  readonly state: 'open' | 'closed' | 'clearing';
  /** Step of a move; empty if there is none. */
  readonly step: '' | 'leaving' | 'copying' | 'clearing';
  readonly rowsDone: number;
  readonly rowsAll: number;
  readonly moves: readonly TenantMoveRun[];
}

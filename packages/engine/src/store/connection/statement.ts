/** SQL statement ready to run: from Kysely's `compile()`, or hand-written. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /**
   * Planning of the statement. `anew`: at each run for its values, if the best plan depends on how many rows a value
   * finds; planning takes 1 to 3 ms. `once`: one plan for all values. By default PostgreSQL decides after five runs.
   */
  readonly planned?: 'anew' | 'once';
}

/** Runs statements for one tenant, on one connection. */
export interface Session {
  readonly tenantId: string;
  /** Runs a statement and returns its rows. Frequent statements are prepared by name. */
  query<R>(statement: Statement): Promise<R[]>;
  query<R>(sql: string, parameters?: readonly unknown[]): Promise<R[]>;
}

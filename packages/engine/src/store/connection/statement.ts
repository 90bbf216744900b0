/** A statement ready to run: what Kysely's `compile()` gives, or SQL written by hand. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /**
   * `anew`: planned at each run for its values, for statements whose best plan depends on how many rows a value finds.
   * Planning takes PostgreSQL 1 to 3 ms. `once`: one plan for all values. By itself PostgreSQL chooses after five runs.
   */
  readonly planned?: 'anew' | 'once';
}

/** Statements that read or write rows of one tenant, on one connection. */
export interface Session {
  readonly tenantId: string;
  /** Runs a statement and returns its rows. Frequent statements are prepared by name. */
  query<R>(statement: Statement): Promise<R[]>;
  query<R>(sql: string, parameters?: readonly unknown[]): Promise<R[]>;
}

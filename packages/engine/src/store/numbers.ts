/** Where records get their readable numbers: `LW20260001`. Gaps are allowed, repeats are not. */
export interface Numbers {
  /** The next number of a pattern, taken outside of any transaction. */
  next(tenantId: string, pattern: string, now: Date): Promise<string>;
}

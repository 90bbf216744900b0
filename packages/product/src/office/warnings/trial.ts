/** Warning that a rule would give today. */
export interface TrialItem {
  /** Key of the resource and id of the record; empty for a secret record. */
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly rung: number;
  readonly basis: string;
  readonly content: string;
  /** Names of the receivers. */
  readonly receivers: readonly string[];
}

/** Result of a rule’s test run: total number of warnings, and the first ones. */
export interface RuleTrial {
  readonly total: number;
  readonly items: readonly TrialItem[];
}

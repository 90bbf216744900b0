/** Something that a rule would warn of today. */
export interface TrialItem {
  /** Key of the kind and id of the record; empty for one under secrecy. */
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly rung: number;
  readonly basis: string;
  readonly content: string;
  /** Names of those who would hear of it. */
  readonly receivers: readonly string[];
}

/** Warnings that a rule would give today: the total number, and the first ones. */
export interface RuleTrial {
  readonly total: number;
  readonly items: readonly TrialItem[];
}
